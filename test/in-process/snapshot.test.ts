/** Snapshots, restores and forks of servers inside a test. Only a store in memory supports them. */
import { describe, expect, test } from "vitest";
import { ManualClock, type RunningServer, seededRandom, startServer } from "../../src/app/server.ts";
import { openMemoryEngine } from "../../src/storage/index.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { changeMap, createMap, deleteMap, listVersion, mapsPath, namesOf } from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";
import { withSeed } from "../support/with-seed.ts";

/** Sends a request. Returns the response's body, with `status` replaced by the HTTP status. */
// oxlint-disable-next-line typescript/no-explicit-any
async function send(server: RunningServer, target: string, body?: unknown, method?: string): Promise<any> {
  const answer = await server.request(target, { body, ...(method ? { method } : {}) });
  return { ...(await answer.json<object>()), status: answer.status };
}

const create = (
  server: RunningServer,
  name: string,
  data = {},
): Promise<{ status: number; metadata: { uid: string } }> => send(server, mapsPath, { metadata: { name }, data });

async function namesIn(server: RunningServer): Promise<string[]> {
  const { items } = (await send(server, mapsPath)) as { items: { metadata: { name: string } }[] };
  return items.map(({ metadata }) => metadata.name);
}

describe("restore()", () => {
  test("restore() brings back the objects of the snapshot any number of times", async () => {
    await using fixture = await startTestServer({ engine: "memory" });
    const { server, client } = fixture;
    await createMap(client, "kept", { data: { colour: "blue" } });
    await createMap(client, "deleted");
    const before = await client.request(`${mapsPath}/kept`);
    const snapshot = server.snapshot();
    for (let round = 0; round < 3; round++) {
      await changeMap(client, "kept", { colour: "green" });
      await deleteMap(client, "deleted");
      await createMap(client, "new");
      await server.restore(snapshot);
      expect(namesOf(await client.request(mapsPath))).toEqual(["deleted", "kept"]);
      expect((await client.request(`${mapsPath}/kept`)).json).toEqual(before.json);
      expect((await client.request(`${mapsPath}/new`)).status).toBe(404);
    }
  });

  test("restore() ends watches, earlier versions become too old, and a new list works", async () => {
    await using fixture = await startTestServer({ engine: "memory" });
    const { server, client } = fixture;
    await createMap(client, "one");
    const snapshot = server.snapshot();
    const seen = (await createMap(client, "two")).json.metadata.resourceVersion;
    await using watch = await client.watch(`${mapsPath}?watch=1&resourceVersion=${seen}`);
    await server.restore(snapshot);
    expect(await watch.takeAll()).toEqual([]);
    const resumed = await client.request(`${mapsPath}?watch=1&resourceVersion=${seen}`);
    expect(resumed.status).toBe(200);
    expect(resumed.json).toMatchObject({ type: "ERROR", object: { reason: "Expired", code: 410 } });
    const listed = await listVersion(client);
    expect(Number(listed)).toBeGreaterThan(Number(seen));
    await using next = await client.watch(`${mapsPath}?watch=1&resourceVersion=${listed}`);
    await createMap(client, "three");
    expect(await next.take(1)).toMatchObject([{ type: "ADDED", object: { metadata: { name: "three" } } }]);
  });

  test("restore() rejects updates at versions after the snapshot and never reuses them", async () => {
    await using fixture = await startTestServer({ engine: "memory" });
    const { server, client } = fixture;
    const original = (await createMap(client, "one")).json;
    const snapshot = server.snapshot();
    const later = await changeMap(client, "one", { colour: "green" });
    await server.restore(snapshot);
    const put = (
      resourceVersion: string,
    ): Promise<{ status: number; json: { metadata: { resourceVersion: string } } }> =>
      client.request(`${mapsPath}/one`, {
        method: "PUT",
        body: { ...original, metadata: { ...original.metadata, resourceVersion }, data: { colour: "red" } },
      });
    expect((await put(later)).status).toBe(409);
    const updated = await put(original.metadata.resourceVersion);
    expect(updated.status).toBe(200);
    expect(Number(updated.json.metadata.resourceVersion)).toBeGreaterThan(Number(later));
  });

  test("restore() invalidates the continue tokens of earlier lists", async () => {
    await using fixture = await startTestServer({ engine: "memory" });
    const { server, client } = fixture;
    for (const name of ["a", "b", "c"]) await createMap(client, name);
    const snapshot = server.snapshot();
    const page = await client.request(`${mapsPath}?limit=1`);
    await server.restore(snapshot);
    const next = await client.request(`${mapsPath}?limit=1&continue=${page.json.metadata.continue}`);
    expect(next.status).toBe(410);
    expect(next.json.reason).toBe("Expired");
  });

  test("restore() resets a manual clock and a seeded source of uids", async () => {
    const clock = new ManualClock();
    await using server = await startServer({ clock, random: seededRandom(5) });
    await clock.advance("1h");
    const snapshot = server.snapshot();
    const first = await create(server, "one");
    await clock.advance("2h");
    await server.restore(snapshot);
    expect(new Date(clock.nowMs()).toISOString()).toBe("2025-01-01T01:00:00.000Z");
    const second = await create(server, "one");
    expect(second.metadata).toMatchObject({ uid: first.metadata.uid, creationTimestamp: "2025-01-01T01:00:00Z" });
  });

  test("restore() works after history was compacted", async () => {
    await using fixture = await startTestServer({ engine: "memory" });
    const { server, client, clock } = fixture;
    await createMap(client, "one");
    const snapshot = server.snapshot();
    await changeMap(client, "one", { colour: "green" });
    await clock.advance(11 * 60_000);
    await server.restore(snapshot);
    await changeMap(client, "one", { colour: "red" });
    await clock.advance(11 * 60_000);
    expect((await client.request(`${mapsPath}/one`)).json.data).toEqual({ colour: "red" });
  });

  test("requests during restore() wait for the restored state", async () => {
    await using server = await startServer();
    const snapshot = server.snapshot();
    await create(server, "one");
    const restored = server.restore(snapshot);
    const listed = namesIn(server);
    const created = create(server, "two");
    expect(await listed).toEqual([]);
    expect((await created).status).toBe(201);
    await restored;
    expect(await namesIn(server)).toEqual(["two"]);
  });

  test("restore() drops the effect of a delayed request and keeps injected faults", async () => {
    await using fixture = await startTestServer({ engine: "memory" });
    const { server, clock } = fixture;
    const snapshot = server.snapshot();
    const delay = server.faults.add({ verb: "create", resource: "configmaps", times: 1, delayMs: 1000 });
    const refused = server.faults.add({ verb: "list", resource: "configmaps", error: 503 });
    const held = create(server, "one");
    await until(() => delay.hits === 1, "the request is held");
    await server.restore(snapshot);
    await clock.advance(1000);
    expect((await held).status).toBeGreaterThanOrEqual(500);
    expect((await send(server, mapsPath)).status).toBe(503);
    refused.remove();
    expect(await namesIn(server)).toEqual([]);
  });

  test("two concurrent calls of restore() run one after the other", async () => {
    await using server = await startServer();
    const empty = server.snapshot();
    await create(server, "one");
    const full = server.snapshot();
    await Promise.all([server.restore(empty), server.restore(full)]);
    expect(await namesIn(server)).toEqual(["one"]);
  });

  test("restore() accepts a snapshot of another server with the same configuration", async () => {
    await using source = await startServer();
    await create(source, "one");
    const snapshot = source.snapshot();
    await source.close();
    await using server = await startServer();
    await server.restore(snapshot);
    expect(await namesIn(server)).toEqual(["one"]);
  });
});

test.each([10, 20, 25, 30, 45, 60, 75, 90, 120])(
  "a snapshot during writes, after %d turns, contains exactly the writes up to its revision",
  async (turns) => {
    await using server = await startServer();
    await namesIn(server);
    const before = server.snapshot().revision;
    const createFive = async (letter: string): Promise<void> => {
      for (let index = 0; index < 5; index++) await create(server, `${letter}-${index}`);
    };
    const created = Promise.all(["a", "b", "c", "d"].map(createFive));
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    const snapshot = server.snapshot();
    await created;
    await using fork = await server.fork();
    await server.restore(snapshot);
    expect(await namesIn(server)).toHaveLength(snapshot.revision - before);
    expect(await namesIn(fork)).toHaveLength(20);
  },
);

describe("fork()", () => {
  test("a fork has the state of its parent and changes independently", async () => {
    await using fixture = await startTestServer({ engine: "memory" });
    const { server, client } = fixture;
    const version = (await createMap(client, "one")).json.metadata.resourceVersion;
    await using fork = await server.fork();
    expect(fork.url).not.toBe(server.url);
    await createMap(client, "original");
    await create(fork, "forked");
    expect(await namesIn(server)).toEqual(["one", "original"]);
    expect(await namesIn(fork)).toEqual(["forked", "one"]);
    // The fork continues the history of its parent without a gap.
    const watch = await fork.request(`${mapsPath}?watch=1&resourceVersion=${version}`);
    for await (const piece of watch.body) {
      expect(JSON.parse(String(piece))).toMatchObject({ type: "ADDED", object: { metadata: { name: "forked" } } });
      break;
    }
  });

  test("a fork has a separate clock, source of uids and faults", async () => {
    await using server = await startServer({ clock: new ManualClock(), random: seededRandom(5) });
    await server.clock.advance("1h");
    server.faults.add({ verb: "list", resource: "*", error: 500 });
    await using fork = await server.fork();
    await fork.clock.advance("1h");
    expect([server.clock.nowMs(), fork.clock.nowMs()].map((ms) => new Date(ms).toISOString())).toEqual([
      "2025-01-01T01:00:00.000Z",
      "2025-01-01T02:00:00.000Z",
    ]);
    expect(await namesIn(fork)).toEqual([]);
  });

  test("a fork outlives its parent and can be forked", async () => {
    const server = await startServer();
    await create(server, "one");
    const fork = await server.fork();
    await server.close();
    await using second = await fork.fork();
    await fork.close();
    expect(await namesIn(second)).toEqual(["one"]);
  });
});

describe("rejected snapshots and restores", () => {
  const needsMemory = 'snapshots, restoring and forking need the engine "memory", opened by the server';

  test("snapshot(), fork() and restore() are rejected for a server with a store on disk", async () => {
    using directory = new TemporaryDirectory();
    await using memory = await startServer();
    await using server = await startServer({ engine: { lmdb: directory.path } });
    expect(() => server.snapshot()).toThrow(needsMemory);
    await expect(server.fork()).rejects.toThrow(needsMemory);
    await expect(server.restore(memory.snapshot())).rejects.toThrow(needsMemory);
  });

  test("snapshot() is rejected for a server whose caller opened the store", async () => {
    await using engine = openMemoryEngine();
    await using server = await startServer({ engine });
    expect(() => server.snapshot()).toThrow(needsMemory);
  });

  test("restore() rejects values that are not snapshots and snapshots of another configuration", async () => {
    await using server = await startServer();
    await using other = await startServer({ vocabulary: "kubernetes" });
    await expect(server.restore({ revision: 5 })).rejects.toThrow(
      new TypeError("the value is not a snapshot of a server"),
    );
    await expect(server.restore(other.snapshot())).rejects.toThrow(
      new TypeError(
        "a snapshot of a server with --vocabulary=kubernetes --etcd-prefix=/registry cannot be restored in one with --vocabulary=orch --etcd-prefix=/registry",
      ),
    );
  });

  test("snapshot(), restore() and fork() are rejected for a closed server", async () => {
    const server = await startServer();
    const snapshot = server.snapshot();
    await server.close();
    expect(() => server.snapshot()).toThrow("the server is closed");
    await expect(server.restore(snapshot)).rejects.toThrow("the server is closed");
    await expect(server.fork()).rejects.toThrow("the server is closed");
  });
});

test("servers show the same objects as a model after random writes, restores and forks", async () => {
  await withSeed(async (random) => {
    let server = await startServer();
    let model = new Map<string, string>();
    const kept: { model: ReadonlyMap<string, string>; snapshot: ReturnType<RunningServer["snapshot"]> }[] = [];
    let newest = 0;
    const version = ({ metadata }: { metadata: { resourceVersion?: string } }): number =>
      Number(metadata.resourceVersion ?? 0);
    for (let round = 0; round < 300; round++) {
      const name = `map-${random.below(10)}`;
      const choice = random.below(100);
      if (choice < 50) {
        const value = `${round}`;
        const target = model.has(name) ? `${mapsPath}/${name}` : mapsPath;
        const method = model.has(name) ? "PUT" : "POST";
        const written = await send(server, target, { metadata: { name }, data: { value } }, method);
        expect(version(written)).toBeGreaterThan(newest);
        newest = version(written);
        model.set(name, value);
      } else if (choice < 70) {
        const { status } = await send(server, `${mapsPath}/${name}`, undefined, "DELETE");
        expect(status).toBe(model.delete(name) ? 200 : 404);
      } else if (choice < 82) {
        kept.push({ model: new Map(model), snapshot: server.snapshot() });
      } else if (choice < 94) {
        const back = kept[random.below(kept.length)];
        if (!back) continue;
        await server.restore(back.snapshot);
        model = new Map(back.model);
      } else {
        const fork = await server.fork();
        await server.close();
        server = fork;
      }
      const list = await send(server, mapsPath);
      expect(version(list)).toBeGreaterThanOrEqual(newest);
      newest = version(list);
      const shown = list.items.map((item: { metadata: { name: string }; data: { value: string } }) => [
        item.metadata.name,
        item.data.value,
      ]);
      expect(shown).toEqual([...model].sort(([one], [other]) => (one < other ? -1 : 1)));
    }
    await server.close();
  });
});
