/** Costs that the evaluator and several libraries charge. */
import { codePointCount, sizeOf, type Value } from "../values/index.ts";
import type { CallEstimator } from "./estimate.ts";
import type { CallCost } from "./function.ts";
import { scaleRange } from "./ranges.ts";

/** Cost of reading one character of a text, or one byte. */
export const traversalFactor = 0.1;
/** Cost of one character of a regular expression. */
export const patternFactor = 0.25;

/** Costs of literals, without those of their parts. */
export const literalCosts = { list: 10, map: 30, object: 40 } as const;

/** Functions for the cost of a call, and for its estimate. A call costs 1 where a rule is missing. */
export interface CostRules {
  readonly cost?: CallCost;
  readonly estimate?: CallEstimator;
}

/** Returns the number of characters, bytes, elements or entries; 1 for values without a size. */
export function sizeOrOne(value: Value): number {
  return sizeOf(value) ?? 1;
}

/** Returns the cost of reading a text, address or address block `times` times. */
export function traversalCost(value: Value, times = 1): number {
  return Math.ceil(sizeOrOne(value) * times * traversalFactor);
}

/** A text of up to this many UTF-16 units has at most ten code points, so that comparing it costs 1. */
const cheapTextLength = 10;

/** Returns the cost of comparing two values up to the end of the shorter one. */
export function comparisonCost(left: Value, right: Value): number {
  if (typeof left === "string" && typeof right === "string") {
    const length = Math.min(left.length, right.length);
    if (length <= cheapTextLength) return length === 0 ? 0 : 1;
    // A code point has one or two units, so the number of the shorter text's code points often suffices.
    if (left === right || right.length >= 2 * left.length) return Math.ceil(codePointCount(left) * traversalFactor);
    if (left.length >= 2 * right.length) return Math.ceil(codePointCount(right) * traversalFactor);
  }
  return Math.ceil(Math.min(sizeOrOne(left), sizeOrOne(right)) * traversalFactor);
}

/**
 * Returns the cost of looking for a pattern. An empty text costs something, because a pattern can be expensive.
 * @param patternLength the number of its characters
 */
export function searchCost(text: Value, patternLength: number): number {
  return Math.ceil((1 + sizeOrOne(text)) * traversalFactor) * Math.ceil(patternLength * patternFactor);
}

/** Returns the cost function of calls that read their first argument, which is the target if there is one, `times` times. */
export function textCost(times: number): CallCost {
  return (_result, text) => traversalCost(text, times);
}

/** Returns the rules of functions that read their only argument `times` times. The size of the result is not known. */
export function parsingRules(times: number): CostRules {
  return {
    cost: textCost(times),
    estimate: ({ args: [text], sizeOf: sizeOfNode }) =>
      text && { cost: scaleRange(sizeOfNode(text), times * traversalFactor) },
  };
}

/** Estimates the cost of a function that reads its only argument, and whose result has the same size. */
export const textEstimate: CallEstimator = ({ args: [text], sizeOf: sizeOfNode }) => {
  if (!text) return undefined;
  const size = sizeOfNode(text);
  return { cost: scaleRange(size, traversalFactor), resultSize: size };
};
