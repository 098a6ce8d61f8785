import { expect, test } from "vitest";
import { openCache, turn, WatchClient } from "./testing/fixture.ts";
import { HeldEngine } from "./testing/held-engine.ts";

async function openHeld(loaded: boolean) {
  const held: HeldEngine[] = [];
  const fixture = await openCache({ isLoaded: loaded, wrap: (engine) => (held[0] = new HeldEngine(engine)) });
  return { ...fixture, held: held[0] as HeldEngine };
}

test("a cache that is loaded ahead of the feed ignores the feed's older changes", async () => {
  await using fixture = await openHeld(false);
  const { cache, engine, feed, held } = fixture;
  held.holdStream();
  await engine.put(cache.fullKey("a"), Buffer.from("1"), 0);
  await engine.put(cache.fullKey("a"), Buffer.from("2"), 1);
  await engine.delete(cache.fullKey("a"), 2);
  await engine.put(cache.fullKey("b"), Buffer.from("4"), 0);
  await cache.ready();
  expect([cache.revision, feed.revision]).toEqual([4, 0]);
  const client = new WatchClient(cache, 4);
  held.releaseStream();
  await feed.waitFor(4, 1000);
  expect(cache.get("a")).toBeUndefined();
  expect(cache.get("b")?.revision).toBe(4);
  expect(client.events).toEqual([]);
});

test("a cache and its watchers get the writes that happen while the cache is loading", async () => {
  await using fixture = await openHeld(false);
  const { cache, engine, feed, held } = fixture;
  await engine.put(cache.fullKey("a"), Buffer.from("1"), 0);
  held.holdReads();
  const loading = cache.ready();
  await turn();
  await engine.put(cache.fullKey("a"), Buffer.from("2"), 1);
  await engine.put(cache.fullKey("b"), Buffer.from("3"), 0);
  await feed.waitFor(3, 1000);
  held.releaseReads();
  await loading;
  expect(cache.get("a")?.bytes.toString()).toBe("2");
  expect(cache.get("b")?.bytes.toString()).toBe("3");
  const client = new WatchClient(cache, 1);
  await client.live();
  expect(client.events).toEqual(["MODIFIED a=2@2", "ADDED b=3@3"]);
});

test("after a gap in the stream, watches end and caches are loaded again", async () => {
  await using fixture = await openHeld(true);
  const { cache, engine, feed, clock, held, write } = fixture;
  await write("a", "1");
  const client = new WatchClient(cache, 1);
  held.holdStream();
  await engine.put(cache.fullKey("a"), Buffer.from("2"), 1);
  held.breakStream(new Error("cut"));
  await feed.waitFor(2, 1000);
  expect(client.end).toEqual({ reason: "interrupted" });
  await cache.ready();
  expect(cache.get("a")?.bytes.toString()).toBe("2");
  held.releaseStream();
  await clock.advance(1000);
  const next = new WatchClient(cache, 2);
  await write("a", "3");
  expect(next.events).toEqual(["MODIFIED a=3@3"]);
});

test("a cache that is loading when the stream is interrupted starts again", async () => {
  await using fixture = await openHeld(false);
  const { cache, engine, feed, clock, held } = fixture;
  await engine.put(cache.fullKey("a"), Buffer.from("1"), 0);
  await feed.waitFor(1, 1000);
  held.holdReads();
  const loading = cache.ready();
  await turn();
  held.holdStream();
  await engine.put(cache.fullKey("a"), Buffer.from("2"), 1);
  held.breakStream(new Error("cut"));
  await feed.waitFor(2, 1000);
  held.releaseReads();
  await loading;
  expect(cache.get("a")?.bytes.toString()).toBe("2");
  held.releaseStream();
  await clock.advance(1000);
  await fixture.write("a", "3");
  expect(cache.get("a")?.bytes.toString()).toBe("3");
});

test("waitFor() rejects when its signal is aborted, its time is over or the feed stops", async () => {
  const fixture = await openCache();
  const { feed, clock } = fixture;
  const stop = new AbortController();
  const aborted = expect(feed.waitFor(5, 1000, stop.signal)).rejects.toThrow("enough");
  stop.abort(new Error("enough"));
  await aborted;
  await expect(feed.waitFor(5, 1000, stop.signal)).rejects.toThrow("enough");
  const late = expect(feed.waitFor(5, 1000)).rejects.toMatchObject({ code: "future-revision", revision: 0 });
  await clock.advance(1000);
  await late;
  const stopped = expect(feed.waitFor(5, 1000)).rejects.toMatchObject({ code: "closed" });
  await fixture[Symbol.asyncDispose]();
  await stopped;
  await expect(feed.waitFor(5, 1000)).rejects.toMatchObject({ code: "closed" });
  expect(clock.pendingCount).toBe(0);
});
