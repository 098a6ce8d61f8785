import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalDuration, durationMs, formatDuration, parseDuration } from "./duration.ts";
import { ParseError } from "./parse-error.ts";

const second = 1_000_000_000n;

describe("parseDuration()", () => {
  test.each([
    ["0", 0n],
    ["-0", 0n],
    ["5s", 5n * second],
    ["1h2m3.5s", 3_723_500_000_000n],
    ["300ms", 300_000_000n],
    ["-1.5h", -5_400n * second],
    ["+1m", 60n * second],
    [".5s", second / 2n],
    ["5.s", 5n * second],
    ["12us", 12_000n],
    ["12\u00b5s", 12_000n],
    ["12\u03bcs", 12_000n],
    ["3ns", 3n],
    ["0.3333333333333333333h", 1_200n * second],
    ["9007199254740993ns", 9_007_199_254_740_993n],
    ["9223372036854775807ns", 9_223_372_036_854_775_807n],
    ["-9223372036854775808ns", -9_223_372_036_854_775_808n],
    ["0.100000000000000000000h", 360n * second],
    ["0.9223372036854775807s", 922_337_203n],
  ])("parseDuration() reads %j as %d nanoseconds", (text, nanos) => {
    expect(parseDuration(text)).toBe(nanos);
  });

  test.each([
    ["", 'time: invalid duration ""'],
    ["x", 'time: invalid duration "x"'],
    ["-", 'time: invalid duration "-"'],
    [".s", 'time: invalid duration ".s"'],
    ["+.s", 'time: invalid duration "+.s"'],
    ["1h-2m", 'time: unknown unit "h-" in duration "1h-2m"'],
    ["3", 'time: missing unit in duration "3"'],
    ["1h3", 'time: missing unit in duration "1h3"'],
    ["3d", 'time: unknown unit "d" in duration "3d"'],
    ['1"', 'time: unknown unit "\\"" in duration "1\\""'],
    ["1\u00b5", 'time: unknown unit "\\xc2\\xb5" in duration "1\\xc2\\xb5"'],
    ["9223372036854775808ns", 'time: invalid duration "9223372036854775808ns"'],
    ["-9223372036854775809ns", 'time: invalid duration "-9223372036854775809ns"'],
    ["3000000h", 'time: invalid duration "3000000h"'],
  ])("parseDuration() rejects %j", (text, message) => {
    expect(() => parseDuration(text)).toThrow(new ParseError(message));
  });

  test("parseDuration() reads or rejects a megabyte of digits quickly", () => {
    const startMs = performance.now();
    expect(parseDuration(`1.${"0".repeat(1e6)}s`)).toBe(second);
    expect(parseDuration(`${"0".repeat(1e6)}1s`)).toBe(second);
    expect(() => parseDuration("9".repeat(1e6))).toThrow("time: invalid duration");
    expect(performance.now() - startMs).toBeLessThan(1000);
  });
});

describe("formatDuration()", () => {
  test.each([
    [0n, "0s"],
    [1n, "1ns"],
    [1_100n, "1.1\u00b5s"],
    [2_200_000n, "2.2ms"],
    [3_300_000_000n, "3.3s"],
    [245n * second, "4m5s"],
    [245_001_000_000n, "4m5.001s"],
    [18_367_001_000_000n, "5h6m7.001s"],
    [3_600n * second, "1h0m0s"],
    [480_000_000_001n, "8m0.000000001s"],
    [-1_500_000_000n, "-1.5s"],
    [9_223_372_036_854_775_807n, "2562047h47m16.854775807s"],
    [-9_223_372_036_854_775_808n, "-2562047h47m16.854775808s"],
  ])("formatDuration() prints %d nanoseconds as %j", (nanos, text) => {
    expect(formatDuration(nanos)).toBe(text);
  });

  test("canonicalDuration() returns the same text for all spellings of a duration", () => {
    expect(canonicalDuration("90m")).toBe("1h30m0s");
    expect(canonicalDuration("0")).toBe("0s");
  });

  test("parseDuration() reads the text of formatDuration() as the same duration", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (nanos) => {
        expect(parseDuration(formatDuration(nanos))).toBe(nanos);
      }),
    );
  });
});

test("durationMs() keeps fractions of a millisecond", () => {
  expect(durationMs(1_500_000n)).toBe(1.5);
});
