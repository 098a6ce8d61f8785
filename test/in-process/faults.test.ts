/** Injected faults over every transport. */
import { describe, expect, test } from "vitest";
import type { FaultCode } from "../../src/app/server.ts";
import { type AccessClient, accessPaths, connectThrough, type StreamedResponse } from "../support/access-paths.ts";
import { mapsPath } from "../support/config-maps.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

interface AccessedServer extends AsyncDisposable {
  readonly fixture: TestServer;
  readonly access: AccessClient;
}

async function startAndConnect(name: (typeof accessPaths)[number]): Promise<AccessedServer> {
  const fixture = await startTestServer();
  const access = connectThrough(fixture, name);
  const dispose = async (): Promise<void> => {
    await access[Symbol.asyncDispose]();
    await fixture[Symbol.asyncDispose]();
  };
  return { fixture, access, [Symbol.asyncDispose]: dispose };
}

const create = (access: AccessClient, name: string): Promise<StreamedResponse> =>
  access.open(mapsPath, { body: { metadata: { name }, data: { colour: "blue" } } });
const statusOf = async (answer: Promise<StreamedResponse>): Promise<number> => {
  const { status, json } = await answer;
  await json();
  return status;
};

/** Reads a watch until `text` has arrived. */
async function readUntil(text: string, pieces: AsyncIterator<Buffer>): Promise<void> {
  for (let read = ""; !read.includes(text); ) {
    const { value, done } = await pieces.next();
    if (done) throw new Error(`the watch ended without ${text}, after ${read}`);
    read += String(value);
  }
}

describe.each(accessPaths)("over %s", (name) => {
  test.each<[FaultCode, string, object]>([
    [401, "Unauthorized", { message: "Unauthorized" }],
    [403, "Forbidden", { message: 'configmaps "settings" is forbidden: fault injected by a test' }],
    [404, "NotFound", { message: 'configmaps "settings" not found' }],
    [
      409,
      "Conflict",
      {
        message:
          'Operation cannot be fulfilled on configmaps "settings": the object has been modified; please apply your changes to the latest version and try again',
        details: { name: "settings", kind: "configmaps" },
      },
    ],
    [410, "Expired", { message: "The resourceVersion for the provided list is too old." }],
    [
      429,
      "TooManyRequests",
      { message: "Too many requests, please try again later.", details: { retryAfterSeconds: 1 } },
    ],
    [500, "InternalError", { message: "Internal error occurred: fault injected by a test" }],
    [503, "ServiceUnavailable", { message: "fault injected by a test" }],
    [504, "Timeout", { message: "Timeout: fault injected by a test" }],
  ])("an injected error %d is a Status with the reason %s, and nothing changes", async (code, reason, more) => {
    await using on = await startAndConnect(name);
    const { access, fixture } = on;
    expect(await statusOf(create(access, "settings"))).toBe(201);
    const fault = fixture.server.faults.add({ verb: "delete", resource: "configmaps", error: code });
    const refused = await access.open(`${mapsPath}/settings`, { method: "DELETE" });
    expect(refused.status).toBe(code);
    expect(refused.header("retry-after")).toBe(code === 429 ? "1" : undefined);
    expect(await refused.json()).toMatchObject({
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      reason,
      code,
      ...more,
    });
    fault.remove();
    expect(await statusOf(access.open(`${mapsPath}/settings`))).toBe(200);
  });

  test("a fault applies to the given number of requests of its verb, resource, namespace and name", async () => {
    await using on = await startAndConnect(name);
    const { access, fixture } = on;
    for (const each of ["one", "two"]) expect(await statusOf(create(access, each))).toBe(201);
    const fault = fixture.server.faults.add({
      verb: "get",
      resource: "configmaps",
      namespace: "default",
      name: "one",
      times: 2,
      error: 500,
    });
    expect(await statusOf(access.open(mapsPath))).toBe(200);
    expect(await statusOf(access.open(`${mapsPath}/two`))).toBe(200);
    expect(await statusOf(access.open("/api/v1/namespaces/other/configmaps/one"))).toBe(404);
    expect(await statusOf(access.open("/api/v1/namespaces/default/secrets/one"))).toBe(404);
    expect(fault.hits).toBe(0);
    const answers = [];
    for (let round = 0; round < 3; round++) answers.push(await statusOf(access.open(`${mapsPath}/one`)));
    expect(answers).toEqual([500, 500, 200]);
    expect(fault.hits).toBe(2);
  });

  test("a delayed request waits until the clock moves, and changes nothing before", async () => {
    await using on = await startAndConnect(name);
    const { access, fixture } = on;
    const { server, clock } = fixture;
    const fault = server.faults.add({ verb: "create", resource: "configmaps", delayMs: 5000 });
    let answered = false;
    const creation = create(access, "slow").then((answer) => {
      answered = true;
      return answer;
    });
    await until(() => fault.hits === 1, "the request is held");
    await clock.advance(4999);
    expect(await statusOf(access.open(`${mapsPath}/slow`))).toBe(404);
    expect(answered).toBe(false);
    await clock.advance(1);
    expect((await creation).status).toBe(201);
    expect(await statusOf(access.open(`${mapsPath}/slow`))).toBe(200);
  });

  test("a request that is delayed beyond its time limit gets 504", async () => {
    await using on = await startAndConnect(name);
    const { access, fixture } = on;
    const fault = fixture.server.faults.add({ verb: "list", resource: "*", delayMs: 90_000 });
    const listing = access.open(mapsPath);
    await until(() => fault.hits === 1, "the request is held");
    await fixture.clock.advance(60_000);
    const answer = await listing;
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({ kind: "Status", reason: "Timeout", code: 504 });
  });

  test("a fault drops open watches at once, and others continue", async () => {
    await using on = await startAndConnect(name);
    const { access, fixture } = on;
    expect(await statusOf(create(access, "settings"))).toBe(201);
    const doomed = (await access.open(`${mapsPath}?watch=1&resourceVersion=0`)).body[Symbol.asyncIterator]();
    const spared = (await access.open("/api/v1/namespaces?watch=1&resourceVersion=0")).body[Symbol.asyncIterator]();
    await readUntil('"settings"', doomed);
    await readUntil('"default"', spared);
    const fault = fixture.server.faults.add({ verb: "watch", resource: "configmaps", times: 1, dropWatch: true });
    await expect(doomed.next()).rejects.toThrow();
    expect(fault.hits).toBe(1);
    expect(await statusOf(access.open("/api/v1/namespaces", { body: { metadata: { name: "later" } } }))).toBe(201);
    await readUntil('"later"', spared);
    // The fault applied once, so the client's next watch succeeds.
    const resumed = await access.open(`${mapsPath}?watch=1&resourceVersion=0`);
    await readUntil('"settings"', resumed.body[Symbol.asyncIterator]());
  });

  test("a fault drops new watches before they are answered", async () => {
    await using on = await startAndConnect(name);
    const { access, fixture } = on;
    const fault = fixture.server.faults.add({ verb: "watch", resource: "configmaps", dropWatch: true });
    await expect(access.open(`${mapsPath}?watch=1`)).rejects.toThrow();
    expect(await statusOf(access.open(mapsPath))).toBe(200);
    fault.remove();
    expect((await access.open(`${mapsPath}?watch=1`)).status).toBe(200);
  });
});

test("clear() removes all faults and releases the requests that they delay", async () => {
  await using fixture = await startTestServer();
  const { server } = fixture;
  const held = server.faults.add({ verb: "get", resource: "namespaces", times: 1, delayMs: 1000 });
  server.faults.add({ verb: "list", resource: "namespaces", error: 503 });
  const waiting = server.request("/api/v1/namespaces/default");
  await until(() => held.hits === 1, "the request is held");
  server.faults.clear();
  expect((await waiting).status).toBe(200);
  expect((await server.request("/api/v1/namespaces")).status).toBe(200);
});

test("a server can be closed while faults delay requests", async () => {
  const fixture = await startTestServer();
  const { server } = fixture;
  const fault = server.faults.add({ verb: "get", resource: "namespaces", delayMs: 1000 });
  const waiting = server.request("/api/v1/namespaces/default");
  await until(() => fault.hits === 1, "the request is held");
  await fixture[Symbol.asyncDispose]();
  expect((await waiting).status).toBe(200);
});

test("a delayed request changes nothing if its client disconnects", async () => {
  await using fixture = await startTestServer();
  const { server, clock } = fixture;
  const fault = server.faults.add({ verb: "create", resource: "configmaps", delayMs: 1000 });
  const client = new AbortController();
  const creation = server.request(mapsPath, { body: { metadata: { name: "never" } }, signal: client.signal });
  await until(() => fault.hits === 1, "the request is held");
  client.abort();
  await expect(creation).rejects.toBe(client.signal.reason);
  await clock.advance(1000);
  expect((await server.request(`${mapsPath}/never`)).status).toBe(404);
});

test("an unauthorized request gets 403 and does not use up the fault", async () => {
  await using fixture = await startTestServer();
  const { server, anonymous } = fixture;
  const fault = server.faults.add({ verb: "*", resource: "*", error: 500 });
  expect((await anonymous.request(mapsPath)).status).toBe(403);
  expect(fault.hits).toBe(0);
  expect((await server.request("/readyz")).status).toBe(200);
});
