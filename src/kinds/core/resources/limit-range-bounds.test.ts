import { expect, test } from "vitest";
import type { LimitRangeItem } from "../../../api/index.ts";
import { formatFieldError } from "../../../meta/field-error.ts";
import { collect } from "../../reporting.ts";
import { reportBounds } from "./limit-range-bounds.ts";

function errorsOf(item: LimitRangeItem): readonly string[] {
  const errors = collect((context) => reportBounds(item, context));
  return errors.map((error) => formatFieldError(error).replace(/resource\.Quantity\{[^}]*\}[^}]*\}[^}]*\}/, "…"));
}

test("bounds of the same amount in different units are accepted", () => {
  const item = { type: "Container", min: { memory: "1Gi" }, max: { memory: "1024Mi" }, default: { memory: "1Gi" } };
  expect(errorsOf(item)).toEqual([]);
});

test("min and max are compared for each resource separately", () => {
  const item = { type: "Container", min: { cpu: "2", memory: "1Mi" }, max: { cpu: "1", memory: "2Mi" } };
  expect(errorsOf(item)).toEqual(["min[cpu]: Invalid value: …: min value 2 is greater than max value 1"]);
});

test.each(["constructor", "toString"])("a resource called %s has only the amounts that are given", (name) => {
  const item = { type: "Container", min: { [name]: "2" }, max: { [name]: "1" } };
  expect(errorsOf({ type: "Container", min: { [name]: "2" }, max: {}, default: { cpu: "1" } })).toEqual([]);
  expect(errorsOf(item)).toEqual([`min[${name}]: Invalid value: …: min value 2 is greater than max value 1`]);
});

test("defaults in limits of type Pod are not compared with the bounds", () => {
  expect(errorsOf({ type: "Pod", max: { cpu: "1" }, default: { cpu: "2" } })).toEqual([]);
});

test("a minimum of 0 does not bound the ratio", () => {
  const item = { type: "Pod", min: { cpu: "0" }, max: { cpu: "1" }, maxLimitRequestRatio: { cpu: "1000" } };
  expect(errorsOf(item)).toEqual([]);
});

test.each<readonly [min: string, max: string, ratio: string, most: string]>([
  ["10m", "2", "201", "200.000000"],
  ["1500m", "2", "9223372036854774", "1.333333"],
  ["1500m", "2", "9223372036854775", "1.000000"],
  ["10m", "9223372036854774", "9223372036854775", "9223372036854774.000000"],
  ["200", "9223372036854776", "9E", "46116860184273.882812"],
  ["2", "9223372036854775807", "9e18", "4611686018427387904.000000"],
  ["-10m", "0", "5e15", "-0.000000"],
])("with min %s and max %s, the ratio %s is rejected as greater than %s", (min, max, ratio, most) => {
  const item = { type: "Pod", min: { cpu: min }, max: { cpu: max }, maxLimitRequestRatio: { cpu: ratio } };
  const message = `maxLimitRequestRatio[cpu]: Invalid value: …: ratio ${ratio} is greater than max/min = ${most}`;
  expect(errorsOf(item).filter((error) => error.startsWith("maxLimitRequestRatio"))).toEqual([message]);
});

test.each<readonly [min: string, max: string, ratio: string]>([
  ["10m", "2", "200"],
  ["10m", "9223372036854776", "9223372036854776"],
  ["1", "9223372036854775807", "9e18"],
  ["0", "1", "9E"],
])("with min %s and max %s, the ratio %s is accepted", (min, max, ratio) => {
  expect(errorsOf({ type: "Pod", min: { cpu: min }, max: { cpu: max }, maxLimitRequestRatio: { cpu: ratio } })).toEqual(
    [],
  );
});

test("a ratio beyond 64 bits is compared exactly", () => {
  const item = { type: "Pod", min: { cpu: "10m" }, max: { cpu: "2" }, maxLimitRequestRatio: { cpu: "10E" } };
  expect(errorsOf(item)).toEqual([
    "maxLimitRequestRatio[cpu]: Invalid value: …: ratio 10E is greater than max/min = 2.000000",
  ]);
});

test("default and defaultRequest have to be equal for huge pages and can differ for memory", () => {
  const item = {
    type: "Container",
    default: { memory: "2Gi", "hugepages-2Mi": "4Mi" },
    defaultRequest: { memory: "1Gi", "hugepages-2Mi": "2Mi" },
  };
  expect(errorsOf(item)).toEqual([
    "defaultRequest[hugepages-2Mi]: Invalid value: …: default value 4Mi must equal to defaultRequest value 2Mi in hugepages-2Mi",
  ]);
});
