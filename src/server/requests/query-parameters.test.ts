import { expect, test } from "vitest";
import { testCall } from "../testing/test-call.ts";
import { booleanParameter, integerParameter, textParameter, textParameters } from "./query-parameters.ts";

const callOf = (query: string) => testCall(`/x${query}`).call;

test("textParameter() returns the first value, decoded, or an empty string", () => {
  expect(textParameter(callOf("?a=1&a=2"), "a")).toBe("1");
  expect(textParameter(callOf("?a=b%20c+d"), "a")).toBe("b c d");
  expect(textParameter(callOf("?a"), "a")).toBe("");
  expect(textParameter(callOf("?b=1"), "a")).toBe("");
  expect(textParameter(callOf(""), "a")).toBe("");
});

test("textParameters() returns all values of a repeated parameter, including empty ones", () => {
  expect(textParameters(callOf("?a=1&a=&b=x&a=2"), "a")).toEqual(["1", "", "2"]);
  expect(textParameters(callOf("?a="), "a")).toEqual([""]);
  expect(textParameters(callOf(""), "a")).toEqual([]);
});

test.each([
  ["", undefined],
  ["?b=true", undefined],
  ["?a", true],
  ["?a=", true],
  ["?a=true", true],
  ["?a=yes", true],
  ["?a=1", true],
  ["?a=00", true],
  ["?a=false", false],
  ["?a=FALSE", false],
  ["?a=0", false],
])("booleanParameter() of the query %j returns %s", (query, value) => {
  expect(booleanParameter(callOf(query), "a")).toBe(value);
});

test.each([
  ["", undefined],
  ["?a=0", 0],
  ["?a=500", 500],
  ["?a=-1", -1],
  ["?a=%2B7", 7],
  ["?a=007", 7],
])("integerParameter() of the query %j returns %s", (query, value) => {
  expect(integerParameter(callOf(query), "a")).toBe(value);
});

test.each([
  ["", 'strconv.ParseInt: parsing "": invalid syntax'],
  ["&a=1", 'strconv.ParseInt: parsing "": invalid syntax'],
  ["x", 'strconv.ParseInt: parsing "x": invalid syntax'],
  ["1.5", 'strconv.ParseInt: parsing "1.5": invalid syntax'],
  ["1e3", 'strconv.ParseInt: parsing "1e3": invalid syntax'],
  ["0x1", 'strconv.ParseInt: parsing "0x1": invalid syntax'],
  ["%201", 'strconv.ParseInt: parsing " 1": invalid syntax'],
  ["%22", 'strconv.ParseInt: parsing "\\"": invalid syntax'],
  ["9223372036854775808", 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
  ["99999999999999999999x", 'strconv.ParseInt: parsing "99999999999999999999x": value out of range'],
  ["-9223372036854775809", 'strconv.ParseInt: parsing "-9223372036854775809": value out of range'],
])("integerParameter() rejects %s", (text, message) => {
  expect(() => integerParameter(callOf(`?a=${text}`), "a")).toThrow(expect.objectContaining({ code: 400, message }));
});

test("integerParameter() accepts the largest and the smallest 64-bit integer", () => {
  expect(integerParameter(callOf("?a=9223372036854775807"), "a")).toBe(2 ** 63);
  expect(integerParameter(callOf("?a=-9223372036854775808"), "a")).toBe(-(2 ** 63));
});
