/** Costs that several libraries charge. */
import { type CallCost, type CallEstimator, scaleRange } from "../../declarations/index.ts";
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
      text && { cost: scaleRange(sizeOfNode(text), times * traversalFactor) },
  };
}

/** Estimates the cost of a function that reads its only argument, and whose result has the same size. */
export const textEstimate: CallEstimator = ({ args: [text], sizeOf: sizeOfNode }) => {
  if (!text) return undefined;
  const size = sizeOfNode(text);
  return { cost: scaleRange(size, traversalFactor), resultSize: size };
};
