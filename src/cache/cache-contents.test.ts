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

test("a cache gives its contents as of the revision that it has come to, and no other", async () => {
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

test("a cache that is not loaded has no contents to give", async () => {
  await using fixture = await openCache({ loaded: false });
  expect(fixture.cache.contentsAt(0)).toBeUndefined();
});

test("a cache that begins with contents reads nothing, and goes its own way from there", async () => {
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
  cache.begin(contents);
  expect(() => cache.begin(contents)).toThrow("things/ is loaded already");
  const client = new WatchClient(cache, 1);
  await engine.put("/registry/things/b", Buffer.from("2"), 0);
  await cache.current();
  expect(shown(cache.snapshot().objects)).toEqual(["a=1@1", "b=2@2"]);
  expect(client.received).toEqual(["ADDED b=2@2;"]);
  expect(held.pagesRead).toBe(0);
  expect(shown(source.cache.snapshot().objects)).toEqual(["a=1@1"]);
});
