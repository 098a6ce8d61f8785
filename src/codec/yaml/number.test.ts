import { expect, test } from "vitest";
import { formatFloat32, formatFloat64, parseNumber } from "./number.ts";

test.each([
  [1, "1"],
  [-1.5, "-1.5"],
  [123456, "123456"],
  [1234567.5, "1.2345675e+06"],
  [1e6, "1e+06"],
  [1e21, "1e+21"],
  [1e100, "1e+100"],
  [0.0001, "0.0001"],
  [0.00001, "1e-05"],
  [1.5e-7, "1.5e-07"],
  [5e-324, "5e-324"],
  [0, "0"],
])("formatFloat64() prints %d as %s", (value, text) => {
  expect(formatFloat64(value)).toBe(text);
});

test.each([
  [0.1, "0.1"],
  [16777217, "1.6777216e+07"],
  [1.00000001, "1"],
  [3.4028235e38, "3.4028235e+38"],
  [1e50, ".inf"],
  [Number.NEGATIVE_INFINITY, "-.inf"],
  [Number.NaN, ".nan"],
])("formatFloat32() prints %d as the nearest float32, %s", (value, text) => {
  expect(formatFloat32(value)).toBe(text);
});

test("parseNumber() reads long numbers quickly", () => {
  expect(parseNumber("9".repeat(1_000_000))).toBeUndefined();
  expect(parseNumber(`0x${"f".repeat(1_000_000)}`)).toBeUndefined();
  expect(parseNumber(`0b${"1_".repeat(500_000)}1`)).toBeUndefined();
});
