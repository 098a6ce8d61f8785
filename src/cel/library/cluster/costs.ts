/** Costs that several libraries charge. */
import type { CallCost, CallEstimator, Range } from "../../declarations/index.ts";
import { sizeOf, type Value } from "../../values/index.ts";

/** Cost of reading one character of a text, or one byte. */
export const traversalFactor = 0.1;
/** Cost of one character of a regular expression. */
export const patternFactor = 0.25;

/** Returns the number of characters, bytes, elements or entries; 1 for values without a size. */
export function sizeOrOne(value: Value): number {
  return sizeOf(value) ?? 1;
}

/** Returns the cost of reading a text, address or address block `times` times. */
export function traversalCost(value: Value, times = 1): number {
  return Math.ceil(sizeOrOne(value) * times * traversalFactor);
}

/** Returns the cost function of calls that read their first argument `times` times. */
export function textCost(times: number): CallCost {
  return (_result, text) => traversalCost(text, times);
}

/** Returns the rules of functions that read their only argument `times` times. The size of the result is not known. */
export function parsingRules(times: number): { readonly cost: CallCost; readonly estimate: CallEstimator } {
  return {
    cost: textCost(times),
    estimate: ({ args: [text], sizeOf: sizeOfNode }) =>
      text && { cost: multiplyRange(sizeOfNode(text), times * traversalFactor) },
  };
}

/** Estimates the cost of a function that reads its only argument, and whose result has the same size. */
export const textEstimate: CallEstimator = ({ args: [text], sizeOf: sizeOfNode }) => {
  if (!text) return undefined;
  const size = sizeOfNode(text);
  return { cost: multiplyRange(size, traversalFactor), resultSize: size };
};

const largest = 2n ** 64n - 1n;

/** Returns the range with only one number. */
export function exactly(value: number): Range {
  return { min: BigInt(value), max: BigInt(value) };
}

/** Returns the sums of the least and of the greatest numbers. */
export function addRanges(...ranges: readonly Range[]): Range {
  let [min, max] = [0n, 0n];
  for (const range of ranges) {
    min = capped(min + range.min);
    max = capped(max + range.max);
  }
  return { min, max };
}

/** Returns the products with a factor, rounded up. */
export function multiplyRange({ min, max }: Range, factor: number): Range {
  return { min: multiply(min, factor), max: multiply(max, factor) };
}

function multiply(value: bigint, factor: number): bigint {
  return capped(BigInt(Math.ceil(Number(value) * factor)));
}

function capped(value: bigint): bigint {
  return value > largest ? largest : value;
}
