import { expect, test } from "vitest";
import { goFixed } from "./go-fixed.ts";

test.each([
  [1.5, "1.500000"],
  [2 / 3, "0.666667"],
  // A tie is rounded to the even digit.
  [0.0000005, "0.000000"],
  [0.0000015, "0.000002"],
  [1 / 128, "0.007812"],
  [3 / 128, "0.023438"],
  [-0, "-0.000000"],
  [Number.POSITIVE_INFINITY, "+Inf"],
  [Number.NEGATIVE_INFINITY, "-Inf"],
  [Number.NaN, "NaN"],
])("goFixed() prints %d as %s", (value, text) => {
  expect(goFixed(value)).toBe(text);
});
