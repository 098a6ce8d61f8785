import { expect, test } from "vitest";
import { ResetLimit, TurnResets } from "./reset-limit.ts";

/**
 * Counts resets at these times, one per turn.
 * @returns the index of the first reset that exceeds the limit; -1 if none does
 */
function firstAboveLimit(limit: ResetLimit, timesMs: readonly number[], lifetimeMs = 0): number {
  return timesMs.findIndex((ms, index) => limit.count({ turn: index, ms: ms - lifetimeMs }, { turn: index + 1, ms }));
}

test("a client may reset 400 requests at once", () => {
  const limit = new ResetLimit(new TurnResets());
  expect(firstAboveLimit(limit, Array<number>(1000).fill(5000))).toBe(400);
});

test("a client may reset 100 requests per second in the long run", () => {
  const everyTenMs = Array.from({ length: 10_000 }, (_, index) => index * 10);
  expect(firstAboveLimit(new ResetLimit(new TurnResets()), everyTenMs)).toBe(-1);
  const everyFiveMs = Array.from({ length: 10_000 }, (_, index) => index * 5);
  // Each second uses 100 more than the limit restores.
  expect(firstAboveLimit(new ResetLimit(new TurnResets()), everyFiveMs)).toBeGreaterThan(795);
  expect(firstAboveLimit(new ResetLimit(new TurnResets()), everyFiveMs)).toBeLessThan(805);
});

test("a request that lasted longer than a second, such as a watch, may be reset any number of times", () => {
  const limit = new ResetLimit(new TurnResets());
  expect(firstAboveLimit(limit, Array<number>(10_000).fill(5000), 1001)).toBe(-1);
});

test("a client may reset 100 requests in the turn in which it sent them", () => {
  const limit = new ResetLimit(new TurnResets());
  const now = { turn: 7, ms: 5000 };
  const isAboveLimit = Array.from({ length: 102 }, () => limit.count(now, now));
  expect(isAboveLimit.indexOf(true)).toBe(100);
});

test("all clients together may reset 400 requests in one turn, and 20 each beyond that", () => {
  const all = new TurnResets();
  const now = { turn: 7, ms: 5000 };
  const limits = Array.from({ length: 10 }, () => new ResetLimit(all));
  const counts = limits.map((limit) => Array.from({ length: 101 }, () => limit.count(now, now)).indexOf(true));
  expect(counts).toEqual([100, 100, 100, 97, 20, 20, 20, 20, 20, 20]);
  const later = { turn: 8, ms: 5001 };
  expect(new ResetLimit(all).count(later, later)).toBe(false);
});
