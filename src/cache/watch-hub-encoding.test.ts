import { expect, test } from "vitest";
import { containing, openCache, RemoteLines, turn, WatchClient } from "./testing/fixture.ts";

/** Simulates another thread, which encodes an event when the test calls `encodeNext`. */
class HeldThread {
  readonly #held: (() => void)[] = [];
  readonly lines = new RemoteLines((encode) => new Promise((resolve) => this.#held.push(() => resolve(encode()))));

  get heldCount(): number {
    return this.#held.length;
  }

  /** Encodes the oldest waiting event. */
  async encodeNext(): Promise<void> {
    while (this.#held.length === 0) await turn();
    this.#held.shift()?.();
    await turn();
  }
}

test("an event that takes long is encoded once in the other thread, and later events follow it", async () => {
  await using fixture = await openCache();
  const { cache, write } = fixture;
  const thread = new HeldThread();
  const clients = Array.from({ length: 3 }, () => new WatchClient(cache, 0, { encoder: thread.lines }));
  const other = new WatchClient(cache, 0);
  await write("a", "slow 1");
  await write("b", "quick");
  for (const client of clients) {
    expect(client.received).toEqual([]);
    expect(client.watch.sentRevision).toBeUndefined();
  }
  expect(other.events).toEqual(["ADDED a=slow 1@1", "ADDED b=quick@2"]);
  expect(thread.heldCount).toBe(1);
  await thread.encodeNext();
  await write("c", "quick");
  for (const client of clients) {
    await client.live();
    expect(client.events).toEqual(["ADDED a=slow 1@1", "ADDED b=quick@2", "ADDED c=quick@3"]);
  }
  expect(thread.lines.encodedElsewhere).toEqual(["ADDED a=slow 1@1;"]);
});

test("an event that takes long does not delay watchers that do not see it", async () => {
  await using fixture = await openCache();
  const { cache, write } = fixture;
  const thread = new HeldThread();
  const client = new WatchClient(cache, 0, { encoder: thread.lines, selection: containing("red") });
  await write("a", "slow blue");
  await write("b", "red");
  expect(client.events).toEqual(["ADDED b=red@2"]);
  expect(thread.heldCount).toBe(0);
});

test("objects of the initial state that take long are encoded in the other thread one after another", async () => {
  await using fixture = await openCache();
  const { cache, write } = fixture;
  for (const [key, value] of Object.entries({ a: "quick", b: "slow", c: "slow too", d: "quick" })) {
    await write(key, value);
  }
  const thread = new HeldThread();
  const { revision, objects } = cache.snapshot();
  const client = new WatchClient(cache, revision, { encoder: thread.lines, initial: objects.iterate("") });
  await thread.encodeNext();
  expect([client.events, client.initialSent]).toEqual([["ADDED a=quick@1", "ADDED b=slow@2"], undefined]);
  await thread.encodeNext();
  await client.live();
  expect(client.events.slice(2)).toEqual(["ADDED c=slow too@3", "ADDED d=quick@4"]);
  expect(client.initialSent).toBe(4);
});

test("events of the engine's history that take long are encoded in the other thread", async () => {
  await using fixture = await openCache({ limits: { ring: { bytesMax: 1e9, eventsMax: 1 } } });
  const { cache, write } = fixture;
  for (const value of ["1", "slow 2", "3", "4"]) await write("a", value);
  const thread = new HeldThread();
  const client = new WatchClient(cache, 1, { encoder: thread.lines });
  await thread.encodeNext();
  await client.live();
  expect(client.events).toEqual(["MODIFIED a=slow 2@2", "MODIFIED a=3@3", "MODIFIED a=4@4"]);
});

test("a watch that is closed while the other thread encodes gets no more events", async () => {
  await using fixture = await openCache();
  const { cache, write } = fixture;
  const thread = new HeldThread();
  const client = new WatchClient(cache, 0, { encoder: thread.lines });
  await write("a", "slow");
  client.watch.close();
  await thread.encodeNext();
  expect([client.received, client.end, cache.watcherCount]).toEqual([[], undefined, 0]);
});

test("a watch ends with the error of the other thread", async () => {
  await using fixture = await openCache();
  const { cache, write } = fixture;
  const error = new Error("the thread has ended");
  const client = new WatchClient(cache, 0, { encoder: new RemoteLines(() => Promise.reject(error)) });
  await write("a", "slow");
  while (client.end === undefined) await turn();
  expect(client.end).toEqual({ reason: "failed", error });
});
