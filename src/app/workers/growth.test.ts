import { expect, test } from "vitest";
import { Growth } from "./growth.ts";

test("a server needs one more process when all of its processes were busy in three successive samples", () => {
  const growth = new Growth();
  expect([[1], [0.9], [0.7]].map((shares) => growth.needsMore(shares))).toEqual([false, false, true]);
  const samples = [
    [1, 1],
    [1, 0.8],
    [1, 0.7],
    [1, 1],
  ];
  expect(samples.map((shares) => growth.needsMore(shares))).toEqual([false, false, true, false]);
});

test("a process that is not busy prevents a further one, and the count begins again", () => {
  const growth = new Growth();
  const samples = [
    [1, 1],
    [1, 1],
    [1, 0.69],
    [1, 1],
    [1, 1],
  ];
  expect(samples.map((shares) => growth.needsMore(shares))).toEqual([false, false, false, false, false]);
  expect(growth.needsMore([1, 1])).toBe(true);
});
