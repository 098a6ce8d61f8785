import { expect, test } from "vitest";
import { ObjectFollower } from "./object-follower.ts";
import { plainFormat } from "./testing/cache-reader.ts";
import { openCache, turn } from "./testing/fixture.ts";
import { HeldEngine } from "./testing/held-engine.ts";

async function openFollower() {
  const held: HeldEngine[] = [];
  const fixture = await openCache({ isLoaded: false, wrap: (engine) => (held[0] = new HeldEngine(engine)) });
  const objects = new Map<string, string>();
  const prefix = fixture.cache.pathOf("").slice(1);
  const consumer = {
    set: (key: string, json: Buffer) => void objects.set(key, json.toString()),
    delete: (key: string) => void objects.delete(key),
    clear: () => objects.clear(),
  };
  const follower = new ObjectFollower({ feed: fixture.feed, prefix, format: plainFormat, consumer });
  const put = (name: string, value: string, expected: number): Promise<number> =>
    fixture.engine.put(fixture.cache.fullKey(name), Buffer.from(value), expected);
  return { ...fixture, held: held[0] as HeldEngine, follower, objects, put };
}

test("a follower passes the stored objects and then each change, before the feed reports its revision", async () => {
  await using fixture = await openFollower();
  const { feed, follower, objects, put, engine, cache } = fixture;
  await put("a", "1", 0);
  await put("b", "2", 0);
  expect(follower.isLoaded).toBe(false);
  await follower.ready();
  expect([...objects]).toEqual([
    ["a", "1"],
    ["b", "2"],
  ]);
  await put("a", "3", 1);
  await engine.delete(cache.fullKey("b"), 2);
  await feed.waitFor(4, 1000);
  expect([...objects]).toEqual([["a", "3"]]);
});

test("a follower passes the writes that happen while it reads the stored objects", async () => {
  await using fixture = await openFollower();
  const { feed, follower, objects, held, put } = fixture;
  await put("a", "1", 0);
  held.holdReads();
  const loading = follower.ready();
  await turn();
  await put("a", "2", 1);
  await put("b", "3", 0);
  await feed.waitFor(3, 1000);
  held.releaseReads();
  await loading;
  expect([...objects]).toEqual([
    ["a", "2"],
    ["b", "3"],
  ]);
});

test("after a gap in the stream, a follower is not loaded, and reads all objects again", async () => {
  await using fixture = await openFollower();
  const { feed, follower, objects, held, put, engine, cache, clock } = fixture;
  await put("a", "1", 0);
  await put("b", "2", 0);
  await follower.ready();
  held.holdStream();
  await engine.delete(cache.fullKey("a"), 1);
  held.breakStream(new Error("cut"));
  await feed.waitFor(3, 1000);
  expect(follower.isLoaded).toBe(false);
  await follower.ready();
  expect([...objects]).toEqual([["b", "2"]]);
  held.releaseStream();
  await clock.advance(1000);
  await put("b", "4", 2);
  await feed.waitFor(4, 1000);
  expect([...objects]).toEqual([["b", "4"]]);
});

test("a disposed follower passes no more changes", async () => {
  await using fixture = await openFollower();
  const { feed, follower, objects, put } = fixture;
  await follower.ready();
  follower[Symbol.dispose]();
  await put("a", "1", 0);
  await feed.waitFor(1, 1000);
  expect(objects.size).toBe(0);
});
