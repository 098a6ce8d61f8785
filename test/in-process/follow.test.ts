/**
 * Restoring a snapshot while watches are open. The differences reach the watches as ordinary events. Only a store in memory
 * supports snapshots.
 */
import { CoreV1Api, makeInformer } from "@kubernetes/client-node";
import { describe, expect, test } from "vitest";
import { ManualClock, type RunningServer, type Snapshot, seededRandom, startServer } from "../../src/app/server.ts";
import { accessPaths, connectThrough, type StreamedResponse } from "../support/access-paths.ts";
import { changeMap, createMap, deleteMap, listVersion, mapsPath, namesOf } from "../support/config-maps.ts";
import { JsonLines } from "../support/json-lines.ts";
import { startTestServer } from "../support/test-server.ts";
import { startTypedClientCluster } from "../support/typed-client.ts";
import { until } from "../support/until.ts";
import type { WatchEventDocument } from "../support/wire-client.ts";
import { withSeed } from "../support/with-seed.ts";

interface MapList {
  readonly items: WatchEventDocument["object"][];
}

const follow = { watches: "follow" } as const;

const eventsOf = (answer: StreamedResponse): JsonLines<WatchEventDocument> =>
  new JsonLines({ body: answer.body, close: () => undefined });
const versionOf = ({ object }: WatchEventDocument): number => Number(object.metadata.resourceVersion);
/** Returns type, name and colour of an event, such as `MODIFIED a blue`. */
const summaryOf = ({ type, object }: WatchEventDocument): string =>
  [type, object.metadata.name, object.data?.colour ?? "-"].join(" ");

describe.each(accessPaths)("over %s, an open watch", (name) => {
  test("a watch receives the differences of a restore with new versions, which get and list show, and continues", async () => {
    await using fixture = await startTestServer({ engine: "memory" });
    const { server, client } = fixture;
    await using access = connectThrough(fixture, name);
    await createMap(client, "changed", { data: { colour: "blue" } });
    await createMap(client, "deleted", { data: { colour: "red" } });
    await createMap(client, "same", { data: { colour: "white" } });
    const same = (await client.request(`${mapsPath}/same`)).json;
    const snapshot = server.snapshot();
    await changeMap(client, "changed", { colour: "green" });
    await deleteMap(client, "deleted");
    await createMap(client, "new", { data: { colour: "black" } });
    const newest = await listVersion(client);
    const watch = eventsOf(await access.open(`${mapsPath}?watch=1&resourceVersion=${newest}`));

    await server.restore(snapshot, follow);
    const events = await watch.take(3);
    expect(events.map(summaryOf)).toEqual(["MODIFIED changed blue", "ADDED deleted red", "DELETED new black"]);
    const versions = [Number(newest), ...events.map(versionOf)];
    expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
    const [changed, deleted] = events;
    expect((await client.request(`${mapsPath}/changed`)).json).toEqual(changed?.object);
    expect((await client.request(`${mapsPath}/deleted`)).json).toEqual(deleted?.object);
    expect((await client.request(`${mapsPath}/new`)).status).toBe(404);
    expect((await client.request(`${mapsPath}/same`)).json).toEqual(same);
    const list = await client.request(mapsPath);
    expect(list.json.items.map(({ metadata }: WatchEventDocument["object"]) => metadata.resourceVersion)).toEqual([
      changed?.object.metadata.resourceVersion,
      deleted?.object.metadata.resourceVersion,
      same.metadata.resourceVersion,
    ]);
    expect(Number(list.json.metadata.resourceVersion)).toBe(versions.at(-1));

    await changeMap(client, "same", { colour: "grey" });
    expect((await watch.take(1)).map(summaryOf)).toEqual(["MODIFIED same grey"]);
  });

  test("a watch with a label selector receives the objects that start and stop to match in a restore", async () => {
    await using fixture = await startTestServer({ engine: "memory" });
    const { server, client } = fixture;
    await using access = connectThrough(fixture, name);
    const label = async (map: string, tier: string): Promise<void> => {
      const headers = { "content-type": "application/merge-patch+json" };
      const body = { metadata: { labels: { tier } } };
      expect((await client.request(`${mapsPath}/${map}`, { method: "PATCH", headers, body })).status).toBe(200);
    };
    await createMap(client, "enters", { labels: { tier: "front" } });
    await createMap(client, "leaves", { labels: { tier: "back" } });
    await createMap(client, "never", { labels: { tier: "back" } });
    await createMap(client, "stays", { labels: { tier: "front" }, data: { colour: "blue" } });
    const snapshot = server.snapshot();
    await label("enters", "back");
    await label("leaves", "front");
    await changeMap(client, "never", { colour: "red" });
    await changeMap(client, "stays", { colour: "green" });
    const selector = "labelSelector=tier%3Dfront";
    const newest = await listVersion(client);
    const watch = eventsOf(await access.open(`${mapsPath}?watch=1&${selector}&resourceVersion=${newest}`));

    await server.restore(snapshot, follow);
    const events = await watch.take(3);
    expect(events.map(summaryOf)).toEqual(["ADDED enters -", "DELETED leaves -", "MODIFIED stays blue"]);
    // An object that no longer matches the selector is shown as it last matched, with the version of the change.
    expect(events[1]?.object.metadata.labels).toEqual({ tier: "front" });
    const left = (await client.request(`${mapsPath}/leaves`)).json.metadata;
    expect(left).toMatchObject({
      labels: { tier: "back" },
      resourceVersion: String(events[1] && versionOf(events[1])),
    });
    expect(namesOf(await client.request(`${mapsPath}?${selector}`))).toEqual(["enters", "stays"]);
  });
});

describe("a restore that open watches follow", () => {
  test("a restore sends an object with another uid under the same name as DELETED and ADDED", async () => {
    await using fixture = await startTestServer({ engine: "memory" });
    const { server, client } = fixture;
    const first = (await createMap(client, "one", { data: { colour: "blue" } })).json.metadata.uid;
    const snapshot = server.snapshot();
    await deleteMap(client, "one");
    const second = (await createMap(client, "one", { data: { colour: "green" } })).json.metadata.uid;
    await using watch = await client.watch(`${mapsPath}?watch=1&resourceVersion=${await listVersion(client)}`);
    await server.restore(snapshot, follow);
    const events = await watch.take(2);
    expect(events.map(summaryOf)).toEqual(["DELETED one green", "ADDED one blue"]);
    expect(events.map(({ object }) => object.metadata.uid)).toEqual([second, first]);
  });

  test("a restore lets a watch resume from an earlier version without 410", async () => {
    await using fixture = await startTestServer({ engine: "memory" });
    const { server, client } = fixture;
    await createMap(client, "one", { data: { colour: "blue" } });
    const before = await listVersion(client);
    const snapshot = server.snapshot();
    await changeMap(client, "one", { colour: "green" });
    await server.restore(snapshot, follow);
    await using watch = await client.watch(`${mapsPath}?watch=1&resourceVersion=${before}`);
    expect((await watch.take(2)).map(summaryOf)).toEqual(["MODIFIED one green", "MODIFIED one blue"]);
  });

  test("a bookmark after a restore has at least the version of the last event", async () => {
    await using fixture = await startTestServer({ engine: "memory" });
    const { server, client, clock } = fixture;
    await createMap(client, "one", { data: { colour: "blue" } });
    const snapshot = server.snapshot();
    await changeMap(client, "one", { colour: "green" });
    await using watch = await client.watch(
      `${mapsPath}?watch=1&allowWatchBookmarks=true&timeoutSeconds=600&resourceVersion=${await listVersion(client)}`,
    );
    await server.restore(snapshot, follow);
    const [event] = await watch.take(1);
    await clock.advance(60_000);
    const [bookmark] = await watch.take(1);
    expect(bookmark?.type).toBe("BOOKMARK");
    expect(bookmark?.object.metadata.resourceVersion).toBe(event?.object.metadata.resourceVersion);
  });

  test("an update that was read before a restore gets 409, and one that was read after it succeeds", async () => {
    await using fixture = await startTestServer({ engine: "memory" });
    const { server, client } = fixture;
    await createMap(client, "one", { data: { colour: "blue" } });
    const snapshot = server.snapshot();
    const stale = (await client.request(`${mapsPath}/one`)).json;
    await changeMap(client, "one", { colour: "green" });
    await server.restore(snapshot, follow);
    const put = async (object: object): Promise<number> =>
      (await client.request(`${mapsPath}/one`, { method: "PUT", body: { ...object, data: { colour: "red" } } })).status;
    expect(await put(stale)).toBe(409);
    expect(await put((await client.request(`${mapsPath}/one`)).json)).toBe(200);
  });

  test("a restore without differences writes nothing", async () => {
    await using fixture = await startTestServer({ engine: "memory" });
    const { server, client } = fixture;
    await createMap(client, "one", { data: { colour: "blue" } });
    const snapshot = server.snapshot();
    await server.restore(snapshot, follow);
    expect(server.snapshot().revision).toBe(snapshot.revision);
    // These two writes cancel each other, so restoring changes nothing.
    await createMap(client, "two");
    await deleteMap(client, "two");
    const { revision } = server.snapshot();
    await server.restore(snapshot, follow);
    expect(server.snapshot().revision).toBe(revision);
  });

  test("a restore resets the clock and the source of uids", async () => {
    const clock = new ManualClock();
    await using server = await startServer({ clock, random: seededRandom(5) });
    await clock.advance("1h");
    const snapshot = server.snapshot();
    const create = async (): Promise<unknown> => {
      const answer = await server.request(mapsPath, { body: { metadata: { name: "one" } } });
      return (await answer.json<WatchEventDocument["object"]>()).metadata.uid;
    };
    const first = await create();
    await clock.advance("2h");
    await server.restore(snapshot, follow);
    expect(new Date(clock.nowMs()).toISOString()).toBe("2025-01-01T01:00:00.000Z");
    expect(await create()).toBe(first);
  });

  test("requests in progress complete during a restore", async () => {
    await using fixture = await startTestServer({ engine: "memory" });
    const { server, client, clock } = fixture;
    const snapshot = server.snapshot();
    const delay = server.faults.add({ verb: "create", resource: "configmaps", times: 1, delayMs: 1000 });
    const held = createMap(client, "late");
    await until(() => delay.hits === 1, "the request is held");
    await server.restore(snapshot, follow);
    await clock.advance(1000);
    expect((await held).status).toBe(201);
    expect(namesOf(await client.request(mapsPath))).toEqual(["late"]);
  });

  test("a restore accepts a snapshot of another server with the same configuration", async () => {
    await using source = await startServer();
    expect((await source.request(mapsPath, { body: { metadata: { name: "theirs" } } })).status).toBe(201);
    await using fixture = await startTestServer({ engine: "memory" });
    const { server, client } = fixture;
    await createMap(client, "ours");
    await using watch = await client.watch(`${mapsPath}?watch=1&resourceVersion=0`);
    expect((await watch.take(1)).map(summaryOf)).toEqual(["ADDED ours -"]);
    await server.restore(source.snapshot(), follow);
    expect((await watch.take(2)).map(summaryOf)).toEqual(["DELETED ours -", "ADDED theirs -"]);
  });

  test("watches follow a restore with more differences than the cache's history holds", async () => {
    await using server = await startServer();
    const empty = server.snapshot();
    const create = async (index: number): Promise<void> => {
      expect((await server.request(mapsPath, { body: { metadata: { name: `map-${index}` } } })).status).toBe(201);
    };
    // These are more changes than the store keeps in memory for watchers.
    for (let begun = 0; begun < 5000; begun += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, index) => create(begun + index)));
    }
    const { revision } = server.snapshot();
    const answer = await server.request(`${mapsPath}?watch=1&resourceVersion=${revision}`);
    const watch = new JsonLines<WatchEventDocument>({ body: answer.body, close: () => undefined });
    await server.restore(empty, follow);
    // The restore has completed, so any read returns the restored state and not a partial one.
    expect((await (await server.request(`${mapsPath}?resourceVersion=0`)).json<MapList>()).items).toEqual([]);
    const events = await watch.take(5000);
    expect(events.every(({ type }) => type === "DELETED")).toBe(true);
    expect(events.map(versionOf)).toEqual(Array.from({ length: 5000 }, (_, index) => revision + 1 + index));
  }, 60_000);

  test("a restore with an unknown option is rejected", async () => {
    await using server = await startServer();
    const unknown = { watches: "stay" } as unknown as typeof follow;
    await expect(server.restore(server.snapshot(), unknown)).rejects.toThrow(
      new TypeError('watches can "end" or "follow" a restored state, not "stay"'),
    );
  });
});

test("the JavaScript client's informer follows a restore without listing again", async () => {
  await using cluster = await startTypedClientCluster({ engine: "memory" });
  const { server, config, client } = cluster;
  const core = config.makeApiClient(CoreV1Api);
  let lists = 0;
  const list = async (): ReturnType<CoreV1Api["listNamespacedConfigMap"]> => {
    lists += 1;
    return await core.listNamespacedConfigMap({ namespace: "default" });
  };
  await createMap(client, "one", { data: { colour: "blue" } });
  await createMap(client, "two", { data: { colour: "white" } });
  const snapshot = server.snapshot();
  await changeMap(client, "one", { colour: "green" });
  await deleteMap(client, "two");
  const informer = makeInformer(config, mapsPath, list);
  const told: string[] = [];
  for (const verb of ["add", "update", "delete"] as const) {
    informer.on(verb, ({ metadata, data }) => told.push(`${verb} ${metadata?.name} ${data?.["colour"]}`));
  }
  await informer.start();
  await server.restore(snapshot, follow);
  await until(() => told.length >= 3, "the informer tells of the restored state");
  expect(told).toEqual(["add one green", "update one blue", "add two white"]);
  expect(lists).toBe(1);
  await informer.stop();
});

test("a watch that follows random restores ends with the objects that a list shows", async () => {
  await withSeed(async (random) => {
    await using server = await startServer();
    const watch = await server.request(`${mapsPath}?watch=1&resourceVersion=${server.snapshot().revision}`);
    const events = new JsonLines<WatchEventDocument>({ body: watch.body, close: () => undefined });
    const kept: { readonly snapshot: Snapshot; readonly shown: unknown }[] = [];
    for (let round = 0; round < 300; round++) {
      const choice = random.below(100);
      if (choice < 70) await writeOrDelete(server, random.below(10), choice < 45 ? { round: `${round}` } : undefined);
      else if (choice < 85) kept.push({ snapshot: server.snapshot(), shown: await contents(server) });
      else {
        const back = kept[random.below(kept.length)];
        if (!back) continue;
        await server.restore(back.snapshot, follow);
        expect(await contents(server)).toEqual(back.shown);
      }
    }
    const { items } = await (await server.request(mapsPath)).json<MapList>();
    const newest = Math.max(...items.map(({ metadata }) => Number(metadata.resourceVersion)));
    const seen = new Map<string, unknown>();
    let last = 0;
    // If the last event is a deletion, no object shows its version. Another write marks the end of the events.
    await writeOrDelete(server, 10, {});
    for (
      let event = await events.next();
      event && event.object.metadata.name !== "map-10";
      event = await events.next()
    ) {
      const { uid, name } = event.object.metadata;
      expect(versionOf(event)).toBeGreaterThan(last);
      last = versionOf(event);
      expect(event.type === "ADDED").toBe(!seen.has(name));
      if (event.type === "DELETED") expect(seen.get(name)).toMatchObject({ metadata: { uid } });
      if (event.type === "DELETED") seen.delete(name);
      else seen.set(name, event.object);
    }
    expect(last).toBeGreaterThanOrEqual(newest);
    const names = [...seen.keys()].sort();
    expect(names).toHaveLength(items.length);
    expect(names.map((name) => seen.get(name))).toMatchObject(items);
  });
});

/** Deletes the object, or creates or updates it if `data` is given. */
async function writeOrDelete(server: RunningServer, index: number, data: object | undefined): Promise<void> {
  const name = `map-${index}`;
  if (!data) return void (await (await server.request(`${mapsPath}/${name}`, { method: "DELETE" })).text());
  const body = { metadata: { name }, data };
  const update = await server.request(`${mapsPath}/${name}`, { method: "PUT", body });
  if (update.status === 404) expect((await server.request(mapsPath, { body })).status).toBe(201);
}

/** Returns name, uid and data of every object. */
async function contents(server: RunningServer): Promise<unknown> {
  const { items } = await (await server.request(mapsPath)).json<MapList>();
  return items.map(({ metadata, data }) => [metadata.name, metadata.uid, data]);
}
