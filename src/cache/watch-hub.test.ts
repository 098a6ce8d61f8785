import { expect, test } from "vitest";
import { newSeed, type Random, seededRandom } from "../base/random.ts";
import { StorageError } from "../storage/index.ts";
import type { Selection } from "./audience.ts";
import {
  type CacheFixture,
  containing,
  everything,
  lineEncoder,
  openCache,
  RemoteLines,
  turn,
  WatchClient,
} from "./testing/fixture.ts";
import { HeldEngine } from "./testing/held-engine.ts";

test("a watch reports an object as added when it starts to match, and as deleted with its last matching state when it stops", async () => {
  await using fixture = await openCache();
  const { cache, write, remove } = fixture;
  const client = new WatchClient(cache, cache.revision, { selection: containing("red") });
  await write("a", "blue");
  await write("a", "red 1");
  await write("a", "red 2");
  await write("a", "blue");
  await write("b", "red");
  await remove("b");
  expect(client.received).toEqual([
    "ADDED a=red 1@2;",
    "MODIFIED a=red 2@3;",
    "DELETED a=red 2@4;",
    "ADDED b=red@5;",
    "DELETED b=red@6;",
  ]);
});

test("a watch sends the events of one commit together, in the order of the writes", async () => {
  await using fixture = await openCache();
  const { cache, engine, feed } = fixture;
  const client = new WatchClient(cache, cache.revision);
  const put = (key: string): Promise<number> => engine.put(cache.fullKey(key), Buffer.from("new"), 0);
  await Promise.all([put("b"), put("a"), engine.put("/registry/others/o", Buffer.from("new"), 0), put("c")]);
  await feed.waitFor(4, 1000);
  expect(client.received).toEqual(["ADDED b=new@1;ADDED a=new@2;ADDED c=new@4;"]);
});

test("an event is encoded once for all watchers with the same selection and encoding", async () => {
  await using fixture = await openCache();
  const { cache, write } = fixture;
  const encoder = lineEncoder();
  const clients = Array.from({ length: 50 }, () => new WatchClient(cache, cache.revision, { encoder }));
  const narrow = new WatchClient(cache, cache.revision, { selection: { ...everything, scope: "a" }, encoder });
  await write("a", "1");
  expect(encoder.encoded).toEqual(["ADDED a=1@1;"]);
  for (const client of [...clients, narrow]) expect(client.received).toEqual(["ADDED a=1@1;"]);
});

test("selections with equal ids are evaluated once for each event", async () => {
  await using fixture = await openCache();
  const { cache, write } = fixture;
  const evaluated: string[] = [];
  const selectRed = (): Selection => ({
    scope: "",
    id: "red",
    matches: (object) => {
      evaluated.push(object.key);
      return containing("red").matches(object);
    },
  });
  const clients = Array.from({ length: 50 }, () => new WatchClient(cache, cache.revision, { selection: selectRed() }));
  await write("a", "red");
  await write("b", "blue");
  expect(evaluated).toEqual(["a", "b"]);
  for (const client of clients) expect(client.events).toEqual(["ADDED a=red@1"]);
});

test("a watch from the past sends events of the engine, then of the ring, then live ones, each once", async () => {
  await using fixture = await openCache({ limits: { ring: { bytesMax: 1e9, eventsMax: 3 } } });
  const { cache, write } = fixture;
  for (let index = 1; index <= 10; index++) await write("a", String(index));
  const client = new WatchClient(cache, 2);
  await write("a", "11");
  await client.live();
  await write("a", "12");
  expect(client.events).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((value) => `MODIFIED a=${value}@${value}`));
});

test("a watch that catches up sends events in parts and misses none of the new ones", async () => {
  await using fixture = await openCache();
  const { cache, write } = fixture;
  const large = "x".repeat(4096);
  for (let index = 1; index <= 60; index++) await write("a", `${large}${index}`);
  const client = new WatchClient(cache, 1);
  await turn();
  expect(client.events.length).toBeLessThan(59);
  await write("a", `${large}61`);
  await client.live();
  await write("a", `${large}62`);
  const revisions = client.events.map((event) => Number(event.split("@")[1]));
  expect(revisions).toEqual(Array.from({ length: 61 }, (_, index) => index + 2));
});

test("a stalled client gets one batch, and the other events when it can take more", async () => {
  await using fixture = await openCache();
  const { cache, write } = fixture;
  const client = new WatchClient(cache, cache.revision);
  client.stalled = true;
  for (let index = 1; index <= 5; index++) await write("a", String(index));
  expect(client.received).toHaveLength(1);
  expect(client.watch.sentRevision).toBeUndefined();
  client.resume();
  await client.live();
  expect(client.events).toEqual([
    "ADDED a=1@1",
    "MODIFIED a=2@2",
    "MODIFIED a=3@3",
    "MODIFIED a=4@4",
    "MODIFIED a=5@5",
  ]);
  expect(client.end).toBeUndefined();
});

test("a watch ends if its client stays stalled until all events of the ring were replaced", async () => {
  await using fixture = await openCache({ limits: { ring: { bytesMax: 1e9, eventsMax: 3 } } });
  const { cache, write } = fixture;
  const slow = new WatchClient(cache, cache.revision);
  const quick = new WatchClient(cache, cache.revision);
  slow.stalled = true;
  for (let index = 1; index <= 8; index++) await write("a", String(index));
  expect(slow.end).toEqual({ reason: "lagging" });
  expect(quick.end).toBeUndefined();
  expect(quick.received).toHaveLength(8);
  expect(cache.watcherCount).toBe(1);
});

test("the event ring limits its bytes even with few events", async () => {
  await using fixture = await openCache({ limits: { ring: { bytesMax: 5000, eventsMax: 1000 } } });
  const { cache, write } = fixture;
  for (let index = 0; index < 10; index++) await write("a", "x".repeat(2000));
  expect(cache.oldestRevision).toBe(0);
  const client = new WatchClient(cache, 0);
  await client.live();
  expect(client.received.join("").match(/MODIFIED|ADDED/g)).toHaveLength(10);
});

test("the event ring removes events before the compacted revision, except for the newest", async () => {
  await using fixture = await openCache({ limits: { ring: { bytesMax: 1e9, eventsMax: 1000, oldEventsMax: 3 } } });
  const { cache, engine, write } = fixture;
  for (let index = 1; index <= 10; index++) await write("a", String(index));
  const newest = cache.revision;
  await engine.compact(newest - 1);
  expect(cache.oldestRevision).toBe(0);
  await write("a", "11");
  expect(cache.oldestRevision).toBe(newest - 2);
  const client = new WatchClient(cache, newest - 2);
  await client.live();
  expect(client.events).toEqual([9, 10, 11].map((value) => `MODIFIED a=${value}@${value}`));
});

test("a closed watch gets no more events and is removed", async () => {
  await using fixture = await openCache();
  const { cache, write } = fixture;
  const client = new WatchClient(cache, cache.revision);
  client.watch.close();
  await write("a", "1");
  expect(client.received).toEqual([]);
  expect(client.end).toBeUndefined();
  expect(cache.watcherCount).toBe(0);
});

test("a watch ends with the error compacted if its history was compacted", async () => {
  await using fixture = await openCache({ limits: { ring: { bytesMax: 1e9, eventsMax: 1 } } });
  const { cache, engine, write } = fixture;
  for (let index = 1; index <= 5; index++) await write("a", String(index));
  await engine.compact(4);
  const client = new WatchClient(cache, 1);
  while (client.end === undefined) await turn();
  expect(client.end).toMatchObject({ reason: "failed", error: { code: "compacted" } });
});

test("watches end as interrupted when the store closes", async () => {
  const fixture = await openCache();
  const client = new WatchClient(fixture.cache, fixture.cache.revision);
  await fixture[Symbol.asyncDispose]();
  expect(client.end).toEqual({ reason: "interrupted" });
});

test("a watch that starts after the feed has stopped ends as interrupted", async () => {
  const fixture = await openCache();
  const { revision } = fixture.cache;
  await fixture[Symbol.asyncDispose]();
  expect(new WatchClient(fixture.cache, revision).end).toEqual({ reason: "interrupted" });
  expect(fixture.cache.watcherCount).toBe(0);
});

test("a watch that begins to read history ends as interrupted if the store is closed", async () => {
  let isClosed = false;
  class ClosedEngine extends HeldEngine {
    override watch(...args: Parameters<HeldEngine["watch"]>): ReturnType<HeldEngine["watch"]> {
      if (isClosed) throw new StorageError("closed", "the store was closed");
      return super.watch(...args);
    }
  }
  await using fixture = await openCache({
    limits: { ring: { bytesMax: 1e9, eventsMax: 1 } },
    wrap: (engine) => new ClosedEngine(engine),
  });
  const { cache, write } = fixture;
  for (let index = 1; index <= 5; index++) await write("a", String(index));
  isClosed = true;
  const client = new WatchClient(cache, 1);
  while (client.end === undefined) await turn();
  expect(client.end).toEqual({ reason: "interrupted" });
});

test("a watch sends the initial state as ADDED events before later changes", async () => {
  await using fixture = await openCache();
  const { cache, write } = fixture;
  for (const key of ["a", "b", "c"]) await write(key, key === "b" ? "blue" : "red");
  const { revision, objects } = cache.snapshot();
  await write("a", "red again");
  const client = new WatchClient(cache, revision, { selection: containing("red"), initial: objects.iterate("") });
  await client.live();
  await write("c", "blue");
  expect(client.events).toEqual(["ADDED a=red@1", "ADDED c=red@3", "MODIFIED a=red again@4", "DELETED c=red@5"]);
  expect(client.initialSent).toBe(2);
});

test("a watch lets other work run between the parts of a large initial state", async () => {
  await using fixture = await openCache();
  const { cache, write } = fixture;
  await write("k", "x");
  const object = cache.get("k");
  const many = Array.from({ length: 10_000 }, () => object as NonNullable<typeof object>);
  const seen = new WatchClient(cache, cache.revision, { initial: many });
  const unseen = new WatchClient(cache, cache.revision, { initial: many, selection: containing("nothing") });
  let turns = 0;
  for (; unseen.initialSent === undefined || seen.initialSent === undefined; turns++) await turn();
  expect(turns).toBeGreaterThanOrEqual(9);
  expect(seen.events).toHaveLength(10_000);
  expect(unseen.events).toHaveLength(0);
});

test("watches that start at the same time are sent a limited part of their initial states in each turn", async () => {
  await using fixture = await openCache();
  const { cache, write } = fixture;
  const clientCount = 50;
  const objectBytes = 10_000;
  for (const key of ["a", "b", "c"]) await write(key, "x".repeat(objectBytes));
  const encoder = lineEncoder();
  const { objects, revision } = cache.snapshot();
  const clients = Array.from(
    { length: clientCount },
    () => new WatchClient(cache, revision, { encoder, initial: objects.iterate("") }),
  );
  const receivedBytes = (): number => clients.reduce((sum, { received }) => sum + received.join("").length, 0);
  let mostBytesPerTurn = receivedBytes();
  for (
    let before = mostBytesPerTurn;
    clients.some(({ initialSent }) => initialSent === undefined);
    before = receivedBytes()
  ) {
    await turn();
    mostBytesPerTurn = Math.max(mostBytesPerTurn, receivedBytes() - before);
  }
  for (const client of clients) await client.live();
  // A watch may begin to send while the turn has one byte left.
  expect(mostBytesPerTurn).toBeLessThan(64 * 1024 + 3 * objectBytes + 100);
  expect(receivedBytes()).toBeGreaterThan(clientCount * 3 * objectBytes);
  // The first watch began when it was the only one. The second one encoded the state for all others.
  expect(encoder.encoded).toHaveLength(2 * 3);
});

test("a watch ends if its client stalls during the initial state", async () => {
  await using fixture = await openCache({ limits: { ring: { bytesMax: 1e9, eventsMax: 3 } } });
  const { cache, write } = fixture;
  await write("a", "1");
  const { revision, objects } = cache.snapshot();
  const client = new WatchClient(cache, revision, { initial: objects.iterate(""), isStalled: true });
  for (let index = 2; index <= 8; index++) await write("a", String(index));
  expect(client.end).toEqual({ reason: "lagging" });
  expect(client.received).toEqual(["ADDED a=1@1;"]);
});

test("a watch that pauses while it reads from the engine does not count as stalled", async () => {
  await using fixture = await openCache({ limits: { ring: { bytesMax: 1e9, eventsMax: 4 } } });
  const { cache, write } = fixture;
  for (let index = 1; index <= 600; index++) await write("a", String(index));
  const client = new WatchClient(cache, 1, { isStalled: true });
  while (client.received.length === 0) await turn();
  await write("a", "601");
  expect(client.end).toBeUndefined();
  client.resume();
  await client.live();
  expect(client.events).toEqual(Array.from({ length: 600 }, (_, index) => `MODIFIED a=${index + 2}@${index + 2}`));
});

test("a watch from a future revision sends no event up to that revision", async () => {
  await using fixture = await openCache();
  const { cache, write } = fixture;
  const client = new WatchClient(cache, 2);
  await write("a", "1");
  await write("a", "2");
  await client.live();
  await write("a", "3");
  expect(client.events).toEqual(["MODIFIED a=3@3"]);
});

test("a watch that waits for a future revision can be closed", async () => {
  await using fixture = await openCache();
  const { cache, clock } = fixture;
  const client = new WatchClient(cache, 1000);
  await turn();
  expect([cache.watcherCount, clock.pendingCount]).toEqual([1, 1]);
  client.watch.close();
  await turn();
  expect([cache.watcherCount, clock.pendingCount]).toEqual([0, 0]);
  expect(client.end).toBeUndefined();
});

test("events that a watch read from the engine are not sent again when the cache gets them", async () => {
  const held: HeldEngine[] = [];
  await using fixture = await openCache({
    limits: { ring: { bytesMax: 1e9, eventsMax: 2 } },
    wrap: (engine) => (held[0] = new HeldEngine(engine)),
  });
  const { cache, engine, write } = fixture;
  for (let index = 1; index <= 5; index++) await write("a", String(index));
  held[0]?.holdStream();
  const client = new WatchClient(cache, 1);
  await engine.put(cache.fullKey("a"), Buffer.from("6"), 5);
  await engine.put(cache.fullKey("a"), Buffer.from("7"), 6);
  await turn();
  held[0]?.releaseStream();
  await client.live();
  await write("a", "8");
  expect(client.events).toEqual([2, 3, 4, 5, 6, 7, 8].map((value) => `MODIFIED a=${value}@${value}`));
});

test("only four watches read the engine's history at a time, and the others follow without missing events", async () => {
  const held: HeldEngine[] = [];
  await using fixture = await openCache({
    limits: { ring: { bytesMax: 1e9, eventsMax: 2 } },
    wrap: (engine) => (held[0] = new HeldEngine(engine)),
  });
  const { cache, write } = fixture;
  for (let index = 1; index <= 6; index++) await write("a", String(index));
  held[0]?.holdStream();
  const clients = Array.from({ length: 7 }, () => new WatchClient(cache, 1));
  const leaves = clients[5];
  await turn();
  // The cache has one stream open itself.
  expect(held[0]?.openStreams).toBe(1 + 4);
  leaves?.watch.close();
  held[0]?.releaseStream();
  const expected = [2, 3, 4, 5, 6].map((value) => `MODIFIED a=${value}@${value}`);
  for (const client of clients) {
    if (client === leaves) continue;
    await client.live();
    expect(client.events).toEqual(expected);
  }
  expect(leaves?.received).toEqual([]);
});

test("a stalled client stops reading the engine's history, so that other watches can read it", async () => {
  await using fixture = await openCache({ limits: { ring: { bytesMax: 1e9, eventsMax: 2 } } });
  const { cache, write } = fixture;
  for (let index = 1; index <= 6; index++) await write("a", String(index));
  const stalled = Array.from({ length: 4 }, () => new WatchClient(cache, 1, { isStalled: true }));
  const quick = new WatchClient(cache, 1);
  await quick.live();
  const expected = [2, 3, 4, 5, 6].map((value) => `MODIFIED a=${value}@${value}`);
  expect(quick.events).toEqual(expected);
  for (const client of stalled) {
    expect(client.events.length).toBeLessThan(expected.length);
    client.resume();
    await client.live();
    expect(client.events).toEqual(expected);
  }
});

test("only watches that select an unreadable object fail, and they report the reason", async () => {
  await using fixture = await openCache();
  const { cache, write } = fixture;
  const fault = new Error("unreadable");
  const choosy = { scope: "", id: "choosy", matches: ({ key }: { key: string }) => key !== "bad" };
  const failing = {
    ...choosy,
    id: "failing",
    matches: (): boolean => {
      throw fault;
    },
  };
  const [fails, goesOn] = [failing, choosy].map((selection) => new WatchClient(cache, 0, { selection }));
  await write("bad", "x");
  await write("good", "x");
  expect(fails?.end).toEqual({ reason: "failed", error: fault });
  expect(goesOn?.events).toEqual(["ADDED good=x@2"]);
});

/** Makes random writes, and records the events that a watcher of all objects must get. */
class RandomWriter {
  readonly history: string[] = [];
  readonly #present = new Map<string, string>();
  readonly #random: Random;
  readonly #fixture: CacheFixture;

  constructor(random: Random, fixture: CacheFixture) {
    this.#random = random;
    this.#fixture = fixture;
  }

  async writeSome(count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      const key = `k${this.#random.below(5)}`;
      const former = this.#present.get(key);
      if (former !== undefined && this.#random.below(3) === 0) await this.#remove(key, former);
      else await this.#write(key, former === undefined ? "ADDED" : "MODIFIED");
      if (this.#random.below(4) === 0) await turn();
    }
  }

  async #write(key: string, type: string): Promise<void> {
    const value = `${this.#random.below(4) === 0 ? "slow" : "v"}${this.history.length}`;
    this.#present.set(key, value);
    this.history.push(`${type} ${key}=${value}@${await this.#fixture.write(key, value)}`);
  }

  async #remove(key: string, former: string): Promise<void> {
    this.#present.delete(key);
    // The format of these tests shows a removed object as it was stored; the event carries the removal's revision.
    this.history.push(`DELETED ${key}=${former}@${await this.#fixture.remove(key)}`);
  }
}

/** Simulates another thread, which needs several turns of the event loop for each event. */
function slowThread(random: Random): RemoteLines {
  return new RemoteLines(async (encode) => {
    for (let turns = random.below(5); turns > 0; turns--) await turn();
    return encode();
  });
}

test("watches from any revision get each event once and in order, with slow and fast clients and concurrent writers", async () => {
  const seed = newSeed();
  const random = seededRandom(seed);
  await using fixture = await openCache({ limits: { ring: { bytesMax: 1e9, eventsMax: 20 } } });
  const { cache } = fixture;
  const writer = new RandomWriter(random, fixture);
  await writer.writeSome(60);
  const remote = slowThread(random);
  const clients = Array.from({ length: 120 }, () => {
    const after = random.below(61);
    const stalled = random.below(2) === 0;
    const encoder = random.below(2) === 0 ? lineEncoder() : remote;
    return { after, client: new WatchClient(cache, after, { isStalled: stalled, encoder }) };
  });
  const toggling = setInterval(() => {
    for (const { client } of clients) {
      if (random.below(2) === 0) client.resume();
      else client.stalled = true;
    }
  });
  await writer.writeSome(15);
  clearInterval(toggling);
  for (const { after, client } of clients) {
    client.resume();
    await client.live();
    expect(client.end, `seed ${seed}, from ${after}`).toBeUndefined();
    expect(client.events, `seed ${seed}, from ${after}`).toEqual(writer.history.slice(after));
  }
});
