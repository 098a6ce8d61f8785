/** Behaviour that depends on time, on a clock that the test advances. Nothing happens until the clock moves. */
import { describe, expect, test } from "vitest";
import { type InProcessRequest, ManualClock, type RunningServer, startServer } from "../../src/app/server.ts";
import { mapsPath } from "../support/config-maps.ts";
import { JsonLines } from "../support/json-lines.ts";
import { startStoredServer } from "../support/stored-server.ts";
import { StoreClock } from "../support/test-store.ts";
import { until } from "../support/until.ts";
import type { WatchEventDocument } from "../support/wire-client.ts";

type Server = RunningServer<ManualClock>;
type ApiDocument = WatchEventDocument["object"];

// Controllers would add timers and read all objects.
const start = (): Promise<Server> => startStoredServer({ clock: new StoreClock(), controllers: [] });

async function send(server: Server, target: string, request?: InProcessRequest): Promise<[number, ApiDocument]> {
  const answer = await server.request(target, request);
  return [answer.status, await answer.json<ApiDocument>()];
}

async function create(server: Server, name: string): Promise<string> {
  const [status, { metadata }] = await send(server, mapsPath, { body: { metadata: { name } } });
  expect(status).toBe(201);
  return metadata.resourceVersion;
}

async function watch(server: Server, query: string): Promise<JsonLines<WatchEventDocument>> {
  const { status, body } = await server.request(`${mapsPath}?watch=1&${query}`);
  expect(status).toBe(200);
  return new JsonLines({ body, close: () => undefined });
}

/** Returns an object that is empty while the request waits, and gets the response's status and body when it arrives. */
function outcomeOf(asked: Promise<[number, ApiDocument]>): { status?: number; body?: ApiDocument } {
  const outcome: { status?: number; body?: ApiDocument } = {};
  void asked.then(([status, body]) => Object.assign(outcome, { status, body }));
  return outcome;
}

describe("advancing the clock", () => {
  test("versions, watches and continue tokens expire with 410 when the clock passes the history", async () => {
    await using server = await start();
    const old = await create(server, "a");
    await create(server, "b");
    const [, { metadata }] = await send(server, `${mapsPath}?limit=1`);
    const goingOn = [
      // The cache keeps recent events of rarely changed objects for longer than the store keeps history. No request has
      // started a cache of Secrets yet.
      `/api/v1/namespaces/default/secrets?watch=1&resourceVersion=${old}`,
      `${mapsPath}?resourceVersion=${old}&resourceVersionMatch=Exact`,
      `${mapsPath}?limit=1&continue=${metadata.continue}`,
    ];
    await server.clock.advance("4m");
    for (const target of goingOn) {
      const answer = await server.request(target);
      expect(answer.status).toBe(200);
      await answer.body[Symbol.asyncIterator]().return?.();
    }
    await server.clock.advance("6m");
    // A list at exactly the current version never needs history. After another write, that version is no longer
    // current.
    const present = await create(server, "c");
    await server.clock.advance("10m");
    const expired = { kind: "Status", reason: "Expired", code: 410 };
    const [watching = "", ...listing] = goingOn;
    expect(await send(server, watching)).toMatchObject([200, { type: "ERROR", object: expired }]);
    for (const target of listing) expect(await send(server, target)).toMatchObject([410, expired]);
    expect((await send(server, `${mapsPath}?resourceVersion=${present}&resourceVersionMatch=Exact`))[0]).toBe(200);
  });

  test("a watch ends when the clock reaches its timeout", async () => {
    await using server = await start();
    const events = await watch(server, "timeoutSeconds=300");
    await server.clock.advance("4m59.999s");
    await create(server, "a");
    expect((await events.take(1))[0]?.object.metadata.name).toBe("a");
    expect(events.hasEnded).toBe(false);
    await server.clock.advance(1);
    expect(await events.next()).toBeUndefined();
  });

  test("advancing the clock by an hour at once sends the same bookmarks as many small steps", async () => {
    await using server = await start();
    const events = await watch(server, "allowWatchBookmarks=true&timeoutSeconds=3600");
    await server.clock.advance("1h");
    const seen = await events.takeAll();
    expect(new Set(seen.map(({ type }) => type))).toEqual(new Set(["BOOKMARK"]));
    // A bookmark is sent every 45 to 60 seconds, and one before the end.
    expect(seen.length).toBeGreaterThanOrEqual(60);
    expect(seen.length).toBeLessThanOrEqual(81);
  });

  test.each([
    ["its requested timeout", "?timeout=5s", "5s"],
    ["the default timeout", "", "1m"],
  ])("a request that exceeds %s gets 504", async (_title, query, time) => {
    await using server = await start();
    const held = server.faults.add({ verb: "list", resource: "configmaps", delayMs: 3_600_000 });
    const outcome = outcomeOf(send(server, `${mapsPath}${query}`));
    await until(() => held.hits === 1, "the request is held");
    await server.clock.advance(query ? "4.999s" : "59.999s");
    expect(outcome).toEqual({});
    await server.clock.advance("1ms");
    await until(() => outcome.status !== undefined, `an answer after ${time}`);
    expect(outcome).toMatchObject({ status: 504, body: { kind: "Status", reason: "Timeout", code: 504 } });
  });

  test("a read of a future version gives up after three seconds", async () => {
    await using server = await start();
    await create(server, "a");
    const outcome = outcomeOf(send(server, `${mapsPath}?resourceVersion=1000000`));
    const idle = server.clock.pendingCount;
    await until(() => server.clock.pendingCount > idle, "the read waits");
    await server.clock.advance("2.999s");
    expect(outcome).toEqual({});
    await server.clock.advance("1ms");
    await until(() => outcome.status !== undefined, "an answer");
    expect(outcome).toMatchObject({ status: 504, body: { details: { retryAfterSeconds: 1 } } });
  });

  test("timestamps of creations, deletions with grace periods, and ages come from the clock", async () => {
    await using server = await start();
    const pods = "/api/v1/namespaces/default/pods";
    await server.clock.advance("1h30m");
    const body = { metadata: { name: "p" }, spec: { nodeName: "n", containers: [{ name: "c", image: "i" }] } };
    const [, made] = await send(server, pods, { body });
    expect(made.metadata.creationTimestamp).toBe("2025-01-01T01:30:00Z");
    await server.clock.advance("5m");
    const headers = { accept: "application/json;as=Table;g=meta.orch.io;v=v1" };
    const [, table] = await send(server, pods, { headers });
    const age = table.columnDefinitions.findIndex(({ name }: { name: string }) => name === "Age");
    expect(table.rows[0].cells[age]).toBe("5m");
    const [, marked] = await send(server, `${pods}/p?gracePeriodSeconds=90`, { method: "DELETE" });
    expect(marked.metadata).toMatchObject({
      deletionTimestamp: "2025-01-01T01:36:30Z",
      deletionGracePeriodSeconds: 90,
    });
  });
});

test("a request keeps the process alive while it waits, unless only the test can move the clock", async () => {
  const timersOfRequest = async (options: Parameters<typeof startServer>[0]): Promise<number> => {
    await using server = await startServer(options);
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = timers();
    const response = server.request(mapsPath);
    const during = timers();
    await response;
    return during - before;
  };
  expect(await timersOfRequest({})).toBe(1);
  expect(await timersOfRequest({ clock: new ManualClock() })).toBe(0);
});
