import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { CompressedObjectCache } from "./compressed-object-cache.ts";
import { cachedMap } from "./testing/cached-map.ts";

/** Incompressible, so that a kept form costs at least twice its length. */
const large = (name: string) => cachedMap(name, { data: { x: name.repeat(1000) } });

test("an object that is asked for again is compressed once", () => {
  const kept = new CompressedObjectCache(1_000_000);
  const object = large("a");
  const first = kept.get(object);
  expect(gunzipSync(first).toString()).toBe(`${object.bytes.toString()}\n`);
  expect(kept.get(object)).toBe(first);
});

test("another version of an object is another object", () => {
  const kept = new CompressedObjectCache(1_000_000);
  const former = kept.get(large("a"));
  const changed = cachedMap("a", { data: { x: "changed" } });
  expect(gunzipSync(kept.get(changed)).toString()).toBe(`${changed.bytes.toString()}\n`);
  expect(kept.get(changed)).not.toBe(former);
});

test("within the limit the forms that were asked for last are kept", () => {
  const [a, b, c] = [large("a"), large("b"), large("c")];
  const [forA, forB] = [a, b].map(
    (object) => new CompressedObjectCache(1_000_000).get(object).length + object.byteLength,
  );
  // Room for two of the three, which are all alike.
  const kept = new CompressedObjectCache((forA ?? 0) + (forB ?? 0) + 100);
  const first = kept.get(a);
  const second = kept.get(b);
  expect(kept.get(a)).toBe(first);
  kept.get(c);
  expect(kept.get(a)).toBe(first);
  expect(kept.get(b)).not.toBe(second);
});

test("what is over the limit by itself is not kept, and what was kept before it is let go", () => {
  const small = cachedMap("small");
  const kept = new CompressedObjectCache(small.byteLength * 3);
  const first = kept.get(small);
  expect(kept.get(small)).toBe(first);
  const object = large("large");
  expect(kept.get(object)).not.toBe(kept.get(object));
  expect(kept.get(small)).not.toBe(first);
});

test("without room nothing is kept", () => {
  const kept = new CompressedObjectCache(0);
  const object = cachedMap("a");
  expect(gunzipSync(kept.get(object)).toString()).toBe(`${object.bytes.toString()}\n`);
  expect(kept.get(object)).not.toBe(kept.get(object));
});
