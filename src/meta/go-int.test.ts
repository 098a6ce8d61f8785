import { expect, test } from "vitest";
import { goIntFaultText, readGoInt } from "./go-int.ts";

test.each([
  ["0", 0n],
  ["-007", -7n],
  ["+5", 5n],
  ["9223372036854775807", 2n ** 63n - 1n],
  ["-9223372036854775808", -(2n ** 63n)],
])("readGoInt() reads %j", (text, value) => {
  expect(readGoInt(text)).toBe(value);
});

test.each(["", "+", "-", " 1", "1 ", "1_000", "0x1", "1.0", "--1", "\u0661"])(
  "readGoInt() finds no integer in %j",
  (text) => {
    expect(readGoInt(text)).toBe("invalid syntax");
  },
);

test("readGoInt() reports a value that does not fit the width as out of range", () => {
  expect(readGoInt("9223372036854775808")).toBe("value out of range");
  expect(readGoInt("2147483648", 32)).toBe("value out of range");
  expect(readGoInt("-2147483648", 32)).toBe(-2_147_483_648n);
  expect(readGoInt("9".repeat(1e6))).toBe("value out of range");
});

test("readGoInt() reports too many digits before an invalid character that follows them", () => {
  expect(readGoInt("99999999999999999999x")).toBe("value out of range");
  expect(readGoInt("9999999999999999999x")).toBe("invalid syntax");
});

test("goIntFaultText() names the function of strconv", () => {
  expect(goIntFaultText("x", "invalid syntax", "Atoi")).toBe('strconv.Atoi: parsing "x": invalid syntax');
});
