import { describe, expect, test } from "vitest";
import { GoText, goQuote, goTimeQuote, goTypedList, goValue, isGoPrintable, type ShownValue } from "./go-quote.ts";

describe("goQuote()", () => {
  test.each([
    ["", '""'],
    ["plain text!", '"plain text!"'],
    ['say "hi"\\', '"say \\"hi\\"\\\\"'],
    ["\x07\b\f\n\r\t\v", '"\\a\\b\\f\\n\\r\\t\\v"'],
    ["\0\x1f\x7f", '"\\x00\\x1f\\x7f"'],
    ["\u00e9\u4e16\u{1f600}", '"\u00e9\u4e16\u{1f600}"'],
    ["\u0080\u00a0\u200b\ufeff", '"\\u0080\\u00a0\\u200b\\ufeff"'],
    ["\u{e0001}", '"\\U000e0001"'],
    ["\ud800x", '"\ufffdx"'],
  ])("goQuote() prints %j as %s", (text, quoted) => {
    expect(goQuote(text)).toBe(quoted);
  });

  test("goTimeQuote() prints bytes outside ASCII in hexadecimal", () => {
    expect(goTimeQuote("1d")).toBe('"1d"');
    expect(goTimeQuote('a"\\\n\u00e9')).toBe('"a\\"\\\\\\x0a\\xc3\\xa9"');
  });

  test("isGoPrintable() reports which characters need no escape", () => {
    expect(["a", "\u00e9", " "].map(isGoPrintable)).toEqual([true, true, true]);
    expect(["\t", "\u00a0", "\u200b"].map(isGoPrintable)).toEqual([false, false, false]);
  });
});

describe("goValue()", () => {
  test.each<readonly [printed: string, value: object | ShownValue]>([
    ['"null"', null],
    ['"null"', undefined],
    ['"a b"', "a b"],
    ["-1", -1],
    ["1000000", 1_000_000],
    ["12", 12n],
    ["9223372036854775807", 2n ** 63n - 1n],
    ["9.223372036854776e+18", 2n ** 63n],
    ["true", true],
    ["1.5", 1.5],
    ["1.0000005e+06", 1_000_000.5],
    ["1e-05", 0.00001],
    ["NaN", Number.NaN],
    ["-Inf", Number.NEGATIVE_INFINITY],
    ['[]string{"a", "b\\""}', ["a", 'b"']],
    ["[]string(nil)", []],
    ['map[string]string{"a":"1", "b":"2"}', { b: "2", a: "1" }],
    ["map[string]string{}", {}],
    ['map[string]interface {}{"a":[]interface {}{"a", 1, interface {}(nil)}}', { a: ["a", 1, null] }],
    ['map[string]interface {}{"a":[]interface {}{true}, "b":interface {}(nil)}', { a: [true], b: null }],
  ])("goValue() prints %s", (printed, value) => {
    expect(goValue(value)).toBe(printed);
  });

  test("goTypedList() prints the type of the items, and an empty list as nil", () => {
    expect(goTypedList("core.Port", []).text).toBe("[]core.Port(nil)");
    expect(goTypedList("core.Port", [new GoText("core.Port{}")]).text).toBe("[]core.Port{core.Port{}}");
  });

  test("goValue() prints a GoText unchanged", () => {
    expect(goValue(new GoText("core.Port{}"))).toBe("core.Port{}");
  });
});
