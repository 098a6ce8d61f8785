import { expect, test } from "vitest";
import { capitalize } from "./capitalize.ts";

test.each([
  ["", ""],
  ["a", "A"],
  ["orch apiserver", "Orch apiserver"],
  ["Pod", "Pod"],
])("capitalize(%j) returns %j", (text, expected) => {
  expect(capitalize(text)).toBe(expected);
});
