import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { CompressedObjectCache } from "./compressed-object-cache.ts";
import { cachedMap } from "./testing/cached-map.ts";

/** Returns an object of more than 1,000 bytes. */
const large = (name: string) => cachedMap(name, { data: { x: name.repeat(1000) } });

test("CompressedObjectCache compresses an object once", () => {
  const cache = new CompressedObjectCache(1_000_000);
  const object = large("a");
  const first = cache.get(object);
  expect(gunzipSync(first).toString()).toBe(`${object.bytes.toString()}\n`);
  expect(cache.get(object)).toBe(first);
});

test("CompressedObjectCache compresses each version of an object", () => {
  const cache = new CompressedObjectCache(1_000_000);
  const original = cache.get(large("a"));
  const changed = cachedMap("a", { data: { x: "changed" } });
  expect(gunzipSync(cache.get(changed)).toString()).toBe(`${changed.bytes.toString()}\n`);
  expect(cache.get(changed)).not.toBe(original);
});

test("CompressedObjectCache keeps the most recently requested objects within its limit", () => {
  const [a, b, c] = [large("a"), large("b"), large("c")];
  const [forA, forB] = [a, b].map(
    (object) => new CompressedObjectCache(1_000_000).get(object).length + object.byteLength,
  );
  // The limit allows for two of the three objects, which have the same size.
  const cache = new CompressedObjectCache((forA ?? 0) + (forB ?? 0) + 100);
  const first = cache.get(a);
  const second = cache.get(b);
  expect(cache.get(a)).toBe(first);
  cache.get(c);
  expect(cache.get(a)).toBe(first);
  expect(cache.get(b)).not.toBe(second);
});

test("CompressedObjectCache does not keep an object that exceeds its limit, but removes the others", () => {
  const small = cachedMap("small");
  const cache = new CompressedObjectCache(small.byteLength * 3);
  const first = cache.get(small);
  expect(cache.get(small)).toBe(first);
  const object = large("large");
  expect(cache.get(object)).not.toBe(cache.get(object));
  expect(cache.get(small)).not.toBe(first);
});

test("CompressedObjectCache keeps nothing if its limit is 0", () => {
  const cache = new CompressedObjectCache(0);
  const object = cachedMap("a");
  expect(gunzipSync(cache.get(object)).toString()).toBe(`${object.bytes.toString()}\n`);
  expect(cache.get(object)).not.toBe(cache.get(object));
});
