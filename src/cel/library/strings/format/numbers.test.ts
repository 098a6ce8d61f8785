import { describe, expect, test } from "vitest";
import { groupedFixed, plainFixed, scientific } from "./numbers.ts";

/** Recorded from the reference's `'%.<precision>f'.format([value])`. */
const fixed: readonly (readonly [value: number, precision: number, text: string])[] = [
  [1234.5, 2, "1,234.50"],
  [-1_234_567.891, 0, "-1,234,568"],
  [0.5, 0, "0"],
  [1.5, 0, "2"],
  [2.5, 0, "2"],
  [2.675, 2, "2.67"],
  [-0, 3, "0.000"],
  [-1e-13, 2, "-0.00"],
  [999.9999, 2, "1,000.00"],
  [1e21, 1, "1,000,000,000,000,000,000,000.0"],
  [0.1, 20, "0.10000000000000000555"],
  [Number.NaN, 2, "NaN"],
  [Number.NEGATIVE_INFINITY, 2, "-∞"],
  [1.5, 256, "1.5"],
  [0, 256, "0"],
  [1.5, 300, `1.5${"0".repeat(43)}`],
  [5e-324, 32_768, `0.${"0".repeat(323)}5`],
  [1.5, 65_536, "2"],
  [1.5, 65_540, "1.5000"],
  [1.5, 10_000_009, `1.5${"0".repeat(136)}`],
  [1.5, 10_000_010, "%!(NOVERB)"],
];

describe("groupedFixed()", () => {
  test.each(fixed)("%d with precision %d is %s", (value, precision, text) => {
    expect(groupedFixed(value, precision)).toBe(text);
  });
});

describe("scientific()", () => {
  test.each([
    [1234.5, 6, "1.234500 × 10⁰³"],
    [-0.000_123, 6, "-1.230000 × 10⁻⁰⁴"],
    [8_388_608.5, 6, "8.388608 × 10⁰⁶"],
    [1_048_577.5, 6, "1.048578 × 10⁰⁶"],
    [9.999_999_5e9, 6, "1.000000 × 10¹⁰"],
    [5e-324, 6, "4.940656 × 10⁻³²⁴"],
    [0, 0, "0.000000 × 10⁰⁰"],
    [Number.POSITIVE_INFINITY, 5, "    ∞"],
    [1.5, 20, "     1.500000 × 10⁰⁰"],
    [1.5, 65_536, "1.500000 × 10⁰⁰"],
  ])("%d with width %d is %s", (value, width, text) => {
    // The spaces around the sign are narrow.
    expect(scientific(value, width)).toBe(text.replace(" × ", "\u202f×\u202f"));
  });
});

test("plainFixed() has no commas, and a sign for zero", () => {
  expect(plainFixed(-1234.5, 6)).toBe("-1234.500000");
  expect(plainFixed(-0, 6)).toBe("-0.000000");
});
