import { expect, test } from "vitest";
import { deferred } from "../../base/deferred.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { IdleCache } from "./idle-cache.ts";

function counted(): { make: () => Promise<number>; readonly count: number } {
  let count = 0;
  return {
    make: async () => ++count,
    get count() {
      return count;
    },
  };
}

test("IdleCache creates a value once and keeps it while it is requested", async () => {
  const clock = new ManualClock();
  const cache = new IdleCache<number>(clock, 1000);
  const source = counted();
  for (let round = 0; round < 5; round++) {
    expect(await cache.get("a", source.make)).toBe(1);
    await clock.advance(900);
  }
  expect(source.count).toBe(1);
});

test("IdleCache removes a value after its idle time and leaves no timer behind", async () => {
  const clock = new ManualClock();
  const cache = new IdleCache<number>(clock, 1000);
  const source = counted();
  await cache.get("a", source.make);
  await clock.advance(999);
  expect(cache.size).toBe(1);
  await clock.advance(1);
  expect(cache.size).toBe(0);
  expect(clock.pendingCount).toBe(0);
  expect(await cache.get("a", source.make)).toBe(2);
});

test("IdleCache removes each value after its own idle time", async () => {
  const clock = new ManualClock();
  const cache = new IdleCache<number>(clock, 1000);
  const source = counted();
  await cache.get("a", source.make);
  await clock.advance(600);
  await cache.get("b", source.make);
  await clock.advance(400);
  expect(cache.size).toBe(1);
  await clock.advance(600);
  expect(cache.size).toBe(0);
});

test("concurrent callers of IdleCache share one creation of the value", async () => {
  const cache = new IdleCache<string>(new ManualClock(), 1000);
  const making = deferred<string>();
  let begun = 0;
  const make = (): Promise<string> => {
    begun++;
    return making.promise;
  };
  const both = Promise.all([cache.get("a", make), cache.get("a", make)]);
  making.resolve("made");
  expect(await both).toEqual(["made", "made"]);
  expect(begun).toBe(1);
});

test("IdleCache creates a value again after its creation failed", async () => {
  const cache = new IdleCache<string>(new ManualClock(), 1000);
  await expect(cache.get("a", () => Promise.reject(new Error("no luck")))).rejects.toThrow("no luck");
  expect(await cache.get("a", async () => "made")).toBe("made");
});

test("IdleCache creates a deleted value again, and keeps the others", async () => {
  const cache = new IdleCache<number>(new ManualClock(), 1000);
  const source = counted();
  await cache.get("a", source.make);
  await cache.get("b", source.make);
  cache.delete("a");
  cache.delete("missing");
  expect(cache.size).toBe(1);
  expect([await cache.get("a", source.make), await cache.get("b", source.make)]).toEqual([3, 2]);
});
