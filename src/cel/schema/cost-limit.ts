/** The limits on the estimated costs of rules, and the messages that reject rules. */

/** The greatest estimated cost of all evaluations of a rule for one object. */
export const ruleCostMax = 10_000_000n;

/** The greatest estimated cost of all rules of a custom type for one object. */
export const definitionCostMax = 100_000_000n;

/** From this factor on, the message does not contain the factor. */
const factorMax = 100;
/** Below this factor, the message contains more digits. */
const roundedFactorMin = 1.5;

/** Returns the factor by which a cost exceeds a limit. */
export function excessFactor(cost: bigint, limit: bigint): number {
  return Number(cost) / Number(limit);
}

/**
 * Returns the reference's message about a cost that exceeds a limit.
 * @param subject `estimated rule cost`, for example
 */
export function costFault(subject: string, cost: bigint, limit: bigint): string {
  const advice =
    "try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared";
  return `${subject} exceeds budget by factor of ${factorText(excessFactor(cost, limit))} (${advice})`;
}

function factorText(factor: number): string {
  if (factor > factorMax) return "more than 100x";
  return `${roundToEven(factor, factor < roundedFactorMin ? 6 : 1)}x`;
}

/** Bits after the point of a double that is at least 1. */
const fractionBits = 52;

/** Returns a number from 1 to 100 with a fixed number of decimals. A number in the middle is rounded to an even digit. */
function roundToEven(value: number, decimals: number): string {
  const unit = 1n << BigInt(fractionBits);
  const scaled = BigInt(value * 2 ** fractionBits) * 10n ** BigInt(decimals);
  const [whole, rest] = [scaled / unit, scaled % unit];
  const isUp = rest * 2n > unit || (rest * 2n === unit && whole % 2n === 1n);
  const digits = String(isUp ? whole + 1n : whole);
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
