import { describe, expect, test } from "vitest";
import { createMap, listVersion, mapsPath, namesOf } from "../support/config-maps.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";
import type { WireRequest, WireResponse } from "../support/wire-client.ts";

const mergePatch = { "content-type": "application/merge-patch+json" };

async function startWithMaps(...names: string[]): Promise<TestServer> {
  const running = await startTestServer();
  for (const name of names) await createMap(running.client, name);
  return running;
}

function expectBadRequest(answer: WireResponse, message: string): void {
  expect(answer.status, answer.text).toBe(400);
  expect(answer.json).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    reason: "BadRequest",
    code: 400,
  });
}

describe("resourceVersion", () => {
  test("[QRY-01] get, list and watch accept resourceVersion", async () => {
    await using running = await startWithMaps("a");
    const { client } = running;
    const version = await listVersion(client);
    const read = await client.request(`${mapsPath}/a?resourceVersion=${version}`);
    expect([read.status, read.json.metadata.name]).toEqual([200, "a"]);
    const listed = await client.request(`${mapsPath}?resourceVersion=${version}`);
    expect([listed.status, namesOf(listed)]).toEqual([200, ["a"]]);
    await using events = await client.watch(`${mapsPath}?watch=1&resourceVersion=${version}`);
    await createMap(client, "b");
    expect(await events.next()).toMatchObject({ type: "ADDED", object: { metadata: { name: "b" } } });
  });

  test.each([
    ["abc", "invalid syntax"],
    ["-1", "invalid syntax"],
    ["1.5", "invalid syntax"],
    ["99999999999999999999999", "value out of range"],
  ])("[QRY-01] a resourceVersion that is not a number is rejected with 400: %s", async (version, why) => {
    await using running = await startWithMaps("a");
    const cause = `Invalid value: "${version}": strconv.ParseUint: parsing "${version}": ${why}`;
    for (const target of [`${mapsPath}/a?`, `${mapsPath}?`, `${mapsPath}?watch=1&`]) {
      const refused = await running.client.request(`${target}resourceVersion=${version}`);
      expectBadRequest(refused, `invalid resource version: resourceVersion: ${cause}`);
    }
  });
});

describe("resourceVersionMatch", () => {
  test("[QRY-02] resourceVersionMatch is Exact or NotOlderThan, each with a resourceVersion", async () => {
    await using running = await startWithMaps("a");
    const { client } = running;
    const former = await listVersion(client);
    await createMap(client, "b");
    const at = `${mapsPath}?resourceVersion=${former}&resourceVersionMatch=`;
    const exact = await client.request(`${at}Exact`);
    expect([exact.json.metadata.resourceVersion, namesOf(exact)]).toEqual([former, ["a"]]);
    const fresher = await client.request(`${at}NotOlderThan`);
    expect([fresher.json.metadata.resourceVersion, namesOf(fresher)]).toEqual([await listVersion(client), ["a", "b"]]);
  });

  const withoutVersion = {
    reason: "FieldValueForbidden",
    message: "Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided",
    field: "resourceVersionMatch",
  };
  const anyVersion = {
    reason: "FieldValueForbidden",
    message: 'Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
    field: "resourceVersionMatch",
  };
  const unknown = (value: string): object => ({
    reason: "FieldValueNotSupported",
    message: `Unsupported value: "${value}": supported values: "Exact", "NotOlderThan", ""`,
    field: "resourceVersionMatch",
  });

  test.each([
    ["Exact", "", [withoutVersion]],
    ["NotOlderThan", "", [withoutVersion]],
    ["Exact", "&resourceVersion=0", [anyVersion]],
    ["exact", "&resourceVersion=1", [unknown("exact")]],
    ["Sometimes", "", [withoutVersion, unknown("Sometimes")]],
  ])("[QRY-02] resourceVersionMatch=%s%s is rejected with 400", async (match, rest, causes) => {
    await using running = await startWithMaps("a");
    const refused = await running.client.request(`${mapsPath}?resourceVersionMatch=${match}${rest}`);
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({ kind: "Status", status: "Failure", reason: "Invalid", code: 400 });
    expect(refused.json.details).toEqual({ group: "meta.orch.io", kind: "ListOptions", causes });
  });
});

describe("limit and continue", () => {
  test("[QRY-04] limit and continue split a list into chunks", async () => {
    await using running = await startWithMaps("a", "b", "c");
    const { client } = running;
    const first = await client.request(`${mapsPath}?limit=2`);
    expect(namesOf(first)).toEqual(["a", "b"]);
    const token = encodeURIComponent(first.json.metadata.continue);
    const second = await client.request(`${mapsPath}?limit=2&continue=${token}`);
    expect(namesOf(second)).toEqual(["c"]);
    expect(second.json.metadata).toEqual({ resourceVersion: first.json.metadata.resourceVersion });
  });

  test.each(["0", "-1"])("[QRY-04] a limit of '%s' means no limit", async (limit) => {
    await using running = await startWithMaps("a", "b", "c");
    const all = await running.client.request(`${mapsPath}?limit=${limit}`);
    expect(namesOf(all)).toEqual(["a", "b", "c"]);
    expect(all.json.metadata).not.toHaveProperty("continue");
  });

  test.each(["two", "1.5", "0x2", ""])("[QRY-04] a limit that is not an integer is rejected: %s", async (limit) => {
    await using running = await startWithMaps("a");
    const refused = await running.client.request(`${mapsPath}?limit=${limit}`);
    expectBadRequest(refused, `strconv.ParseInt: parsing "${limit}": invalid syntax`);
  });

  const encoded = (token: object): string => Buffer.from(JSON.stringify(token)).toString("base64url");
  test.each([
    ["is not Base64", "%%%", /^invalid continue token: continue key is not valid: /],
    ["is not a JSON object", encoded([]), /^invalid continue token: continue key is not valid: /],
    [
      "has an unknown version",
      encoded({ v: "v2", rv: 1, start: "a\0" }),
      "invalid continue token: continue key is not valid: server does not recognize this encoded version v2",
    ],
    [
      "has no resourceVersion",
      encoded({ v: "meta.orch.io/v1", rv: 0, start: "a\0" }),
      "invalid continue token: continue key is not valid: incorrect encoded start resourceVersion (version meta.orch.io/v1)",
    ],
    [
      "has an empty start key",
      encoded({ v: "meta.orch.io/v1", rv: 1, start: "" }),
      "invalid continue token: continue key is not valid: encoded start key empty (version meta.orch.io/v1)",
    ],
    [
      "leaves the collection",
      encoded({ v: "meta.orch.io/v1", rv: 1, start: "../orch-system/a\0" }),
      /^invalid continue token: continue key is not valid: /,
    ],
  ])("[QRY-04] a continue token that %s is rejected with 400", async (_what, token, message) => {
    await using running = await startWithMaps("a", "b");
    const refused = await running.client.request(`${mapsPath}?limit=1&continue=${encodeURIComponent(token)}`);
    expect(refused.status).toBe(400);
    expect(refused.json.reason).toBe("BadRequest");
    expect(refused.json.message).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
  });
});

describe("allowWatchBookmarks and sendInitialEvents", () => {
  const initial = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan";

  test("[QRY-05] sendInitialEvents sends the objects of the collection and a bookmark at their end", async () => {
    await using running = await startWithMaps("a", "b");
    await using events = await running.client.watch(`${mapsPath}?watch=1&${initial}&allowWatchBookmarks=true`);
    const [first, second, mark] = await events.take(3);
    expect([first?.type, first?.object.metadata.name]).toEqual(["ADDED", "a"]);
    expect([second?.type, second?.object.metadata.name]).toEqual(["ADDED", "b"]);
    expect(mark).toEqual({
      type: "BOOKMARK",
      object: {
        kind: "ConfigMap",
        apiVersion: "v1",
        metadata: {
          resourceVersion: await listVersion(running.client),
          annotations: {
            "orch.io/initial-events-end": "true",
            "orch.io/initial-events-list-blueprint":
              "eyJraW5kIjoiQ29uZmlnTWFwTGlzdCIsImFwaVZlcnNpb24iOiJ2MSIsIm1ldGFkYXRhIjp7fSwiaXRlbXMiOm51bGx9Cg==",
          },
        },
      },
    });
  });

  test("[QRY-05] only watches with allowWatchBookmarks receive bookmarks", async () => {
    await using running = await startWithMaps("a");
    const { client, clock } = running;
    const version = await listVersion(client);
    await using marked = await client.watch(`${mapsPath}?watch=1&resourceVersion=${version}&allowWatchBookmarks=true`);
    await using plain = await client.watch(`${mapsPath}?watch=1&resourceVersion=${version}&allowWatchBookmarks=false`);
    await clock.advance(60_000);
    await createMap(client, "b");
    expect((await marked.take(2)).map(({ type }) => type)).toEqual(["BOOKMARK", "ADDED"]);
    expect((await plain.next())?.type).toBe("ADDED");
  });

  const needsMatch = "Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan";
  const needsInitial = "Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided";
  const notExact = 'Unsupported value: "Exact": supported values: "NotOlderThan"';
  test.each([
    ["watch=1&sendInitialEvents=true", "resourceVersionMatch", [needsMatch]],
    ["watch=1&sendInitialEvents=false", "resourceVersionMatch", [needsMatch]],
    ["watch=1&resourceVersionMatch=NotOlderThan", "resourceVersionMatch", [needsInitial]],
    ["watch=1&sendInitialEvents=true&resourceVersionMatch=Exact", "resourceVersionMatch", [needsMatch, notExact]],
    [
      initial,
      "resourceVersionMatch",
      ["Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided"],
    ],
    [`${initial}&resourceVersion=1`, "sendInitialEvents", ["Forbidden: sendInitialEvents is forbidden for list"]],
  ])("[QRY-05] a request with ?%s is rejected with 400", async (query, field, messages) => {
    await using running = await startWithMaps("a");
    const refused = await running.client.request(`${mapsPath}?${query}`);
    expect(refused.status).toBe(400);
    expect(refused.json.reason).toBe("Invalid");
    const causes: { field: string; message: string }[] = refused.json.details.causes;
    expect(causes.filter((cause) => cause.field === field).map(({ message }) => message)).toEqual(messages);
  });
});

/**
 * The parameter `watch` only changes which options are valid, not what the request does. Expected values are the
 * reference's.
 */
test.each([
  ["DELETE", `${mapsPath}?watch=1&dryRun=All`, 200, []],
  [
    "DELETE",
    `${mapsPath}?watch=1&dryRun=All&sendInitialEvents=true`,
    400,
    ["Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"],
  ],
  [
    "GET",
    "/api/v1/watch/namespaces/default/configmaps?sendInitialEvents=true&timeoutSeconds=-1",
    400,
    ["Forbidden: sendInitialEvents is forbidden for list"],
  ],
])("[QRY-05] the watch options of %s %s get %i", async (method, target, status, messages) => {
  await using running = await startWithMaps("a");
  const answer = await running.client.request(target, { method });
  expect(answer.status).toBe(status);
  const causes: { message: string }[] = answer.json.details?.causes ?? [];
  expect(causes.map(({ message }) => message)).toEqual(messages);
});

/** One request for each kind of options, in the order in which messages list the option names. */
const writes: readonly (readonly [kind: string, target: string, request: WireRequest])[] = [
  ["CreateOptions", mapsPath, { body: { metadata: { name: "b" }, data: { x: "2" } } }],
  ["UpdateOptions", `${mapsPath}/a`, { method: "PUT", body: { metadata: { name: "a" }, data: { x: "2" } } }],
  ["PatchOptions", `${mapsPath}/a`, { method: "PATCH", headers: mergePatch, body: { data: { x: "2" } } }],
  ["DeleteOptions", `${mapsPath}/a`, { method: "DELETE" }],
];
const methodOf = ({ method = "POST" }: WireRequest): string => method;

describe.each(writes.map(([kind, target, request]) => ({ kind, target, request, method: methodOf(request) })))(
  "$method",
  ({ kind, target, request }) => {
    test("[QRY-06] a request with dryRun=All gets the usual response and changes nothing", async () => {
      await using running = await startWithMaps("a");
      const { client } = running;
      const before = await client.request(mapsPath);
      const dry = await client.request(`${target}?dryRun=All`, request);
      expect(dry.status).toBe(kind === "CreateOptions" ? 201 : 200);
      expect((await client.request(mapsPath)).text).toBe(before.text);
    });

    test.each(["true", "all", "None", ""])(
      "[QRY-06] a request with dryRun=%s is rejected with 422 and changes nothing",
      async (value) => {
        await using running = await startWithMaps("a");
        const { client } = running;
        const before = await client.request(mapsPath);
        const refused = await client.request(`${target}?dryRun=${value}`, request);
        expect(refused.status).toBe(422);
        expect(refused.json).toMatchObject({ reason: "Invalid", details: { group: "meta.orch.io", kind } });
        expect(refused.json.details.causes).toEqual([
          {
            reason: "FieldValueNotSupported",
            message: `Unsupported value: []string{"${value}"}: supported values: "All"`,
            field: "dryRun",
          },
        ]);
        expect((await client.request(mapsPath)).text).toBe(before.text);
      },
    );
  },
);

describe.each(
  writes
    .filter(([kind]) => kind !== "DeleteOptions")
    .map(([kind, target, request]) => ({ kind, target, request, method: methodOf(request) })),
)("$method", ({ kind, target, request }) => {
  const unknownField: WireRequest = { ...request, body: { ...(request.body as object), colour: "blue" } };
  const success = kind === "CreateOptions" ? 201 : 200;

  test("[QRY-07] fieldValidation=Ignore drops unknown fields without a warning", async () => {
    await using running = await startWithMaps("a");
    const answer = await running.client.request(`${target}?fieldValidation=Ignore`, unknownField);
    expect([answer.status, answer.json.data, answer.headers["warning"]]).toEqual([success, { x: "2" }, undefined]);
    expect(answer.json).not.toHaveProperty("colour");
  });

  test.each(["?fieldValidation=Warn", "?fieldValidation=", ""])(
    "[QRY-07] a request with '%s' gets warnings for unknown fields, which are dropped",
    async (query) => {
      await using running = await startWithMaps("a");
      const answer = await running.client.request(`${target}${query}`, unknownField);
      expect([answer.status, answer.json.data]).toEqual([success, { x: "2" }]);
      expect(answer.headers["warning"]).toBe('299 - "unknown field \\"colour\\""');
    },
  );

  test("[QRY-07] fieldValidation=Strict rejects unknown fields", async () => {
    await using running = await startWithMaps("a");
    const { client } = running;
    const before = await client.request(mapsPath);
    const refused = await client.request(`${target}?fieldValidation=Strict`, unknownField);
    expect(refused.status).toBe(kind === "PatchOptions" ? 422 : 400);
    expect(refused.json.message).toContain('strict decoding error: unknown field "colour"');
    expect((await client.request(mapsPath)).text).toBe(before.text);
    expect((await client.request(`${target}?fieldValidation=Strict`, request)).status).toBe(success);
  });

  test.each(["strict", "None"])("[QRY-07] fieldValidation=%s is rejected with 422", async (value) => {
    await using running = await startWithMaps("a");
    const { client } = running;
    const before = await client.request(mapsPath);
    const refused = await client.request(`${target}?fieldValidation=${value}`, request);
    expect(refused.status).toBe(422);
    expect(refused.json.message).toBe(
      `${kind}.meta.orch.io "" is invalid: fieldValidation: Unsupported value: "${value}": supported values: "", "Ignore", "Strict", "Warn"`,
    );
    expect((await client.request(mapsPath)).text).toBe(before.text);
  });

  test("fieldManager is limited to 128 printable characters", async () => {
    await using running = await startWithMaps("a");
    const { client } = running;
    const long = await client.request(`${target}?fieldManager=${"m".repeat(129)}`, request);
    expect([long.status, long.json.details.causes[0].field]).toEqual([422, "fieldManager"]);
    const unprintable = await client.request(`${target}?fieldManager=a%0Ab`, request);
    expect([unprintable.status, unprintable.json.details.causes[0].field]).toEqual([422, "fieldManager"]);
    expect((await client.request(`${target}?fieldManager=${"m".repeat(128)}`, request)).status).toBe(success);
  });
});

describe("pretty", () => {
  const requests: readonly (readonly [what: string, target: string, request: WireRequest])[] = [
    ["an object", `${mapsPath}/a`, {}],
    ["a list", mapsPath, {}],
    ["discovery", "/api/v1", {}],
    ["an error", `${mapsPath}/none`, {}],
    ["an update", `${mapsPath}/a`, { method: "PUT", body: { metadata: { name: "a" } } }],
    ["a patch", `${mapsPath}/a`, { method: "PATCH", headers: mergePatch, body: { data: { x: "2" } } }],
    ["a creation", mapsPath, { body: { metadata: { generateName: "g-" } } }],
    ["a deletion", `${mapsPath}/b`, { method: "DELETE" }],
  ];

  test.each(requests)(
    "[QRY-09] pretty=true indents the response, and pretty=false does not: %s",
    async (_what, target, request) => {
      await using running = await startWithMaps("a", "b");
      const { client } = running;
      const indented = await client.request(`${target}?pretty=true`, request);
      expect(indented.headers["content-type"]).toBe("application/json");
      expect(indented.text).toMatch(/^\{\n {2}"kind": "\w+",\n {2}"/);
      expect(indented.text).toBe(JSON.stringify(indented.json, null, 2));
      const again = target.endsWith("/b") ? await recreate(running) : undefined;
      expect(again?.status ?? 201).toBe(201);
      const plain = await client.request(`${target}?pretty=false`, request);
      expect(plain.text.trimEnd()).toBe(JSON.stringify(plain.json));
    },
  );

  const recreate = ({ client }: TestServer): Promise<WireResponse> =>
    client.request(mapsPath, { body: { metadata: { name: "b" } } });

  test("[QRY-09] browsers and curl get indented responses unless the request says otherwise", async () => {
    await using running = await startWithMaps("a");
    const { client } = running;
    const headers = { "user-agent": "curl/8.5.0" };
    expect((await client.request(`${mapsPath}/a`, { headers })).text).toMatch(/^\{\n {2}"kind"/);
    expect((await client.request(`${mapsPath}/a?pretty=false`, { headers })).text).toMatch(/^\{"kind"/);
    expect((await client.request(`${mapsPath}/a`)).text).toMatch(/^\{"kind"/);
  });
});

describe("timeoutSeconds", () => {
  test.each(["h1", "h2"] as const)("[QRY-12] timeoutSeconds ends a watch cleanly (%s)", async (protocol) => {
    await using running = await startTestServer({ protocol });
    const { client, clock } = running;
    await createMap(client, "a");
    await using events = await client.watch(`${mapsPath}?watch=1&timeoutSeconds=2`);
    expect((await events.next())?.type).toBe("ADDED");
    await clock.advance(1999);
    await createMap(client, "b");
    expect((await events.next())?.object.metadata.name).toBe("b");
    expect(events.hasEnded).toBe(false);
    await clock.advance(1);
    expect(await events.takeAll()).toEqual([]);
  });

  test("[QRY-12] a list that exceeds timeoutSeconds gets 504", async () => {
    await using running = await startWithMaps("a");
    const { client, clock } = running;
    const future = String(Number(await listVersion(client)) + 1000);
    const idle = clock.pendingCount;
    const asking = client.request(`${mapsPath}?timeoutSeconds=1&resourceVersion=${future}`);
    await until(() => clock.pendingCount >= idle + 3, "the server waits for the version");
    await clock.advance(1000);
    const late = await asking;
    expect(late.status).toBe(504);
    expect(late.json).toMatchObject({
      reason: "Timeout",
      message: "Timeout: request did not complete within requested timeout - context deadline exceeded",
    });
  });

  test("[QRY-12] a watch without timeoutSeconds lasts 30 to 60 minutes", async () => {
    await using running = await startWithMaps();
    const { client, clock } = running;
    const watches = await Promise.all(
      ["", "&timeoutSeconds=0"].map((rest) => client.watch(`${mapsPath}?watch=1${rest}`)),
    );
    await clock.advance(30 * 60_000 - 1);
    await createMap(client, "a");
    for (const events of watches) expect((await events.next())?.type).toBe("ADDED");
    await clock.advance(30 * 60_000 + 1);
    for (const events of watches) expect(await events.takeAll()).toEqual([]);
  });

  test.each(["soon", "1.5", "2s"])(
    "[QRY-12] a timeoutSeconds that is not an integer is rejected: %s",
    async (value) => {
      await using running = await startWithMaps();
      for (const rest of ["", "&watch=1"]) {
        const refused = await running.client.request(`${mapsPath}?timeoutSeconds=${value}${rest}`);
        expectBadRequest(refused, `strconv.ParseInt: parsing "${value}": invalid syntax`);
      }
    },
  );
});
