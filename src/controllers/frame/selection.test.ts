import { expect, test } from "vitest";
import type { ControllerSpec } from "./controller-spec.ts";
import { selectControllers } from "./selection.ts";

const spec = (name: string, alias: string): ControllerSpec => ({
  name,
  alias,
  summary: "",
  workers: 1,
  run: async () => undefined,
});
const specs = [spec("namespace-controller", "namespace"), spec("job-controller", "job")];

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
