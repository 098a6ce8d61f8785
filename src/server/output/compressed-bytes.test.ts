import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { CompressedBytes } from "./compressed-bytes.ts";
import { cachedMap } from "./testing/cached-map.ts";

/** Incompressible, so that a kept form costs at least twice its length. */
const large = (name: string) => cachedMap(name, { data: { x: name.repeat(1000) } });

test("an object that is asked for again is compressed once", () => {
  const kept = new CompressedBytes(1_000_000);
  const object = large("a");
  const first = kept.of(object);
  expect(gunzipSync(first).toString()).toBe(`${object.bytes.toString()}\n`);
  expect(kept.of(object)).toBe(first);
});

test("another version of an object is another object", () => {
  const kept = new CompressedBytes(1_000_000);
  const former = kept.of(large("a"));
  const changed = cachedMap("a", { data: { x: "changed" } });
  expect(gunzipSync(kept.of(changed)).toString()).toBe(`${changed.bytes.toString()}\n`);
  expect(kept.of(changed)).not.toBe(former);
});

test("within the limit the forms that were asked for last are kept", () => {
  const [a, b, c] = [large("a"), large("b"), large("c")];
  const [forA, forB] = [a, b].map((object) => new CompressedBytes(1_000_000).of(object).length + object.byteLength);
  // Room for two of the three, which are all alike.
  const kept = new CompressedBytes((forA ?? 0) + (forB ?? 0) + 100);
  const first = kept.of(a);
  const second = kept.of(b);
  expect(kept.of(a)).toBe(first);
  kept.of(c);
  expect(kept.of(a)).toBe(first);
  expect(kept.of(b)).not.toBe(second);
});

test("what is over the limit by itself is not kept, and what was kept before it is let go", () => {
  const small = cachedMap("small");
  const kept = new CompressedBytes(small.byteLength * 3);
  const first = kept.of(small);
  expect(kept.of(small)).toBe(first);
  const object = large("large");
  expect(kept.of(object)).not.toBe(kept.of(object));
  expect(kept.of(small)).not.toBe(first);
});

test("without room nothing is kept", () => {
  const kept = new CompressedBytes(0);
  const object = cachedMap("a");
  expect(gunzipSync(kept.of(object)).toString()).toBe(`${object.bytes.toString()}\n`);
  expect(kept.of(object)).not.toBe(kept.of(object));
});
