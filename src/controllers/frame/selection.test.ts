import { expect, test } from "vitest";
import { selectControllers } from "./selection.ts";

const specs = [
  { name: "namespace-controller", alias: "namespace" },
  { name: "job-controller", alias: "job" },
];

test.each([
  [["*"], ["namespace-controller", "job-controller"]],
  [[], []],
  [["job-controller"], ["job-controller"]],
  [["job"], ["job-controller"]],
  [["*", "-job"], ["namespace-controller"]],
  [["-job-controller", "*"], ["namespace-controller"]],
  [["-job"], []],
])("selectControllers() selects for %j the controllers %j", (entries, expected) => {
  expect(selectControllers(entries, specs).map(({ name }) => name)).toEqual(expected);
});

test.each(["deployment", "-deployment", "", "**"])(
  "selectControllers() rejects %j and lists the existing controllers",
  (entry) => {
    expect(() => selectControllers(["*", entry], specs)).toThrow(RangeError);
    expect(() => selectControllers([entry], specs)).toThrow(/there are namespace-controller, job-controller$/);
  },
);
