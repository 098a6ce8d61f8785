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

test("a value is made once and kept while it is asked for", async () => {
  const clock = new ManualClock();
  const cache = new IdleCache<number>(clock, 1000);
  const source = counted();
  for (let round = 0; round < 5; round++) {
    expect(await cache.get("a", source.make)).toBe(1);
    await clock.advance(900);
  }
  expect(source.count).toBe(1);
});

test("a value that nobody asks for is let go, and no timer stays behind", async () => {
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

test("values go one by one, each after its own time", async () => {
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

test("all who ask at the same time share one making", async () => {
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

test("what could not be made is tried again", async () => {
  const cache = new IdleCache<string>(new ManualClock(), 1000);
  await expect(cache.get("a", () => Promise.reject(new Error("no luck")))).rejects.toThrow("no luck");
  expect(await cache.get("a", async () => "made")).toBe("made");
});

test("a cleared cache holds nothing", async () => {
  const clock = new ManualClock();
  const cache = new IdleCache<number>(clock, 1000);
  const source = counted();
  await cache.get("a", source.make);
  cache.clear();
  expect([cache.size, clock.pendingCount]).toEqual([0, 0]);
  expect(await cache.get("a", source.make)).toBe(2);
});
