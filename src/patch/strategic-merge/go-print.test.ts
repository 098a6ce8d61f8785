import { expect, test } from "vitest";
import { numberText } from "../../base/number-text.ts";
import { goPrint, goPrintText } from "./go-print.ts";

test.each<[unknown, string]>([
  ["text", "text"],
  ["", ""],
  [null, "<nil>"],
  [true, "true"],
  [1.5, "1.5"],
  [2n ** 60n, "1152921504606846976"],
  [[], "[]"],
  [["a", 1, null], "[a 1 <nil>]"],
  [{}, "map[]"],
  [{ b: { c: [1] }, a: "x y" }, "map[a:x y b:map[c:[1]]]"],
])("goPrint() prints %o as %s", (value, text) => {
  expect(goPrint(value)).toBe(text);
});

test.each<[unknown, string]>([
  ["text", "text"],
  [null, "%!s(<nil>)"],
  [1, "%!s(int64=1)"],
  [true, "%!s(bool=true)"],
  [[null, 1, "a"], "[<nil> %!s(int64=1) a]"],
  [{ b: null, a: 1.5 }, "map[a:%!s(float64=1.5) b:<nil>]"],
])("goPrintText() prints %j as %s", (value, text) => {
  expect(goPrintText(value)).toBe(text);
});

test("goPrint() prints floats as Go does", () => {
  expect(goPrint([0.1, 0.00001, -0.0000001, 1e21, numberText("2.50e1")])).toBe("[0.1 1e-05 -1e-07 1e+21 25]");
  expect(goPrint([1234567.5, 123456.7, numberText("1e6"), numberText("1e5")])).toBe(
    "[1.2345675e+06 123456.7 1e+06 100000]",
  );
  expect(goPrint([1000000, 9007199254740993n, 2n ** 63n, -(2n ** 63n)])).toBe(
    "[1000000 9007199254740993 9.223372036854776e+18 -9223372036854775808]",
  );
  expect(goPrint([-0, numberText("-0.0")])).toBe("[0 -0]");
});

test("goPrint() prints a large value in full", () => {
  const text = goPrint({ a: "x".repeat(300_000), b: 1 });
  expect(text).toBe(`map[a:${"x".repeat(300_000)} b:1]`);
});
