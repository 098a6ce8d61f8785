/** Costs of functions that look for a pattern in a text. */
import {
  addRanges,
  type CostRules,
  multiplyRanges,
  oneRange,
  patternFactor,
  scaleRange,
  searchCost,
  sizeOrOne,
  traversalFactor,
} from "../../declarations/index.ts";

/** The rules of functions whose target is the text, and whose first argument is the pattern. */
export const searchRules = {
  cost: (_result, text, pattern) => searchCost(text, sizeOrOne(pattern)),
  estimate({ target, args: [pattern], scalarOrSizeOf }) {
    if (!target || !pattern) return undefined;
    const text = scaleRange(addRanges(scalarOrSizeOf(target), oneRange), traversalFactor);
    return { cost: multiplyRanges(text, scaleRange(scalarOrSizeOf(pattern), patternFactor)) };
  },
} satisfies CostRules;

/** The same for functions whose result is at most as long as the text. */
export const findRules: CostRules = {
  cost: searchRules.cost,
  estimate(call) {
    const estimate = searchRules.estimate(call);
    return estimate && call.target && { ...estimate, resultSize: { min: 0n, max: call.sizeOf(call.target).max } };
  },
};
