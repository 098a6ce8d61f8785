import { expect, test } from "vitest";
import { splitOnce } from "./split-once.ts";

test.each([
  ["app=web=1", "=", ["app", "web=1"]],
  ["app=", "=", ["app", ""]],
  ["=web", "=", ["", "web"]],
  ["app", "=", ["app", undefined]],
  ["", "=", ["", undefined]],
  ["a: b: c", ": ", ["a", "b: c"]],
] as const)("splitOnce() splits %j at the first %j", (text, separator, parts) => {
  expect(splitOnce(text, separator)).toEqual(parts);
});
