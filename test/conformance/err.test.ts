import { describe, expect, test } from "vitest";
import { deferred } from "../../src/base/deferred.ts";
import { type EngineFaults, faultyEngine } from "../support/faulty-engine.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { openTestEngine } from "../support/test-store.ts";
import { until } from "../support/until.ts";
import type { WireRequest, WireResponse } from "../support/wire-client.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const pods = "/api/v1/namespaces/default/pods";
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const minuteMs = 60_000;

async function create(running: TestServer, target: string, body: object): Promise<WireResponse["json"]> {
  const answer = await running.client.request(target, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json;
}

const names = ({ json }: WireResponse): string[] =>
  json.items.map((item: { metadata: { name: string } }) => item.metadata.name);

/** Expects a Status in JSON whose code equals the HTTP status. */
function expectStatus(answer: WireResponse, expected: { code: number; reason?: string; message?: unknown }): void {
  const { json, status, headers } = answer;
  expect(headers["content-type"]).toBe("application/json");
  expect(json).toMatchObject({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", ...expected });
  expect(status).toBe(expected.code);
}

/** Sends a request, and advances the clock once the server waits for it. */
async function requestAndAdvance(
  running: TestServer,
  target: string,
  request: WireRequest,
  moveMs: number,
): Promise<WireResponse> {
  const { client, clock } = running;
  const before = clock.pendingCount;
  const answer = client.request(target, request);
  // One timer is the request's deadline, the other one the wait.
  await until(() => clock.pendingCount >= before + 2, "the request waits");
  await clock.advance(moveMs);
  return await answer;
}

test("[ERR-01] a request with strict field validation is rejected with 400, and the error names all unknown and duplicate fields", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const body = '{"metadata":{"name":"a","labels":{"x":"1"},"unknown":1},"data":{"k":"1","k":"2"},"spec":{},"data":{}}';
  const refused = await client.request(`${maps}?fieldValidation=Strict`, { body });
  expectStatus(refused, { code: 400, reason: "BadRequest" });
  expect(refused.json.message).toMatch(
    /^ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: /,
  );
  for (const complaint of ['unknown field "metadata.unknown"', 'unknown field "spec"', 'duplicate field "data"']) {
    expect(refused.json.message).toContain(complaint);
  }
  expect((await client.request(`${maps}/a`)).status).toBe(404);
  expect((await client.request(`${maps}?fieldValidation=Ignore`, { body })).status).toBe(201);
});

test.each([
  [
    "a string instead of an integer",
    { spec: { replicas: "three" } },
    "string into Go struct field DeploymentSpec.spec.replicas of type int32",
  ],
  [
    "a fraction instead of an integer",
    { spec: { replicas: 1.5 } },
    "number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32",
  ],
  ["a list instead of an object", { spec: [] }, "array into Go struct field Deployment.spec of type v1.DeploymentSpec"],
  [
    "a number instead of a string",
    { metadata: { name: 5 } },
    "number into Go struct field ObjectMeta.metadata.name of type string",
  ],
])("[ERR-02] a request with %s is rejected with 400", async (_what, body, mismatch) => {
  await using running = await startTestServer();
  const refused = await running.client.request(deployments, { body });
  expectStatus(refused, {
    code: 400,
    reason: "BadRequest",
    message: `Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal ${mismatch}`,
  });
});

test.each(['{"metadata":', "", "not json", "[]", "{} {}"])(
  "[ERR-02] the body %j is rejected with 400, because it is not an object",
  async (body) => {
    await using running = await startTestServer();
    const refused = await running.client.request(maps, { method: "POST", body });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    // An empty body counts as an object without a name. The other bodies are not objects.
    if (body !== "") expectStatus(refused, { code: 400, reason: "BadRequest" });
  },
);

test("[ERR-03] a list with contradictory parameters is rejected with 400", async () => {
  await using running = await startTestServer();
  const { client } = running;
  for (const name of ["a", "b"]) await create(running, maps, { metadata: { name } });
  const { metadata } = (await client.request(`${maps}?limit=1`)).json;
  const token = encodeURIComponent(metadata.continue);
  const version = metadata.resourceVersion;
  const both = await client.request(`${maps}?limit=1&continue=${token}&resourceVersion=${version}`);
  expectStatus(both, { code: 400, reason: "BadRequest" });
  expect(both.json.message).toBe("specifying resource version is not allowed when using continue");
  const unreadable = await client.request(`${maps}?continue=${token}&resourceVersion=new`);
  expect(unreadable.json.message).toBe("specifying resource version is not allowed when using continue");

  for (const query of [
    "resourceVersionMatch=Exact",
    "resourceVersionMatch=Exact&resourceVersion=0",
    "resourceVersionMatch=NotOlderThan",
    "resourceVersionMatch=Exact&limit=1",
    "resourceVersionMatch=Exact&resourceVersion=0&limit=1",
    "resourceVersionMatch=NotOlderThan&limit=1",
    `resourceVersionMatch=Sometimes&resourceVersion=${version}`,
    `resourceVersionMatch=Exact&resourceVersion=${version}&continue=${token}`,
  ]) {
    expect({ query, status: (await client.request(`${maps}?${query}`)).status }).toEqual({ query, status: 400 });
  }
  for (const query of [`limit=1&continue=${token}`, `resourceVersionMatch=Exact&resourceVersion=${version}`]) {
    expect({ query, status: (await client.request(`${maps}?${query}`)).status }).toEqual({ query, status: 200 });
  }
});

test.each([
  ["dryRun", { dryRun: ["All"] }],
  ["gracePeriodSeconds", { gracePeriodSeconds: 5 }],
  ["orphanDependents", { orphanDependents: false }],
  ["preconditions", { preconditions: { uid: "u" } }],
  ["propagationPolicy", { propagationPolicy: "Background" }],
])("[ERR-04] an unsafe deletion with %s is rejected with 400 and deletes nothing", async (_name, option) => {
  await using running = await startTestServer();
  await create(running, maps, { metadata: { name: "a" } });
  const body = { ignoreStoreReadErrorWithClusterBreakingPotential: true, ...option };
  const refused = await running.client.request(`${maps}/a`, { method: "DELETE", body });
  expect(refused.status).toBe(400);
  expect(refused.json).toMatchObject({ kind: "Status", status: "Failure", code: 400 });
  const { metadata } = (await running.client.request(`${maps}/a`)).json;
  expect(metadata).not.toHaveProperty("deletionTimestamp");
});

test.each(["", "/a", "?watch=1"])(
  "[ERR-05] a request that accepts only unsupported media types returns 406: configmaps%s",
  async (rest) => {
    await using running = await startTestServer();
    await create(running, maps, { metadata: { name: "a" } });
    const refused = await running.client.request(`${maps}${rest}`, { headers: { accept: "text/csv" } });
    expectStatus(refused, { code: 406, reason: "NotAcceptable" });
    expect(refused.json.message).toMatch(/^406: Not Acceptable\n\nAvailable representations: application\/json/);
    const fallback = await running.client.request(`${maps}/a`, { headers: { accept: "text/csv, application/json" } });
    expect(fallback.status).toBe(200);
  },
);

test("[ERR-06] a PUT with an old resourceVersion is rejected with 409 Conflict and changes nothing", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const first = await create(running, maps, { metadata: { name: "a" }, data: { x: "1" } });
  const put = (data: object): Promise<WireResponse> =>
    client.request(`${maps}/a`, { method: "PUT", body: { ...first, data } });
  expect((await put({ x: "2" })).status).toBe(200);
  const refused = await put({ x: "3" });
  expect(refused.status).toBe(409);
  expect(refused.json).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message:
      'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
    reason: "Conflict",
    details: { name: "a", kind: "configmaps" },
    code: 409,
  });
  expect((await client.request(`${maps}/a`)).json.data).toEqual({ x: "2" });
});

test("[ERR-07] a watch, a continued list and an exact list of a version without history return 410", async () => {
  await using running = await startTestServer();
  const { client, clock } = running;
  for (const name of ["a", "b", "c"]) await create(running, maps, { metadata: { name } });
  const first = (await client.request(`${maps}?limit=1`)).json.metadata;
  const exact = `resourceVersion=${first.resourceVersion}&resourceVersionMatch=Exact`;
  const continued = `limit=1&continue=${encodeURIComponent(first.continue)}`;
  expect((await client.request(`${maps}?${exact}`)).status).toBe(200);
  expect((await client.request(`${maps}?${continued}`)).status).toBe(200);

  // History is kept for five minutes. A later compaction deletes it, and only if other writes have followed.
  for (let minute = 0; minute < 20; minute++) {
    await create(running, maps, { metadata: { generateName: "later-" } });
    await clock.advance(minuteMs);
  }
  for (const query of [exact, continued]) {
    const gone = await client.request(`${maps}?${query}`);
    expectStatus(gone, { code: 410, reason: "Expired" });
  }
  expect((await client.request(`${maps}?${exact}`)).json.message).toBe(
    "The resourceVersion for the provided list is too old.",
  );
  expect((await client.request(maps)).status).toBe(200);

  // Neither the store nor a cache has kept the first change.
  await using events = await client.watch(`${maps}?watch=1&resourceVersion=1`);
  expect(await events.next()).toMatchObject({ type: "ERROR", object: { code: 410, reason: "Expired" } });
});

test.each([
  ["get", "/a?resourceVersion=1000000"],
  ["list", "?resourceVersion=1000000"],
  ["limited list", "?resourceVersion=1000000&limit=1"],
])("[ERR-08] a %s at a future version returns 504", async (_verb, rest) => {
  await using running = await startTestServer();
  const made = await create(running, maps, { metadata: { name: "a" } });
  const late = await requestAndAdvance(running, `${maps}${rest}`, {}, 3000);
  expectStatus(late, { code: 504, reason: "Timeout" });
  expect(late.json.message).toBe(
    `Timeout: Too large resource version: 1000000, current: ${made.metadata.resourceVersion}`,
  );
  expect(late.json.details).toEqual({
    causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
    retryAfterSeconds: 1,
  });
  expect(late.headers["retry-after"]).toBe("1");
});

test("[ERR-09] dry runs return the status codes of real requests and change nothing", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const kept = await create(running, maps, { metadata: { name: "a" }, data: { x: "1" } });
  const merge = { "content-type": "application/merge-patch+json" };
  const all = "dryRun=All";
  const created = await client.request(`${maps}?${all}`, { body: { metadata: { name: "b" } } });
  expect(created.status).toBe(201);
  expect(created.json).toMatchObject({ kind: "ConfigMap", metadata: { name: "b" } });
  const taken = await client.request(`${maps}?${all}`, { body: { metadata: { name: "a" } } });
  expectStatus(taken, { code: 409, reason: "AlreadyExists" });
  const put = await client.request(`${maps}/a?${all}`, { method: "PUT", body: { ...kept, data: { x: "2" } } });
  expect([put.status, put.json.data]).toEqual([200, { x: "2" }]);
  const patch = { method: "PATCH", headers: merge, body: { data: { y: "3" } } };
  const patched = await client.request(`${maps}/a?${all}`, patch);
  expect([patched.status, patched.json.data]).toEqual([200, { x: "1", y: "3" }]);
  const deleted = await client.request(`${maps}/a?${all}`, { method: "DELETE" });
  expect(deleted.status).toBe(200);
  expect((await client.request(`${maps}/nobody?${all}`, { method: "DELETE" })).status).toBe(404);

  expect((await client.request(`${maps}/a`)).json).toEqual(kept);
  expect(names(await client.request(maps))).toEqual(["a"]);
});

describe("[ERR-10] the body of an error is a Status", () => {
  test("an error is a Status with details, causes and the HTTP status as its code", async () => {
    await using running = await startTestServer();
    const refused = await running.client.request(deployments, {
      body: { metadata: { name: "d" }, spec: { selector: {}, template: {} } },
    });
    expect(refused.status).toBe(422);
    const { kind, apiVersion, metadata, status, message, reason, details, code, ...others } = refused.json;
    expect({ kind, apiVersion, metadata, status, reason, code, others }).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      reason: "Invalid",
      code: 422,
      others: {},
    });
    expect(message).toMatch(/^Deployment\.apps "d" is invalid: \[/);
    expect(details).toMatchObject({ name: "d", group: "apps", kind: "Deployment" });
    expect(details.causes.length).toBeGreaterThan(1);
    for (const cause of details.causes) {
      expect(Object.keys(cause)).toEqual(["reason", "message", "field"]);
      expect(message).toContain(`${cause.field}: ${cause.message}`);
    }
  });

  test.each(["h1", "h2"] as const)(
    "an error omits empty members and has its members in the usual order (%s)",
    async (protocol) => {
      await using running = await startTestServer({ protocol });
      const missing = await running.client.request(`${deployments}/nobody`);
      expect(missing.text.trimEnd()).toBe(
        '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"deployments.apps \\"nobody\\" not found","reason":"NotFound","details":{"name":"nobody","group":"apps","kind":"deployments"},"code":404}',
      );
      const bad = await running.client.request(`${maps}?limit=many`);
      expect(bad.json).not.toHaveProperty("details");
    },
  );

  test("an error is sent in the media type that the client accepts", async () => {
    await using running = await startTestServer();
    const missing = await running.client.request(`${maps}/nobody`, { headers: { accept: "application/yaml" } });
    expect(missing.status).toBe(404);
    expect(missing.headers["content-type"]).toBe("application/yaml");
    expect(missing.text).toContain("kind: Status\n");
    expect(missing.text).toContain("code: 404\n");
  });
});

describe("[ERR-11] the reason and the code of an error", () => {
  const merge = "application/merge-patch+json";

  test("an invalid request gets the code that belongs to its reason", async () => {
    await using running = await startTestServer();
    const { client, anonymous } = running;
    const stored = await create(running, maps, { metadata: { name: "a" } });
    await client.request(`${maps}/a`, {
      method: "PATCH",
      headers: { "content-type": merge },
      body: { data: { x: "1" } },
    });
    const huge = { metadata: { name: "b" }, data: { x: "x".repeat(4 * 1024 * 1024) } };
    const cases: readonly [reason: string, code: number, answer: WireResponse][] = [
      ["BadRequest", 400, await client.request(maps, { body: "{" })],
      ["Unauthorized", 401, await anonymous.request(maps, { headers: { authorization: "Bearer wrong" } })],
      ["Forbidden", 403, await anonymous.request(maps)],
      ["NotFound", 404, await client.request(`${maps}/nobody`)],
      ["NotFound", 404, await client.request("/api/v1/nothing")],
      ["MethodNotAllowed", 405, await client.request(maps, { method: "PUT", body: {} })],
      ["NotAcceptable", 406, await client.request(maps, { headers: { accept: "text/csv" } })],
      ["AlreadyExists", 409, await client.request(maps, { body: { metadata: { name: "a" } } })],
      ["Conflict", 409, await client.request(`${maps}/a`, { method: "PUT", body: stored })],
      ["RequestEntityTooLarge", 413, await client.request(maps, { body: huge })],
      [
        "UnsupportedMediaType",
        415,
        await client.request(maps, { headers: { "content-type": "text/csv" }, body: "a,b" }),
      ],
      ["Invalid", 422, await client.request(maps, { body: { metadata: { name: "NO" } } })],
    ];
    for (const [reason, code, answer] of cases) expectStatus(answer, { code, reason });
  });

  test("a failure of the server gets 500, 503 or 504 and the matching reason", async () => {
    const faults: EngineFaults = {};
    const engine = await openTestEngine();
    await using running = await startTestServer({ engine: faultyEngine(faults, engine) });
    const { client, clock } = running;
    faults.put = () => Promise.reject(new TypeError("a fault that no client should read about"));
    const faulty = await client.request(maps, { body: { metadata: { name: "a" } } });
    expectStatus(faulty, { code: 500, reason: "InternalError" });
    expect(faulty.text).not.toContain("no client should read");
    expect(faulty.json.message).toContain(faulty.headers["audit-id"]);

    const asked = deferred();
    const held = deferred<number>();
    faults.put = () => {
      asked.resolve();
      return held.promise;
    };
    const slow = client.request(maps, { body: { metadata: { name: "a" } } });
    await asked.promise;
    await clock.advance(minuteMs);
    const late = await slow;
    expectStatus(late, { code: 504, reason: "Timeout" });
    expect(late.json.message).toBe(
      "Timeout: request did not complete within requested timeout - context deadline exceeded",
    );
    held.reject(new Error("the store gives up"));

    await engine[Symbol.asyncDispose]();
    const stopped = await client.request(`${maps}/a`);
    expectStatus(stopped, { code: 503, reason: "ServiceUnavailable" });
  });

  test("a request for a version without history gets 410 and the reason Expired", async () => {
    await using running = await startTestServer();
    const { resourceVersion } = (await create(running, maps, { metadata: { name: "a" } })).metadata;
    for (let minute = 0; minute < 20; minute++) {
      await create(running, maps, { metadata: { generateName: "later-" } });
      await running.clock.advance(minuteMs);
    }
    const query = `resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`;
    expectStatus(await running.client.request(`${maps}?${query}`), { code: 410, reason: "Expired" });
  });
});

test("[ERR-12] a readable object that violates rules is rejected with 422 and one cause per field", async () => {
  await using running = await startTestServer();
  const empty = await running.client.request(pods, { body: { metadata: { name: "p" }, spec: {} } });
  expectStatus(empty, { code: 422, reason: "Invalid" });
  expect(empty.json.message).toBe('Pod "p" is invalid: spec.containers: Required value');
  expect(empty.json.details).toEqual({
    name: "p",
    kind: "Pod",
    causes: [{ reason: "FieldValueRequired", message: "Required value", field: "spec.containers" }],
  });

  const body = {
    metadata: { name: "Not_A_Name", labels: { "not a key": "x" } },
    spec: { containers: [{ name: "c", image: "" }], restartPolicy: "Sometimes" },
  };
  const several = await running.client.request(pods, { body });
  expectStatus(several, { code: 422, reason: "Invalid" });
  const fields = several.json.details.causes.map(({ field }: { field: string }) => field);
  expect(fields).toEqual(
    expect.arrayContaining(["metadata.name", "metadata.labels", "spec.containers[0].image", "spec.restartPolicy"]),
  );
  expect(names(await running.client.request(pods))).toEqual([]);
});

describe("[ERR-13] limits of the size of requests", () => {
  const bodyBytesMax = 3 * 1024 * 1024;

  /** Returns a ConfigMap as JSON of exactly `bytes` bytes. */
  function bodyOf(bytes: number): string {
    const [head, tail] = ['{"metadata":{"name":"a"},"data":{"x":"', '"}}'];
    return `${head}${"x".repeat(bytes - head.length - tail.length)}${tail}`;
  }

  test.each(["h1", "h2"] as const)("a body over 3 MiB is rejected with 413 (%s)", async (protocol) => {
    await using running = await startTestServer({ protocol });
    const { client } = running;
    for (const bytes of [bodyBytesMax + 1, 4 * 1024 * 1024]) {
      const refused = await client.request(maps, { body: bodyOf(bytes) });
      expectStatus(refused, { code: 413, reason: "RequestEntityTooLarge" });
      expect(refused.json.message).toBe("Request entity too large: limit is 3145728");
    }
    // A body of the maximum size is read. It is then rejected because its content is invalid.
    const read = await client.request(maps, { body: bodyOf(bodyBytesMax) });
    expectStatus(read, { code: 422, reason: "Invalid" });
    expect((await client.request(`${maps}/a`)).status).toBe(404);
  });

  test.each(["PUT", "PATCH", "DELETE"])("a body over 3 MiB of a %s is rejected with 413", async (method) => {
    await using running = await startTestServer();
    await create(running, maps, { metadata: { name: "a" } });
    const headers = { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" };
    const body = bodyOf(bodyBytesMax + 1);
    const refused = await running.client.request(`${maps}/a`, { method, headers, body });
    expectStatus(refused, { code: 413, reason: "RequestEntityTooLarge" });
    expect((await running.client.request(`${maps}/a`)).status).toBe(200);
  });

  test("a JSON patch with more than 10,000 operations is rejected with 413", async () => {
    await using running = await startTestServer();
    await create(running, maps, { metadata: { name: "a" }, data: { x: "0" } });
    const patch = (count: number): Promise<WireResponse> =>
      running.client.request(`${maps}/a`, {
        method: "PATCH",
        headers: { "content-type": "application/json-patch+json" },
        body: Array.from({ length: count }, (_, index) => ({ op: "replace", path: "/data/x", value: String(index) })),
      });
    const refused = await patch(10_001);
    expectStatus(refused, { code: 413, reason: "RequestEntityTooLarge" });
    expect(refused.json.message).toBe(
      "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001",
    );
    expect((await patch(10_000)).json.data).toEqual({ x: "9999" });
  });
});

describe("[ERR-14] limits of concurrent requests", () => {
  function expectTooMany({ status, headers, text }: WireResponse): void {
    expect({ status, text }).toEqual({ status: 429, text: "Too many requests, please try again later.\n" });
    expect(headers["retry-after"]).toBe("1");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  }

  /** Returns the response to a request over the limit. It waits for a seat until the clock has passed the longest wait. */
  async function afterLongestWait(
    { running }: HeldServer,
    target: string,
    request?: WireRequest,
  ): Promise<WireResponse> {
    const progress = { hasResponded: false };
    // The limits apply to this user, but not to members of `system:masters`.
    const headers = { ...request?.headers, "impersonate-user": "ann" };
    const response = running.client.request(target, { ...request, headers }).finally(() => {
      progress.hasResponded = true;
    });
    while (!progress.hasResponded) {
      await running.clock.advance(10);
      await new Promise(setImmediate);
    }
    return await response;
  }

  /** Starts a server whose store delays reads or writes until `release` is called. */
  async function startHeld(held: "put" | "progress", flags: readonly string[]): Promise<HeldServer> {
    const gate = deferred();
    const engine = await openTestEngine();
    const faults: EngineFaults = {};
    const simple = ["--enable-priority-and-fairness=false", ...flags];
    const running = await startTestServer({ engine: faultyEngine(faults, engine), flags: simple, protocol: "h2" });
    let waiting = 0;
    const wait = async (): Promise<void> => {
      waiting++;
      await gate.promise;
    };
    if (held === "put") faults.put = (...args) => wait().then(() => engine.put(...args));
    else faults.progress = () => wait().then(() => engine.progress());
    const release = (): void => gate.resolve();
    return {
      running,
      waiting: () => waiting,
      release,
      async [Symbol.asyncDispose]() {
        release();
        await running[Symbol.asyncDispose]();
      },
    };
  }

  interface HeldServer extends AsyncDisposable {
    readonly running: TestServer;
    /** Returns how many requests wait in the store. */
    readonly waiting: () => number;
    readonly release: () => void;
  }

  /** Sends `count` requests over as many connections as needed. */
  async function flood(
    held: HeldServer,
    count: number,
    request: (index: number) => [string, WireRequest?],
  ): Promise<Promise<WireResponse>[]> {
    const answers: Promise<WireResponse>[] = [];
    for (let client = held.running.connect(); answers.length < count; ) {
      answers.push(client.request(...request(answers.length)));
      if (answers.length % 100 === 0) client = held.running.connect();
    }
    await until(() => held.waiting() === count, `${count} requests wait`);
    return answers;
  }

  const write = (index: number): [string, WireRequest] => [maps, { body: { metadata: { name: `m-${index}` } } }];

  test.each([
    { flags: [], max: 200 },
    { flags: ["--max-mutating-requests-inflight=3"], max: 3 },
  ])(
    "writes over the limit of $max get 429 with the flags $flags, while reads, watches and health checks succeed",
    async ({ flags, max }) => {
      await using held = await startHeld("put", flags);
      const { client } = held.running;
      const answers = await flood(held, max, write);
      expectTooMany(await afterLongestWait(held, ...write(max)));
      expectTooMany(await afterLongestWait(held, `${maps}/a`, { method: "DELETE" }));
      expect((await client.request(maps)).status).toBe(200);
      expect((await client.request("/readyz")).status).toBe(200);
      const watch = await client.open(`${maps}?watch=1`);
      expect(watch.status).toBe(200);
      watch.close();

      held.release();
      expect((await Promise.all(answers)).every(({ status }) => status === 201)).toBe(true);
      expect((await client.request(...write(max))).status).toBe(201);
    },
  );

  test.each([
    { flags: [], max: 400 },
    { flags: ["--max-requests-inflight=3"], max: 3 },
  ])(
    "reads over the limit of $max get 429 with the flags $flags, while health checks succeed",
    async ({ flags, max }) => {
      await using held = await startHeld("progress", flags);
      const { client } = held.running;
      const answers = await flood(held, max, () => [`${maps}/nobody`]);
      expectTooMany(await afterLongestWait(held, maps));
      expectTooMany(await afterLongestWait(held, "/version"));
      expect((await client.request("/livez/ping")).status).toBe(200);

      held.release();
      expect((await Promise.all(answers)).every(({ status }) => status === 404)).toBe(true);
      expect((await client.request(maps)).status).toBe(200);
    },
  );

  test("a limit of 0 allows any number of concurrent requests", async () => {
    await using held = await startHeld("put", ["--max-mutating-requests-inflight=0"]);
    const answers = await flood(held, 250, write);
    held.release();
    expect((await Promise.all(answers)).every(({ status }) => status === 201)).toBe(true);
  });
});

test("[ERR-15] a list without a limit returns all objects", async () => {
  await using running = await startTestServer();
  const count = 5000;
  for (let start = 0; start < count; start += 100) {
    const answers = Array.from({ length: 100 }, (_, offset) => {
      const name = `m-${String(start + offset).padStart(4, "0")}`;
      return running.server.request(maps, { body: { metadata: { name } } });
    });
    expect((await Promise.all(answers)).every(({ status }) => status === 201)).toBe(true);
  }
  const listed = await running.client.request(maps);
  expect(listed.status).toBe(200);
  expect(listed.json.items).toHaveLength(count);
  expect(new Set(names(listed)).size).toBe(count);
  expect(listed.json.metadata).not.toHaveProperty("continue");
  expect(listed.json.metadata).not.toHaveProperty("remainingItemCount");
});
