import { describe, expect, test } from "vitest";
import { applyMediaType } from "../support/apply.ts";
import { mapsPath } from "../support/config-maps.ts";
import { expectCauses, ruleServer } from "../support/refusals.ts";
import { deleteObject, patch, put } from "../support/writes.ts";

const server = ruleServer();

/** Invalid options of any write, by the number of the rule. */
const invalidWriteOptions: readonly [number: number, what: string, query: string, cause: string][] = [
  [
    1,
    "a fieldManager of 129 bytes",
    `fieldManager=${"m".repeat(129)}`,
    "fieldManager: Too long: may not be more than 128 bytes",
  ],
  [
    2,
    "a fieldManager with a tab",
    "fieldManager=me%09too",
    'fieldManager: Invalid value: "me\\ttoo": invalid character U+0009 (at position 2)',
  ],
  [3, "an unknown dryRun value", "dryRun=Some", 'dryRun: Unsupported value: []string{"Some"}: supported values: "All"'],
  [
    4,
    "an unknown fieldValidation",
    "fieldValidation=Loud",
    'fieldValidation: Unsupported value: "Loud": supported values: "", "Ignore", "Strict", "Warn"',
  ],
];

describe("options of a write", () => {
  const body = { metadata: { name: "it" } };

  test.each(invalidWriteOptions)("[CreateOptions#%d] a create with %s is rejected", async (_, _what, query, cause) => {
    expectCauses(await server().client.request(`${mapsPath}?${query}`, { body }), [cause]);
  });

  test.each(invalidWriteOptions)(
    "[CreateOptionsRules#%d] an update with %s is rejected",
    async (_, _what, query, cause) => {
      expectCauses(await put(server().client, `${mapsPath}/it?${query}`, body), [cause]);
    },
  );

  test("[PatchOptions#1] an apply without a fieldManager is rejected", async () => {
    const headers = { "content-type": applyMediaType };
    const manifest = { apiVersion: "v1", kind: "ConfigMap", ...body };
    expectCauses(await server().client.request(`${mapsPath}/it`, { method: "PATCH", headers, body: manifest }), [
      "fieldManager: Required value: is required for apply patch",
    ]);
  });

  test("[PatchOptions#2] a merge patch with force is rejected", async () => {
    expectCauses(await patch(server().client, `${mapsPath}/it?force=true`, "merge", {}), [
      "force: Forbidden: may not be specified for non-apply patch",
    ]);
  });
});

describe("options of a deletion", () => {
  test.each<[number: number, what: string, options: object, cause: string]>([
    [
      1,
      "both orphanDependents and propagationPolicy",
      { orphanDependents: true, propagationPolicy: "Orphan" },
      'propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set',
    ],
    [
      2,
      "a policy that there is not",
      { propagationPolicy: "Later" },
      'propagationPolicy: Unsupported value: "Later": supported values: "Foreground", "Background", "Orphan", "nil"',
    ],
    [
      3,
      "an unknown dryRun value",
      { dryRun: ["Some"] },
      'dryRun: Unsupported value: []string{"Some"}: supported values: "All"',
    ],
  ])("[DeleteOptions#%d] a deletion with %s is rejected", async (_, _what, options, cause) => {
    expectCauses(await deleteObject(server().client, `${mapsPath}/it`, options), [cause]);
  });

  const unsafe = "ignoreStoreReadErrorWithClusterBreakingPotential";

  test.each<[number: number, option: string, value: unknown]>([
    [4, "dryRun", ["All"]],
    [5, "propagationPolicy", "Orphan"],
    [6, "orphanDependents", false],
    [7, "gracePeriodSeconds", 0],
    [8, "preconditions", { uid: "1" }],
  ])("[DeleteOptions#%d] an unsafe deletion with %s is rejected", async (_, option, value) => {
    const answer = await deleteObject(server().client, `${mapsPath}/it`, { [unsafe]: true, [option]: value });
    expectCauses(answer, [`${unsafe}: Invalid value: true: cannot be set together with .${option}`], 400);
  });

  describe("unsafe deletions with the feature gate", () => {
    const unsafeServer = ruleServer(["--feature-gates=AllowUnsafeMalformedObjectDeletion=true"]);

    test("[DeleteOptions#9] an unsafe deletion of a collection is rejected", async () => {
      expectCauses(await deleteObject(unsafeServer().client, mapsPath, { [unsafe]: true }), [
        `${unsafe}: Invalid value: true: is not allowed with DELETECOLLECTION, try again after removing the option`,
      ]);
    });

    test("[DeleteOptions#10] an unsafe deletion of an object that can be read is rejected", async () => {
      expectCauses(await deleteObject(unsafeServer().client, `${mapsPath}/it`, { [unsafe]: true }), [
        `${unsafe}: Invalid value: true: is exclusively used to delete corrupt object(s), try again by removing this option`,
      ]);
    });
  });
});

const unsetVersion =
  "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided";
const continued = "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided";

describe("options of a list", () => {
  test.each<[number: number, what: string, query: string, causes: readonly string[]]>([
    [1, "resourceVersionMatch and no resourceVersion", "resourceVersionMatch=Exact", [unsetVersion]],
    [
      2,
      "resourceVersionMatch and a continue token",
      "resourceVersion=1&resourceVersionMatch=Exact&continue=x",
      [continued],
    ],
    [
      3,
      "another comparison",
      "resourceVersion=1&resourceVersionMatch=Near",
      ['resourceVersionMatch: Unsupported value: "Near": supported values: "Exact", "NotOlderThan", ""'],
    ],
    [
      4,
      "resourceVersionMatch Exact and version 0",
      "resourceVersion=0&resourceVersionMatch=Exact",
      ['resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"'],
    ],
    [
      5,
      "sendInitialEvents",
      "sendInitialEvents=true",
      ["sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list"],
    ],
  ])("[ListOptions#%d] a list with %s is rejected", async (_, _what, query, causes) => {
    expectCauses(await server().client.request(`${mapsPath}?${query}`), causes, 400);
  });
});

describe("options of a watch", () => {
  test.each<[number: number, what: string, query: string, causes: readonly string[]]>([
    [
      6,
      "sendInitialEvents and no resourceVersionMatch",
      "sendInitialEvents=true",
      ["resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"],
    ],
    [
      8,
      "resourceVersionMatch and no sendInitialEvents",
      "resourceVersionMatch=NotOlderThan",
      [
        "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
      ],
    ],
    [
      9,
      "another comparison",
      "sendInitialEvents=true&resourceVersionMatch=Exact",
      [
        "resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan",
        'resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"',
      ],
    ],
    [10, "a continue token", "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&continue=x", [continued]],
  ])("[ListOptions#%d] a watch with %s is rejected", async (_, _what, query, causes) => {
    expectCauses(await server().client.request(`${mapsPath}?watch=true&${query}`), causes, 400);
  });

  describe("watches without the feature WatchList", () => {
    const plainServer = ruleServer(["--feature-gates=WatchList=false"]);

    test("[ListOptions#7] a watch with sendInitialEvents is rejected without the feature WatchList", async () => {
      const query = "watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
      expectCauses(
        await plainServer().client.request(`${mapsPath}?${query}`),
        [
          "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled",
        ],
        400,
      );
    });
  });
});

test("[TableOptions#1] a Table request with an unknown includeObject is rejected", async () => {
  const headers = { accept: "application/json;as=Table;v=v1;g=meta.orch.io" };
  const answer = await server().client.request(`${mapsPath}?includeObject=Some`, { headers });
  expect(answer.json).toMatchObject({
    code: 400,
    message: expect.stringContaining(
      `includeObject: Invalid value: "Some": must be 'Metadata', 'Object', 'None', or empty`,
    ),
  });
});
