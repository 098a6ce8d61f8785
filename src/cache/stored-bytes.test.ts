import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../base/clock.ts";
import { silentLogger } from "../base/logger.ts";
import type { FollowerEngine, OwningEngine } from "../storage/index.ts";
import { openLmdbEngine, openLmdbFollower } from "../storage/lmdb/index.ts";
import { TemporaryDirectory } from "../storage/testing/temporary-directory.ts";
import { ChangeFeed } from "./change-feed.ts";
import { ResourceCache } from "./resource-cache.ts";
import { plainFormat } from "./testing/cache-reader.ts";

const heldBytesMax = 10;

let directory: TemporaryDirectory;
let owner: OwningEngine;
let follower: FollowerEngine;
let feed: ChangeFeed;
let cache: ResourceCache;

beforeEach(async () => {
  directory = new TemporaryDirectory();
  owner = await openLmdbEngine({ path: directory.path, identity: {} });
  follower = await openLmdbFollower({ path: directory.path, owner, ownerProcessId: process.pid });
  const clock = systemClock;
  feed = new ChangeFeed({ engine: follower, prefix: "/registry/", clock, logger: silentLogger, heldBytesMax });
  cache = new ResourceCache({ feed, prefix: "things/", format: plainFormat, clock });
});

afterEach(async () => {
  await feed[Symbol.asyncDispose]();
  await follower[Symbol.asyncDispose]();
  await owner[Symbol.asyncDispose]();
  directory[Symbol.dispose]();
});

const put = (name: string, text: string, expected = 0): Promise<number> =>
  owner.put(`/registry/things/${name}`, Buffer.from(text), expected);

test("a cache holds objects up to its limit, and reads the others from the store", async () => {
  await put("a", "12345678");
  await put("b", "bbbb");
  await cache.current();
  expect(feed.heldBytes.bytes).toBe(8);
  expect(cache.get("b")?.bytes.toString()).toBe("bbbb");
  expect(cache.get("b")?.byteLength).toBe(4);
});

test("deleted and replaced objects make room for others", async () => {
  const first = await put("a", "12345678");
  await cache.current();
  const second = await put("a", "123", first);
  await cache.current();
  expect(feed.heldBytes.bytes).toBe(3);
  await put("b", "1234567");
  await owner.delete("/registry/things/a", second);
  await cache.current();
  expect(feed.heldBytes.bytes).toBe(7);
});

test("a snapshot shows objects that were replaced, deleted and compacted since", async () => {
  const held = await put("a", "12345678");
  const unheld = await put("b", "bbbb");
  await cache.current();
  const snapshot = cache.snapshot();
  await put("a", "new", held);
  const last = await owner.delete("/registry/things/b", unheld);
  await cache.current();
  await owner.compact(last);
  expect(Array.from(snapshot.objects.iterate(""), ({ bytes }) => bytes.toString())).toEqual(["12345678", "bbbb"]);
  expect(Array.from(cache.snapshot().objects.iterate(""), ({ bytes }) => bytes.toString())).toEqual(["new"]);
});

test("an object that was compacted before the cache has seen its replacement cannot be read", async () => {
  const large = await put("a", "longer than the limit");
  await cache.current();
  const object = cache.get("a");
  const replaced = await put("a", "new", large);
  await owner.compact(replaced);
  // This read shows the compaction to the follower. Otherwise it could still read the state of its last read.
  expect(follower.compactedRevision).toBe(replaced);
  // The cache follows neither the commit nor the compaction, because nothing reports them to the follower.
  expect(() => object?.bytes).toThrow(expect.objectContaining({ code: "unavailable" }));
  await cache.current();
  expect(cache.get("a")?.bytes.toString()).toBe("new");
});
