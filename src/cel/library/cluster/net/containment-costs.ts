/** Costs of `containsIP()` and `containsCIDR()`. A text as argument is parsed first, which costs more. */
import {
  addRanges,
  type CallCost,
  type CostRules,
  exactly,
  type Range,
  scaleRange,
  traversalCost,
  traversalFactor,
} from "../../../declarations/index.ts";

/** Number of bytes of an address. */
const addressSize = { min: 4n, max: 16n };
const ipComparison = scaleRange(addRanges(addressSize, addressSize), traversalFactor);
const cidrComparison = addRanges(ipComparison, scaleRange(addressSize, traversalFactor), exactly(1));

/** Cost of comparing an address with the bytes of a block. */
export const containsIpCost: CallCost = (_result, block) => traversalCost(block, 2);

/** Cost of masking a block and comparing it with another one. */
export const containsCidrCost: CallCost = (_result, block) => traversalCost(block, 2) + traversalCost(block) + 1;

/** Rules of the overloads of `containsIP()`. */
export const containsIpRules = { ofValue: valueRules(ipComparison), ofText: textRules(containsIpCost, ipComparison) };

/** Rules of the overloads of `containsCIDR()`. */
export const containsCidrRules = {
  ofValue: valueRules(cidrComparison),
  ofText: textRules(containsCidrCost, cidrComparison),
};

function valueRules(comparison: Range): CostRules {
  return { estimate: () => ({ cost: comparison }) };
}

function textRules(cost: CallCost, comparison: Range): CostRules {
  return {
    cost: (result, block, text) => cost(result, block, text) + traversalCost(text),
    estimate: ({ args: [text], sizeOf }) => {
      if (!text) return undefined;
      return { cost: addRanges(comparison, scaleRange(sizeOf(text), traversalFactor)) };
    },
  };
}
