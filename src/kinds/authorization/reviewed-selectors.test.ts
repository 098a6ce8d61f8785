import { expect, test } from "vitest";
import { reviewedSelectors, selectorFaults } from "./reviewed-selectors.ts";

const field = "spec.resourceAttributes.fieldSelector";
const label = "spec.resourceAttributes.labelSelector";

test("a review without selectors has none", () => {
  expect(reviewedSelectors({ verb: "list" })).toBeUndefined();
});

test("selectors in text form are parsed like those of requests", () => {
  const selectors = reviewedSelectors({
    fieldSelector: { rawSelector: "spec.nodeName=a,metadata.name!=b" },
    labelSelector: { rawSelector: "z,a in (x,y)" },
  });
  expect(selectors?.field).toEqual({
    requirements: [
      { field: "metadata.name", operator: "!=", value: "b" },
      { field: "spec.nodeName", operator: "=", value: "a" },
    ],
  });
  expect(selectors?.label.requirements.map(String)).toEqual(["a in (x,y)", "z"]);
  expect(selectors && selectorFaults(selectors)).toEqual([]);
});

test("requirements are read in their order", () => {
  const selectors = reviewedSelectors({
    fieldSelector: {
      requirements: [
        { key: "z", operator: "In", values: ["1"] },
        { key: "a", operator: "NotIn", values: [""] },
      ],
    },
    labelSelector: {
      requirements: [
        { key: "z", operator: "Exists" },
        { key: "a", operator: "NotIn", values: ["b", "c"] },
      ],
    },
  });
  expect(selectors?.field.requirements).toEqual([
    { field: "z", operator: "=", value: "1" },
    { field: "a", operator: "!=", value: "" },
  ]);
  expect(selectors?.label.requirements.map(String)).toEqual(["z", "a notin (b,c)"]);
});

test.each([
  ["a text that is no selector", { rawSelector: "a" }, "ignored"],
  ["an unknown operator", { requirements: [{ key: "a", operator: "Like", values: ["1"] }] }, "ignored"],
  ["several values", { requirements: [{ key: "a", operator: "In", values: ["1", "2"] }] }, "ignored"],
  ["no comparison", { requirements: [{ key: "a", operator: "Exists" }] }, "ignored"],
  [
    "a valid requirement and an unknown operator",
    {
      requirements: [
        { key: "a", operator: "In", values: ["1"] },
        { key: "a", operator: "Like" },
      ],
    },
    "partially ignored",
  ],
])("a field selector with %s is reported", (_, fieldSelector, how) => {
  const selectors = reviewedSelectors({ fieldSelector });
  expect(selectors && selectorFaults(selectors)).toEqual([`${field} ${how} due to parse error`]);
  expect(selectors?.field.requirements).toHaveLength(how === "ignored" ? 0 : 1);
});

test("the faults of both selectors are reported", () => {
  const selectors = reviewedSelectors({
    fieldSelector: { rawSelector: "a" },
    labelSelector: {
      requirements: [
        { key: "a", operator: "Like" },
        { key: "b", operator: "Exists" },
      ],
    },
  });
  expect(selectors && selectorFaults(selectors)).toEqual([
    `${field} ignored due to parse error`,
    `${label} partially ignored due to parse error`,
  ]);
});
