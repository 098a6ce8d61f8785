import { expect, test } from "vitest";
import type { LimitRangeItem } from "../../api/index.ts";
import { formatFieldError } from "../../meta/field-error.ts";
import { collect } from "../reporting.ts";
import { reportBounds } from "./limit-range-bounds.ts";

function errorsOf(item: LimitRangeItem): readonly string[] {
  const errors = collect((context) => reportBounds(item, context));
  return errors.map((error) => formatFieldError(error).replace(/resource\.Quantity\{[^}]*\}[^}]*\}[^}]*\}/, "…"));
}

test("bounds of the same amount in other units fit", () => {
  const item = { type: "Container", min: { memory: "1Gi" }, max: { memory: "1024Mi" }, default: { memory: "1Gi" } };
  expect(errorsOf(item)).toEqual([]);
});

test("each resource is compared with itself", () => {
  const item = { type: "Container", min: { cpu: "2", memory: "1Mi" }, max: { cpu: "1", memory: "2Mi" } };
  expect(errorsOf(item)).toEqual(["min[cpu]: Invalid value: …: min value 2 is greater than max value 1"]);
});

test.each(["constructor", "toString"])("what every JavaScript object has is no amount of %s", (name) => {
  const item = { type: "Container", min: { [name]: "2" }, max: { [name]: "1" } };
  expect(errorsOf({ type: "Container", min: { [name]: "2" }, max: {}, default: { cpu: "1" } })).toEqual([]);
  expect(errorsOf(item)).toEqual([`min[${name}]: Invalid value: …: min value 2 is greater than max value 1`]);
});

test("defaults of Pods are not compared: there are none", () => {
  expect(errorsOf({ type: "Pod", max: { cpu: "1" }, default: { cpu: "2" } })).toEqual([]);
});

test("no least is no bound on the ratio", () => {
  const item = { type: "Pod", min: { cpu: "0" }, max: { cpu: "1" }, maxLimitRequestRatio: { cpu: "1000" } };
  expect(errorsOf(item)).toEqual([]);
});

test("huge pages are requested as they are limited, memory is not", () => {
  const item = {
    type: "Container",
    default: { memory: "2Gi", "hugepages-2Mi": "4Mi" },
    defaultRequest: { memory: "1Gi", "hugepages-2Mi": "2Mi" },
  };
  expect(errorsOf(item)).toEqual([
    "defaultRequest[hugepages-2Mi]: Invalid value: …: default value 4Mi must equal to defaultRequest value 2Mi in hugepages-2Mi",
  ]);
});
