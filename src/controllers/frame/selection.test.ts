import { expect, test } from "vitest";
import { selectControllers } from "./selection.ts";

const specs = [
  { name: "namespace-controller", alias: "namespace" },
  { name: "job-controller", alias: "job" },
  { name: "signer-controller", alias: "signer", isOffByDefault: true },
];

test.each([
  [["*"], ["namespace-controller", "job-controller"]],
  [[], []],
  [["job-controller"], ["job-controller"]],
  [["job"], ["job-controller"]],
  [["*", "-job"], ["namespace-controller"]],
  [
    ["*", "signer"],
    ["namespace-controller", "job-controller", "signer-controller"],
  ],
  [["-job-controller", "*"], ["namespace-controller"]],
  [["-job"], []],
])("selectControllers() selects for %j the controllers %j", (entries, expected) => {
  expect(selectControllers(entries, specs).map(({ name }) => name)).toEqual(expected);
});

test.each(["deployment", "-deployment", "", "**"])(
  "selectControllers() rejects %j and lists the existing controllers",
  (entry) => {
    expect(() => selectControllers(["*", entry], specs)).toThrow(RangeError);
    expect(() => selectControllers([entry], specs)).toThrow(
      /there are namespace-controller, job-controller, signer-controller$/,
    );
  },
);

test("selectControllers() accepts the name of a controller that cannot run here", () => {
  const known = [...specs, { name: "other-controller", alias: "other" }];
  expect(selectControllers(["*", "-other", "other-controller"], specs, known).map(({ name }) => name)).toEqual([
    "namespace-controller",
    "job-controller",
  ]);
});
