import { expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import { DecisionCache } from "./decision-cache.ts";

const allow = { decision: "allow", reason: "" } as const;
const limits = { entriesMax: 3, bytesMax: 1_000, entryBytesMax: 600 };

test("a decision is kept for its lifetime", async () => {
  const clock = new ManualClock();
  const cache = new DecisionCache(clock, limits);
  cache.set("a", allow, 100);
  cache.set("b", allow, 0);
  await clock.advance(99);
  expect([cache.get("a"), cache.get("b")]).toEqual([allow, undefined]);
  await clock.advance(1);
  expect([cache.get("a"), cache.size]).toEqual([undefined, 0]);
});

test("the decision that was unused for longest is removed if there are too many", () => {
  const cache = new DecisionCache(new ManualClock(), limits);
  for (const key of ["a", "b", "c"]) cache.set(key, allow, 100);
  cache.get("a");
  cache.set("d", allow, 100);
  expect(["a", "b", "c", "d"].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true, true]);
});

test("keys and reasons have a total size, and large ones are not kept", () => {
  const cache = new DecisionCache(new ManualClock(), limits);
  cache.set("a", { ...allow, reason: "x".repeat(250) }, 100);
  cache.set("b", { ...allow, reason: "x".repeat(240) }, 100);
  cache.set("c", { ...allow, reason: "x".repeat(300) }, 100);
  expect(["a", "b", "c"].map((key) => cache.get(key) !== undefined)).toEqual([true, true, false]);
  cache.set("d", { ...allow, reason: "x".repeat(100) }, 100);
  expect(["a", "b", "d"].map((key) => cache.get(key) !== undefined)).toEqual([false, true, true]);
});

test("a new decision about the same question replaces the earlier one and its size", () => {
  const cache = new DecisionCache(new ManualClock(), limits);
  for (let count = 0; count < 10; count++) cache.set("a", { ...allow, reason: "x".repeat(250) }, 100);
  cache.set("b", { ...allow, reason: "x".repeat(200) }, 100);
  expect(cache.size).toBe(2);
});
