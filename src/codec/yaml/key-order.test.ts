import { expect, test } from "vitest";
import { compareKeys } from "./key-order.ts";

test.each([
  ["a", "b"],
  ["a", "aa"],
  ["B", "a"],
  ["a2", "a10"],
  ["a1", "a01"],
  ["a9", "a10"],
  ["a99999999999999999999998", "a99999999999999999999999"],
  ["a100", "a101"],
  ["a11", "a100"],
  ["a-b", "ab"],
  ["1", "a"],
  ["_", "a"],
  ["_", "1"],
  ["a.b", "a/b"],
  ["z", "é"],
  ["", "-"],
  ["\ud83d\ude00", "a"],
])("compareKeys() sorts %j before %j", (first, second) => {
  expect(compareKeys(first, second)).toBeLessThan(0);
  expect(compareKeys(second, first)).toBeGreaterThan(0);
});
