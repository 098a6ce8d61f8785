import { expect, test } from "vitest";
import { silentLogger } from "../base/logger.ts";
import { openMemoryEngine } from "../storage/index.ts";
import { ChangeFeed } from "./change-feed.ts";
import type { ObjectView } from "./object-tree.ts";
import { ResourceCache } from "./resource-cache.ts";
import { plainFormat } from "./testing/cache-reader.ts";
import { openCache, WatchClient } from "./testing/fixture.ts";
import { HeldEngine } from "./testing/held-engine.ts";

const shown = (view: ObjectView): string[] =>
  [...view.iterate("")].map(({ key, bytes, revision }) => `${key}=${bytes.toString()}@${revision}`);

test("contentsAt() returns the objects at the cache's revision, and undefined for other revisions", async () => {
  await using fixture = await openCache();
  const { cache } = fixture;
  await fixture.write("a", "1");
  await fixture.write("b", "2");
  expect(cache.contentsAt(1)).toBeUndefined();
  expect(cache.contentsAt(3)).toBeUndefined();
  const contents = cache.contentsAt(2);
  await fixture.write("a", "3");
  expect(contents && shown(contents.copy())).toEqual(["a=1@1", "b=2@2"]);
  expect(cache.contentsAt(2)).toBeUndefined();
});

test("contentsAt() returns undefined while the cache is not loaded", async () => {
  await using fixture = await openCache({ isLoaded: false });
  expect(fixture.cache.contentsAt(0)).toBeUndefined();
});

test("startWith() loads nothing, and later changes do not affect the other cache", async () => {
  await using source = await openCache();
  await source.write("a", "1");
  const contents = source.cache.contentsAt(1);
  if (!contents) throw new Error("there are no contents");

  await using engine = openMemoryEngine();
  await engine.put("/registry/things/a", Buffer.from("1"), 0);
  const held = new HeldEngine(engine);
  const { clock } = source;
  await using feed = new ChangeFeed({ engine: held, prefix: "/registry/", clock, logger: silentLogger });
  const cache = new ResourceCache({ feed, prefix: "things/", format: plainFormat, clock });
  cache.startWith(contents);
  expect(() => cache.startWith(contents)).toThrow("things/ is loaded already");
  const client = new WatchClient(cache, 1);
  await engine.put("/registry/things/b", Buffer.from("2"), 0);
  await cache.current();
  expect(shown(cache.snapshot().objects)).toEqual(["a=1@1", "b=2@2"]);
  expect(client.received).toEqual(["ADDED b=2@2;"]);
  expect(held.pagesRead).toBe(0);
  expect(shown(source.cache.snapshot().objects)).toEqual(["a=1@1"]);
});
