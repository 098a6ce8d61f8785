import { expect, test } from "vitest";
import { goIntOrString, scaledValue } from "./int-or-string.ts";
import { ParseError } from "./parse-error.ts";

test.each([
  ["25%", 10, 3, 2],
  ["25%", 8, 2, 2],
  ["0%", 10, 0, 0],
  ["100%", 7, 7, 7],
  ["150%", 3, 5, 4],
  ["-10%", 5, 0, -1],
  [4, 1, 4, 4],
])("scaledValue() of %j and a total of %d is %d rounded up and %d rounded down", (value, total, up, down) => {
  expect(scaledValue(value, { total, rounding: "up" })).toBe(up);
  expect(scaledValue(value, { total, rounding: "down" })).toBe(down);
});

test.each([
  ["25", "invalid value for IntOrString: invalid type: string is not a percentage"],
  ["x%", 'invalid value for IntOrString: invalid value "x%": strconv.Atoi: parsing "x": invalid syntax'],
  ["%", 'invalid value for IntOrString: invalid value "%": strconv.Atoi: parsing "": invalid syntax'],
  [
    "9223372036854775808%",
    'invalid value for IntOrString: invalid value "9223372036854775808%": strconv.Atoi: parsing "9223372036854775808": value out of range',
  ],
])("scaledValue() rejects %j", (value, message) => {
  expect(() => scaledValue(value, { total: 10, rounding: "up" })).toThrow(new ParseError(message));
});

test("goIntOrString() prints the Go struct of the value", () => {
  expect(goIntOrString(-1).text).toBe('intstr.IntOrString{Type:0, IntVal:-1, StrVal:""}');
  expect(goIntOrString("5%").text).toBe('intstr.IntOrString{Type:1, IntVal:0, StrVal:"5%"}');
});
