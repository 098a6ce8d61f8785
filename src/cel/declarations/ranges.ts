/** Arithmetic with ranges of costs and sizes. Results above 2^64-1 are 2^64-1, and products are rounded up, as in the reference. */
import type { Range } from "./estimate.ts";

const uint64Max = 2n ** 64n - 1n;
const uint64MaxAsDouble = 2 ** 64;

/** The cost of an expression that does nothing. */
export const zeroRange: Range = { min: 0n, max: 0n };
/** The size of a value of which nothing is known. */
export const anySize: Range = { min: 0n, max: uint64Max };

/** Returns the range with only one number. */
export function exactly(value: number | bigint): Range {
  const number = BigInt(value);
  return { min: number, max: number };
}

/** The range with only the number 1. */
export const oneRange: Range = exactly(1);

function capped(value: bigint): bigint {
  return value > uint64Max ? uint64Max : value;
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

/** Returns the products of the least and of the greatest numbers. */
export function multiplyRanges(one: Range, other: Range): Range {
  return { min: capped(one.min * other.min), max: capped(one.max * other.max) };
}

/** Returns the smallest range that contains both. */
export function unionOfRanges(one: Range, other: Range): Range {
  return { min: one.min < other.min ? one.min : other.min, max: one.max > other.max ? one.max : other.max };
}

/** Returns the products with a factor, which are computed as doubles and rounded up. */
export function scaleRange({ min, max }: Range, factor: number): Range {
  return { min: scale(min, factor), max: scale(max, factor) };
}

function scale(value: bigint, factor: number): bigint {
  const product = Math.ceil(Number(value) * factor);
  return product >= uint64MaxAsDouble ? uint64Max : BigInt(product);
}

/** Returns the number in 64 bits, without the bits above. The reference does not check a few sums and products. */
export function wrapped(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}
