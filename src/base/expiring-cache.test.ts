import { expect, test } from "vitest";
import { ExpiringCache } from "./expiring-cache.ts";
import { ManualClock } from "./manual-clock.ts";

const limits = { entriesMax: 3, bytesMax: 1_000, entryBytesMax: 600 };

function cacheWith(clock = new ManualClock()): ExpiringCache<string> {
  return new ExpiringCache({ clock, limits, charsOf: (value) => value.length });
}

test("a value is kept for its lifetime", async () => {
  const clock = new ManualClock();
  const cache = cacheWith(clock);
  cache.set("a", "x", 100);
  cache.set("b", "x", 0);
  await clock.advance(99);
  expect([cache.get("a"), cache.get("b")]).toEqual(["x", undefined]);
  await clock.advance(1);
  expect([cache.get("a"), cache.size]).toEqual([undefined, 0]);
});

test("the value that was unused for longest is removed if there are too many", () => {
  const cache = cacheWith();
  for (const key of ["a", "b", "c"]) cache.set(key, "x", 100);
  cache.get("a");
  cache.set("d", "x", 100);
  expect(["a", "b", "c", "d"].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true, true]);
});

test("keys and values have a total size, and large ones are not kept", () => {
  const cache = cacheWith();
  cache.set("a", "x".repeat(250), 100);
  cache.set("b", "x".repeat(240), 100);
  cache.set("c", "x".repeat(300), 100);
  expect(["a", "b", "c"].map((key) => cache.get(key) !== undefined)).toEqual([true, true, false]);
  cache.set("d", "x".repeat(100), 100);
  expect(["a", "b", "d"].map((key) => cache.get(key) !== undefined)).toEqual([false, true, true]);
});

test("a new value of the same key replaces the earlier one and its size", () => {
  const cache = cacheWith();
  for (let count = 0; count < 10; count++) cache.set("a", "x".repeat(250), 100);
  cache.set("b", "x".repeat(200), 100);
  expect(cache.size).toBe(2);
});
