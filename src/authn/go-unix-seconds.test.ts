import { expect, test } from "vitest";
import { goUnixSeconds } from "./go-unix-seconds.ts";

/** 2^63 */
const limit = 9_223_372_036_854_775_808;

test.each([
  [1.9, 1],
  [-1.9, -1],
  [9.22337197e18, 9.22337197e18],
  [9.2233719747191e18, 9.2233719747191e18],
  // Seconds since the year 1 overflow.
  [9.2233720368e18, 9.2233720368e18 - 2 * limit],
  [limit, -limit],
  [1e20, -limit],
  [-limit, -limit],
  [-1e20, -limit],
])("goUnixSeconds() of %d is %d", (value, seconds) => {
  expect(goUnixSeconds(value)).toBe(seconds);
});
