import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ManualClock, startServer } from "../../src/app/server.ts";
import { namesOf } from "../support/config-maps.ts";
import { coreEvent, coreEvents, newEvent, newEvents } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { selectedTestStore } from "../support/test-store.ts";
import { createObject, deleteObject, getObject, patch } from "../support/writes.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Starts a server that deletes expired Events itself. etcd would delete them by its own clock. */
const start = (flags: readonly string[] = []): Promise<TestServer> =>
  startTestServer({
    vocabulary: "kubernetes",
    flags,
    ...(selectedTestStore() === "etcd" ? { engine: "memory" } : {}),
  });

async function names({ client }: TestServer, collection = coreEvents): Promise<string[]> {
  return namesOf(await client.request(collection));
}

describe("the lifetime of Events", () => {
  test("an Event of either version is deleted after an hour, and objects of other kinds remain", async () => {
    await using running = await start();
    const { client, clock } = running;
    await createObject(client, coreEvents, coreEvent("a"));
    await createObject(client, newEvents, newEvent("b"));
    await createObject(client, "/api/v1/namespaces/default/configmaps", { metadata: { name: "lasting" } });
    await clock.advance(hourMs - 1);
    expect(await names(running)).toEqual(["a", "b"]);
    await clock.advance(1);
    expect(await names(running)).toEqual([]);
    expect(await names(running, newEvents)).toEqual([]);
    expect((await client.request("/api/v1/namespaces/default/configmaps/lasting")).status).toBe(200);
  });

  test("an update of an Event restarts its hour, but an update without changes does not", async () => {
    await using running = await start();
    const { client, clock } = running;
    for (const name of ["left", "same", "changed"]) await createObject(client, coreEvents, coreEvent(name));
    await clock.advance(40 * minuteMs);
    expect((await patch(client, `${coreEvents}/changed`, "merge", { count: 4 })).status).toBe(200);
    expect((await patch(client, `${coreEvents}/same`, "merge", { count: 3 })).status).toBe(200);
    await clock.advance(20 * minuteMs);
    expect(await names(running)).toEqual(["changed"]);
    await clock.advance(40 * minuteMs);
    expect(await names(running)).toEqual([]);
  });

  test("each Event has its own hour", async () => {
    await using running = await start();
    for (const name of ["a", "b", "c"]) {
      await createObject(running.client, coreEvents, coreEvent(name));
      await running.clock.advance(10 * minuteMs);
    }
    await running.clock.advance(30 * minuteMs);
    expect(await names(running)).toEqual(["b", "c"]);
    await running.clock.advance(10 * minuteMs);
    expect(await names(running)).toEqual(["c"]);
  });

  test("watches in both versions receive the deletion of an expired Event with its last state", async () => {
    await using running = await start();
    const { client, clock } = running;
    await using inCore = await client.watch(`${coreEvents}?watch=true&timeoutSeconds=7200`);
    await using inNew = await client.watch(`${newEvents}?watch=true&timeoutSeconds=7200`);
    const { metadata } = await createObject(client, coreEvents, coreEvent("a"));
    await clock.advance(hourMs);
    const [added, deleted] = await inCore.take(2);
    expect([added?.type, deleted?.type]).toEqual(["ADDED", "DELETED"]);
    expect(deleted?.object).toMatchObject({ apiVersion: "v1", metadata: { name: "a", uid: metadata.uid }, count: 3 });
    expect(Number(deleted?.object.metadata.resourceVersion)).toBeGreaterThan(Number(metadata.resourceVersion));
    const [, gone] = await inNew.take(2);
    expect(gone).toMatchObject({ type: "DELETED", object: { apiVersion: "events.k8s.io/v1", deprecatedCount: 3 } });
  });

  test("an expired Event with finalizers is deleted", async () => {
    await using running = await start();
    await createObject(
      running.client,
      coreEvents,
      coreEvent("a", { metadata: { name: "a", finalizers: ["example.com/x"] } }),
    );
    await running.clock.advance(hourMs);
    expect(await names(running)).toEqual([]);
  });

  test("a new Event with the name of a deleted one has its own hour", async () => {
    await using running = await start();
    const { client, clock } = running;
    await createObject(client, coreEvents, coreEvent("a"));
    await clock.advance(30 * minuteMs);
    expect((await deleteObject(client, `${coreEvents}/a`)).status).toBe(200);
    await createObject(client, coreEvents, coreEvent("a", { count: 9 }));
    await clock.advance(30 * minuteMs);
    expect((await getObject(client, `${coreEvents}/a`)).count).toBe(9);
    await clock.advance(30 * minuteMs);
    expect(await names(running)).toEqual([]);
  });

  test("more expired Events than one batch removes are all deleted", async () => {
    await using running = await start(["--max-mutating-requests-inflight=0"]);
    await Promise.all(
      Array.from({ length: 1200 }, (_, index) =>
        running.server.request(coreEvents, { method: "POST", body: coreEvent(`event-${index}`) }),
      ),
    );
    expect(await names(running)).toHaveLength(1200);
    await using watch = await running.client.watch(`${coreEvents}?watch=true&timeoutSeconds=7200`);
    await running.clock.advance(hourMs);
    const events = await watch.take(2400);
    expect(events.filter(({ type }) => type === "DELETED")).toHaveLength(1200);
    expect(await names(running)).toEqual([]);
  });
});

describe("--event-ttl", () => {
  test("--event-ttl sets the lifetime of Events", async () => {
    await using running = await start(["--event-ttl=90s"]);
    await createObject(running.client, coreEvents, coreEvent("a"));
    await running.clock.advance(90_000 - 1);
    expect(await names(running)).toEqual(["a"]);
    await running.clock.advance(1);
    expect(await names(running)).toEqual([]);
  });

  test("--event-ttl=0 keeps Events until they are deleted", async () => {
    await using running = await start(["--event-ttl=0"]);
    await createObject(running.client, coreEvents, coreEvent("a"));
    await running.clock.advance(100 * hourMs);
    expect(await names(running)).toEqual(["a"]);
    expect((await deleteObject(running.client, `${coreEvents}/a`)).status).toBe(200);
    expect(await names(running)).toEqual([]);
  });
});

interface InProcessOptions {
  readonly engine?: { readonly lmdb: string };
  readonly clock?: ManualClock;
  readonly flags?: readonly string[];
}

const inProcess = async ({ clock = new ManualClock(), ...options }: InProcessOptions = {}) =>
  await startServer({ vocabulary: "kubernetes", clock, ...options });

type InProcess = Awaited<ReturnType<typeof inProcess>>;

const post = async (server: InProcess, name: string): Promise<void> => {
  const answer = await server.request(coreEvents, { method: "POST", body: coreEvent(name) });
  expect(answer.status).toBe(201);
};

const listEventNames = async (server: InProcess): Promise<string[]> => {
  const answer = await server.request(coreEvents);
  const list = await answer.json<{ items: { metadata: { name: string } }[] }>();
  return list.items.map(({ metadata }) => metadata.name);
};

/** Waits until the expected Events are listed. Deleting from a disk takes some time. */
const waitForEvents = async (
  server: InProcess,
  wanted: readonly string[],
  meanwhile: () => Promise<unknown> = nextTurn,
): Promise<void> => {
  const deadlineMs = performance.now() + 10_000;
  while (performance.now() < deadlineMs && (await listEventNames(server)).length !== wanted.length) await meanwhile();
  expect(await listEventNames(server)).toEqual(wanted);
};

describe("the lifetime of Events across restarts, forks and restores", () => {
  test("the lifetime of an Event continues across restarts, even if --event-ttl changes", async () => {
    const directory = await mkdtemp(join(tmpdir(), "orch-expiry-"));
    try {
      const engine = { lmdb: directory };
      const startMs = Date.UTC(2025, 0, 1);
      const first = await inProcess({ engine, clock: new ManualClock(startMs) });
      await post(first, "early");
      await first.clock.advance(30 * minuteMs);
      await post(first, "late");
      await first.close();

      const clock = new ManualClock(startMs + 45 * minuteMs);
      await using second = await inProcess({ engine, clock, flags: ["--event-ttl=0"] });
      expect(await listEventNames(second)).toEqual(["early", "late"]);
      await clock.advance(15 * minuteMs - 1);
      expect(await listEventNames(second)).toEqual(["early", "late"]);
      await clock.advance(1);
      await waitForEvents(second, ["late"]);
      await clock.advance(30 * minuteMs);
      await waitForEvents(second, []);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  test("an Event that expired while no server ran is deleted at the next start", async () => {
    const directory = await mkdtemp(join(tmpdir(), "orch-expiry-"));
    try {
      const engine = { lmdb: directory };
      const startMs = Date.UTC(2025, 0, 1);
      const first = await inProcess({ engine, clock: new ManualClock(startMs) });
      await post(first, "a");
      await first.close();
      const clock = new ManualClock(startMs + 2 * hourMs);
      await using second = await inProcess({ engine, clock });
      await waitForEvents(second, [], () => clock.advance(1));
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  test("a fork deletes expired Events by its own clock", async () => {
    await using server = await inProcess();
    await post(server, "a");
    await server.clock.advance("30m");
    await using fork = await server.fork();
    await fork.clock.advance("30m");
    expect(await listEventNames(fork)).toEqual([]);
    expect(await listEventNames(server)).toEqual(["a"]);
    await server.clock.advance("30m");
    expect(await listEventNames(server)).toEqual([]);
  });

  test.each(["end", "follow"] as const)(
    "a restored Event expires by the time of the restored state (watches %s)",
    async (watches) => {
      await using server = await inProcess();
      const { clock } = server;
      await post(server, "a");
      await clock.advance("30m");
      const snapshot = server.snapshot();
      await clock.advance("30m");
      await post(server, "b");
      expect(await listEventNames(server)).toEqual(["b"]);
      await server.restore(snapshot, { watches });
      expect(await listEventNames(server)).toEqual(["a"]);
      await clock.advance(30 * minuteMs - 1);
      expect(await listEventNames(server)).toEqual(["a"]);
      await clock.advance(1);
      expect(await listEventNames(server)).toEqual([]);
    },
  );
});
