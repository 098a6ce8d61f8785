import { expect, test } from "vitest";
import type { Measurement } from "../figure.ts";
import { renderReferenceTable } from "./table.ts";

test("renderReferenceTable() shows how many times better orch is, whether more or less is better", () => {
  const rate: Measurement = {
    name: "get: rate",
    unit: "requests/s",
    better: "more",
    values: [900, 1100, 1000],
    raw: { name: "the reference", values: [400, 300, 500] },
    goal: { of: "ratio", bound: 3 },
  };
  const latency: Measurement = {
    name: "get: p50",
    unit: "ms",
    better: "less",
    values: [2],
    raw: { name: "the reference", values: [5] },
  };
  const cpu: Measurement = { ...latency, name: "get: time", unit: "us", goal: { of: "ratio", bound: 1 / 3 } };
  const rejections: Measurement = {
    name: "rejections",
    unit: "responses",
    better: "less",
    values: [0],
    raw: { name: "the reference", values: [0] },
    goal: { of: "value", bound: 0 },
  };
  expect(renderReferenceTable([rate, latency, cpu, rejections])).toBe(
    [
      "figure       orch  reference  unit        better by    goal",
      "get: rate   1,000        400  requests/s     2.50 x  >= 3 x  MISSED",
      "get: p50     2.00       5.00  ms             2.50 x",
      "get: time    2.00       5.00  us             2.50 x  >= 3 x  MISSED",
      "rejections   0.00       0.00  responses                <= 0  reached",
    ].join("\n"),
  );
});
