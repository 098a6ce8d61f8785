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
])("%j runs %j", (entries, expected) => {
  expect(selectControllers(entries, specs).map(({ name }) => name)).toEqual(expected);
});

test.each(["deployment", "-deployment", "", "**"])("%j is refused by name, with the names that there are", (entry) => {
  expect(() => selectControllers(["*", entry], specs)).toThrow(RangeError);
  expect(() => selectControllers([entry], specs)).toThrow(/there are namespace-controller, job-controller$/);
});
