import { describe, expect, test } from "vitest";
import { maps } from "../support/config-maps.ts";
import { expectCauses, ruleServer } from "../support/refusals.ts";
import { patch, put, remove } from "../support/writes.ts";

const server = ruleServer();

/** What is wrong with the options of any write, by the number of the rule. */
const writeFaults: readonly [number: number, what: string, query: string, cause: string][] = [
  [1, "a long manager", `fieldManager=${"m".repeat(129)}`, "fieldManager: Too long: may not be more than 128 bytes"],
  [
    2,
    "a manager that cannot be printed",
    "fieldManager=me%09too",
    'fieldManager: Invalid value: "me\\ttoo": invalid character U+0009 (at position 2)',
  ],
  [3, "half a dry run", "dryRun=Some", 'dryRun: Unsupported value: []string{"Some"}: supported values: "All"'],
  [
    4,
    "another way with unknown fields",
    "fieldValidation=Loud",
    'fieldValidation: Unsupported value: "Loud": supported values: "", "Ignore", "Strict", "Warn"',
  ],
];

describe("the options of a write refuse", () => {
  const body = { metadata: { name: "it" } };

  test.each(writeFaults)("[CreateOptions#%d] %s of a create", async (_, _what, query, cause) => {
    expectCauses(await server().client.request(`${maps}?${query}`, { body }), [cause]);
  });

  test.each(writeFaults)("[CreateOptionsRules#%d] %s of an update", async (_, _what, query, cause) => {
    expectCauses(await put(server().client, `${maps}/it?${query}`, body), [cause]);
  });

  test("[PatchOptions#2] force where nothing is applied", async () => {
    expectCauses(await patch(server().client, `${maps}/it?force=true`, "merge", {}), [
      "force: Forbidden: may not be specified for non-apply patch",
    ]);
  });
});

describe("the options of a deletion refuse", () => {
  test.each<[number: number, what: string, options: object, cause: string]>([
    [
      1,
      "two words on the dependents",
      { orphanDependents: true, propagationPolicy: "Orphan" },
      'propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set',
    ],
    [
      2,
      "a policy that there is not",
      { propagationPolicy: "Later" },
      'propagationPolicy: Unsupported value: "Later": supported values: "Foreground", "Background", "Orphan", "nil"',
    ],
    [3, "half a dry run", { dryRun: ["Some"] }, 'dryRun: Unsupported value: []string{"Some"}: supported values: "All"'],
  ])("[DeleteOptions#%d] %s", async (_, _what, options, cause) => {
    expectCauses(await remove(server().client, `${maps}/it`, options), [cause]);
  });

  const unsafe = "ignoreStoreReadErrorWithClusterBreakingPotential";

  test.each<[number: number, option: string, value: unknown]>([
    [4, "dryRun", ["All"]],
    [5, "propagationPolicy", "Orphan"],
    [6, "orphanDependents", false],
    [7, "gracePeriodSeconds", 0],
    [8, "preconditions", { uid: "1" }],
  ])("[DeleteOptions#%d] an unsafe deletion with %s", async (_, option, value) => {
    const answer = await remove(server().client, `${maps}/it`, { [unsafe]: true, [option]: value });
    expectCauses(answer, [`${unsafe}: Invalid value: true: cannot be set together with .${option}`], 400);
  });

  describe("where unsafe deletions are allowed", () => {
    const unsafeServer = ruleServer(["--feature-gates=AllowUnsafeMalformedObjectDeletion=true"]);

    test("[DeleteOptions#9] an unsafe deletion of all", async () => {
      expectCauses(await remove(unsafeServer().client, maps, { [unsafe]: true }), [
        `${unsafe}: Invalid value: true: is not allowed with DELETECOLLECTION, try again after removing the option`,
      ]);
    });

    test("[DeleteOptions#10] an unsafe deletion of what can be read", async () => {
      expectCauses(await remove(unsafeServer().client, `${maps}/it`, { [unsafe]: true }), [
        `${unsafe}: Invalid value: true: is exclusively used to delete corrupt object(s), try again by removing this option`,
      ]);
    });
  });
});

const unsetVersion =
  "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided";
const continued = "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided";

describe("the options of a list refuse", () => {
  test.each<[number: number, what: string, query: string, causes: readonly string[]]>([
    [1, "to compare with no version", "resourceVersionMatch=Exact", [unsetVersion]],
    [2, "to compare where a list goes on", "resourceVersion=1&resourceVersionMatch=Exact&continue=x", [continued]],
    [
      3,
      "another comparison",
      "resourceVersion=1&resourceVersionMatch=Near",
      ['resourceVersionMatch: Unsupported value: "Near": supported values: "Exact", "NotOlderThan", ""'],
    ],
    [
      4,
      "no version in particular",
      "resourceVersion=0&resourceVersionMatch=Exact",
      ['resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"'],
    ],
    [
      5,
      "to begin with events",
      "sendInitialEvents=true",
      ["sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list"],
    ],
  ])("[ListOptions#%d] %s", async (_, _what, query, causes) => {
    expectCauses(await server().client.request(`${maps}?${query}`), causes, 400);
  });
});

describe("the options of a watch refuse", () => {
  test.each<[number: number, what: string, query: string, causes: readonly string[]]>([
    [
      6,
      "to begin with events of any version",
      "sendInitialEvents=true",
      ["resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"],
    ],
    [
      8,
      "to compare where it does not begin with events",
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
    [10, "to go on", "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&continue=x", [continued]],
  ])("[ListOptions#%d] %s", async (_, _what, query, causes) => {
    expectCauses(await server().client.request(`${maps}?watch=true&${query}`), causes, 400);
  });

  describe("where watches do not begin with events", () => {
    const plainServer = ruleServer(["--feature-gates=WatchList=false"]);

    test("[ListOptions#7] to do so", async () => {
      const query = "watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
      expectCauses(
        await plainServer().client.request(`${maps}?${query}`),
        [
          "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled",
        ],
        400,
      );
    });
  });
});

test("[TableOptions#1] the options of a Table refuse another part of the objects", async () => {
  const headers = { accept: "application/json;as=Table;v=v1;g=meta.orch.io" };
  const answer = await server().client.request(`${maps}?includeObject=Some`, { headers });
  expect(answer.json).toMatchObject({
    code: 400,
    message: expect.stringContaining(
      `includeObject: Invalid value: "Some": must be 'Metadata', 'Object', 'None', or empty`,
    ),
  });
});
