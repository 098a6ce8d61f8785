import { expect, test } from "vitest";
import { boundOf, goalShare, isReached, type Measurement, median, ratioOf } from "../figure.ts";
import { renderComparison } from "./compare.ts";
import { renderTable } from "./table.ts";

const rate: Measurement = {
  name: "get",
  unit: "requests/s",
  better: "more",
  values: [900, 1100, 1000],
  raw: { name: "bare", values: [2000, 1900, 2500] },
  goal: { of: "ratio", bound: 0.5 },
  loadCpu: 0.42,
};
const memory: Measurement = {
  name: "idle memory",
  unit: "MB",
  better: "less",
  values: [91.25],
  goal: { of: "value", bound: 90 },
};

test("ratioOf() divides the median of the values by the median of the raw limit", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(ratioOf(rate)).toBe(0.5);
  expect(ratioOf(memory)).toBeUndefined();
});

test("isReached() requires at least the goal when more is better, and at most the goal when less is better", () => {
  expect(isReached(rate)).toBe(true);
  expect(isReached({ ...rate, values: [999] })).toBe(false);
  expect(isReached(memory)).toBe(false);
  expect(isReached({ ...memory, values: [89.9] })).toBe(true);
  expect(isReached({ ...memory, goal: undefined } as never)).toBeUndefined();
});

test("isReached() is false for a ratio to a raw limit that did no work", () => {
  expect(isReached({ ...rate, raw: { name: "nothing", values: [0] } })).toBe(false);
});

test("boundOf() adds the goal's allowance to its share of the raw limit", () => {
  const held: Measurement = {
    name: "memory of many",
    unit: "MB",
    better: "less",
    values: [220],
    raw: { name: "their bytes", values: [100] },
    goal: { of: "ratio", bound: 1.6, plus: 60 },
  };
  expect(boundOf(held)).toBe(220);
  expect(isReached(held)).toBe(true);
  expect(isReached({ ...held, values: [220.5] })).toBe(false);
  expect(isReached({ ...held, raw: { name: "their bytes", values: [99] } })).toBe(false);
  expect(renderTable([held])).toContain("2.20  <= 1.6 x + 60");
});

test("goalShare() is greater for a better value, whether more or less is better", () => {
  expect(goalShare({ ...rate, values: [1500] })).toBe(1.5);
  expect(goalShare({ ...memory, values: [45] })).toBe(2);
  expect(goalShare({ ...memory, goal: undefined } as never)).toBeUndefined();
});

test("renderTable() aligns the columns, and numbers to the right", () => {
  expect(renderTable([rate, memory])).toBe(
    [
      "figure       measured  unit        spread  raw limit  ratio      goal  load CPU",
      "get             1,000  requests/s  +-10 %      2,000   0.50  >= 0.5 x      42 %  reached",
      "idle memory      91.3  MB                                       <= 90            MISSED",
    ].join("\n"),
  );
});

test("renderComparison() compares ratios to the raw limit if there are any, and marks differences above noise", () => {
  const faster = { ...rate, values: [1500], raw: { name: "bare", values: [2000] } };
  const known = [rate, memory];
  expect(renderComparison(known, [faster, { ...memory, values: [95] }, { ...memory, name: "new" }])).toBe(
    [
      "figure       before   now  unit              change",
      "get            0.50  0.75  of the raw limit   +50 %  better",
      "idle memory    91.3  95.0  MB                  +4 %",
    ].join("\n"),
  );
  expect(renderComparison([memory], [{ ...memory, values: [120] }])).toContain("+32 %  WORSE");
});
