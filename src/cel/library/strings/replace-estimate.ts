/** The estimate of `replace()`, whose result can be longer or shorter than the text. */
import type { CallEstimate, EstimatedCall, Range } from "../../declarations/index.ts";
import { addRanges, anySize, multiplyRanges, scaleRange, traversalFactor } from "../../declarations/index.ts";

const uint64Max = anySize.max;

/** How often a text is replaced, and how much of the original text remains. */
interface Replacements {
  readonly count: bigint;
  readonly retained: bigint;
}

/** Returns the quotient of sizes as the reference computes it: as doubles, and rounded up. */
function quotient(size: bigint, part: bigint): bigint {
  const result = Math.ceil(Number(size) / Number(part));
  return result >= 2 ** 64 ? uint64Max : BigInt(result);
}

/** An empty text occurs before each character and at the end. */
function ofEmptyText(size: bigint): Replacements {
  return { count: size < uint64Max ? size + 1n : size, retained: size };
}

function longest(size: Range, old: Range, replacement: Range): Replacements {
  if (old.min === 0n) return ofEmptyText(size.max);
  if (replacement.max <= old.min) return { count: 0n, retained: size.max };
  return { count: quotient(size.max, old.min), retained: 0n };
}

function shortest(size: Range, old: Range, replacement: Range): Replacements {
  if (old.max === 0n) return ofEmptyText(size.min);
  if (old.max <= replacement.min) return { count: 0n, retained: size.min };
  return { count: quotient(size.min, old.max), retained: 0n };
}

/** Estimates a call of `replace()`. */
export function replaceEstimate({ target, args: [old, replacement], sizeOf }: EstimatedCall): CallEstimate | undefined {
  if (!target || !old || !replacement) return undefined;
  const [size, oldSize, newSize] = [sizeOf(target), sizeOf(old), sizeOf(replacement)];
  const [most, least] = [longest(size, oldSize, newSize), shortest(size, oldSize, newSize)];
  const counts = { min: least.count, max: most.count };
  const resultSize = addRanges(multiplyRanges(counts, newSize), { min: least.retained, max: most.retained });
  return { cost: scaleRange(size, 2 * traversalFactor), resultSize };
}
