import { expect, test } from "vitest";
import { addSizeCounts, RecentSizes, sizeAt } from "./recent-sizes.ts";

/** Expects a size with the promised relative error. */
function expectSize(actual: number, expected: number): void {
  expect(Math.abs(actual / expected - 1)).toBeLessThanOrEqual(0.0101);
}

test("sizeAt() returns quantiles with an error of at most 1 %, in any order of the sizes", () => {
  const recent = new RecentSizes(1000);
  for (let index = 0; index < 1000; index++) recent.add((1 + ((index * 7) % 1000)) / 1000, 0);
  const counts = recent.countsAt(0);
  for (const share of [0.001, 0.5, 0.9, 0.99, 1]) expectSize(sizeAt(counts, share), share);
});

test("sizeAt() is NaN without observations", () => {
  expect(sizeAt(new RecentSizes(1000).countsAt(0), 0.5)).toBeNaN();
});

test("RecentSizes forgets sizes after its period, and keeps those of the last four fifths", () => {
  const recent = new RecentSizes(1000);
  recent.add(1, 0);
  recent.add(2, 250);
  expect(recent.countsAt(999).map(([, count]) => count)).toEqual([1, 1]);
  const [later, ...others] = recent.countsAt(1000);
  expect(others).toEqual([]);
  expectSize(sizeAt(later ? [later] : [], 0.5), 2);
  expect(recent.countsAt(1200)).toEqual([]);
  recent.add(3, 50_000);
  expect(recent.countsAt(50_100)).toHaveLength(1);
});

test("RecentSizes has a bounded number of classes for all sizes", () => {
  const recent = new RecentSizes(1000);
  for (const size of [0, -1, 1e-300, 1e300, Number.POSITIVE_INFINITY]) recent.add(size, 0);
  expect(recent.countsAt(0).map(([, count]) => count)).toEqual([3, 2]);
});

test("addSizeCounts() adds the counts of equal classes", () => {
  expect(
    addSizeCounts([
      [
        [3, 1],
        [10, 2],
      ],
      [
        [-1, 5],
        [10, 1],
      ],
    ]),
  ).toEqual([
    [-1, 5],
    [3, 1],
    [10, 3],
  ]);
});
