import { expect, test } from "vitest";
import { podSpec } from "../api/core/v1/pod-spec.ts";
import { equalAmounts } from "./equal-amounts.ts";

function spec(cpu: string, name = "1k"): object {
  return { containers: [{ name, image: "i", resources: { limits: { cpu } } }] };
}

test.each<[string, unknown, unknown, boolean]>([
  ["the same texts", spec("1"), spec("1"), true],
  ["amounts in other formats", spec("1k"), spec("1e3"), true],
  ["amounts in binary and decimal formats", spec("1Ki"), spec("1024"), true],
  ["other amounts", spec("1Ki"), spec("1k"), false],
  ["texts that only look like quantities", spec("1", "1k"), spec("1", "1e3"), false],
  ["another number of items", spec("1k"), { containers: [] }, false],
  ["a missing member", spec("1k"), { containers: [{ name: "1k", image: "i", resources: {} }] }, false],
  ["nothing and null", undefined, null, true],
])("equalAmounts() compares %s", (_, left, right, isEqual) => {
  expect(equalAmounts(podSpec, left, right)).toBe(isEqual);
});
