import { describe, expect, test } from "vitest";
import { parseQuantity } from "../../../../meta/quantity.ts";
import {
  type Amount,
  addAmounts,
  amountOf,
  amountOfInteger,
  approximateFloat,
  compareAmounts,
  integerOf,
  nanosOf,
  subtractAmounts,
} from "./amount.ts";

function amount(text: string): Amount {
  return amountOf(text, parseQuantity(text));
}

/** Recorded from the reference. */
const scalars: readonly (readonly [text: string, integer: bigint | undefined, float: number])[] = [
  ["0", 0n, 0],
  ["-1", -1n, -1],
  ["50k", 50_000n, 50_000],
  ["1.0", undefined, 1],
  ["1.5", undefined, 1.5],
  ["1000m", undefined, 1],
  ["0m", undefined, 0],
  ["0.3", undefined, 0.30000000000000004],
  ["1.1", undefined, 1.1],
  ["2e3", 2000n, 2000],
  ["1e-3", undefined, 0.001],
  ["1Gi", 1_073_741_824n, 1_073_741_824],
  ["1.5Gi", undefined, 1_610_612_736],
  ["100Ti", undefined, 1.099511627776e14],
  ["999Ti", undefined, 1.0984121161482241e15],
  ["1Pi", undefined, 1.125899906842624e15],
  ["8Ei", undefined, 9.223372036854776e18],
  ["0.5Ki", undefined, 512],
  ["0Ei", undefined, 0],
  ["999999999999999999", 999_999_999_999_999_999n, 1e18],
  ["1234567890123456789", undefined, 1.234567890123457e18],
  ["9999999999999999999999999999999999999G", undefined, 1.0000000000000001e46],
  ["1e400", undefined, Number.POSITIVE_INFINITY],
  ["0e400", 0n, Number.NaN],
  ["0e-400", undefined, 0],
  ["123456.789n", undefined, 0.00012345700000000002],
  ["-0.1n", undefined, -1e-9],
];

/** Recorded from the reference. Amounts are in nano-units. */
const sums: readonly {
  readonly one: string;
  readonly other: string;
  readonly sum: readonly [nanos: bigint, isInteger: boolean];
  readonly difference: readonly [nanos: bigint, isInteger: boolean];
}[] = [
  { one: "50k", other: "20k", sum: [70_000n * 10n ** 9n, true], difference: [30_000n * 10n ** 9n, true] },
  { one: "1m", other: "1", sum: [1001n * 10n ** 6n, false], difference: [-999n * 10n ** 6n, false] },
  { one: "1.5", other: "1.5", sum: [3n * 10n ** 9n, false], difference: [0n, false] },
  { one: "9E", other: "9E", sum: [18n * 10n ** 27n, false], difference: [0n, true] },
  { one: "0m", other: "5", sum: [5n * 10n ** 9n, true], difference: [-5n * 10n ** 9n, true] },
  { one: "5", other: "0m", sum: [5n * 10n ** 9n, true], difference: [5n * 10n ** 9n, true] },
  {
    one: "999999999999999999",
    other: "1k",
    sum: [1_000_000_000_000_000_999n * 10n ** 9n, true],
    difference: [999_999_999_999_998_999n * 10n ** 9n, true],
  },
  {
    one: "1234567890123456789",
    other: "-1234567890123456789",
    sum: [0n, false],
    difference: [2_469_135_780_246_913_578n * 10n ** 9n, false],
  },
];

describe("amounts of quantities", () => {
  test.each(scalars)("%s is the integer %s and the float %d", (text, integer, float) => {
    expect(integerOf(amount(text))).toBe(integer);
    expect(approximateFloat(amount(text))).toBe(float);
  });

  test.each(sums)("$one plus and minus $other are exact", ({ one, other, sum, difference }) => {
    const results = [addAmounts(amount(one), amount(other)), subtractAmounts(amount(one), amount(other))];
    expect(results.map((result) => [nanosOf(result), integerOf(result) !== undefined])).toEqual([sum, difference]);
  });

  test("a sum with a tiny zero keeps its amount", () => {
    expect(nanosOf(addAmounts(amount("0e-2147483647"), amount("5")))).toBe(5n * 10n ** 9n);
  });

  test("the smallest integer is its own negation, as in the reference", () => {
    const smallest = amountOfInteger(-(2n ** 63n));
    const differences = ["0", "1", "-1"].map((text) => nanosOf(subtractAmounts(amount(text), smallest)) / 10n ** 9n);
    // The last difference does not fit 64 bits if it is computed in the same way, so the reference computes it exactly.
    expect(differences).toEqual([-(2n ** 63n), 1n - 2n ** 63n, 2n ** 63n - 1n]);
  });

  test("amounts are compared exactly, whatever their suffixes", () => {
    const pairs = [
      ["1Gi", "1024Mi"],
      ["1", "1000m"],
      ["1n", "0.5n"],
      ["1e1000", "9E"],
      ["-1", "-1001m"],
      ["0e400", "0m"],
      ["1M", "1Mi"],
    ] as const;
    expect(pairs.map(([one, other]) => compareAmounts(amount(one), amount(other)))).toEqual([0, 0, 0, 1, 1, 0, -1]);
  });
});
