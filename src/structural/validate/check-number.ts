/** Limits of numbers. */
import { goFloat } from "../../base/go-float.ts";
import type { ValueConstraints } from "../structural-schema.ts";
import { isInt64, isNearInteger, toInt64 } from "./json-number.ts";
import type { SchemaRun } from "./run.ts";

/** Reports the errors of a number. Integers of 64 bits can be bigints. */
export type NumberCheck = (value: number | bigint, run: SchemaRun) => void;

/** Returns the check of numbers; undefined if the schema has no limits of numbers. */
export function numberCheck(constraints: ValueConstraints): NumberCheck | undefined {
  const { multipleOf, minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false } = constraints;
  const checks: NumberCheck[] = [];
  if (multipleOf !== undefined) checks.push(multipleCheck(multipleOf));
  if (minimum !== undefined) checks.push(boundCheck(minimum, { isUpper: false, isExclusive: exclusiveMinimum }));
  if (maximum !== undefined) checks.push(boundCheck(maximum, { isUpper: true, isExclusive: exclusiveMaximum }));
  if (checks.length === 0) return undefined;
  return (value, run) => {
    for (const check of checks) check(value, run);
  };
}

interface Bound {
  readonly isUpper: boolean;
  readonly isExclusive: boolean;
}

/** Integers are compared with the bound without its fraction, as in the reference. */
function boundCheck(bound: number, { isUpper, isExclusive }: Bound): NumberCheck {
  const wholeBound = toInt64(bound);
  const comparison = `${isUpper ? "less" : "greater"} than${isExclusive ? "" : " or equal to"}`;
  return (value, run) => {
    const isInteger = isInt64(value);
    const limit = isInteger ? wholeBound : bound;
    const number = isInteger ? value : Number(value);
    const isWithin = isUpper ? number < limit : number > limit;
    // oxlint-disable-next-line eqeqeq -- a number can equal a bigint
    if (isWithin || (!isExclusive && number == limit)) return;
    const shownLimit = isInteger ? String(wholeBound) : goFloat(bound);
    run.report("Invalid", number, `in body should be ${comparison} ${shownLimit}`);
  };
}

function multipleCheck(factor: number): NumberCheck {
  const wholeFactor = toInt64(factor);
  return (value, run) => {
    const isInteger = isInt64(value);
    const usedFactor = isInteger ? wholeFactor : factor;
    const shownFactor = isInteger ? String(wholeFactor) : goFloat(factor);
    if (usedFactor <= 0) {
      const detail = `factor MultipleOf declared for ${run.placeName()} must be positive: ${shownFactor}`;
      run.reportDetail("Invalid", { value: usedFactor, detail });
    } else if (isInteger ? !isMultiple(value, wholeFactor) : !isNearInteger(quotient(Number(value), factor))) {
      const number = isInteger ? value : Number(value);
      run.report("Invalid", number, `in body should be a multiple of ${shownFactor}`);
    }
  };
}

function isMultiple(value: number | bigint, factor: number | bigint): boolean {
  if (typeof value === "number" && typeof factor === "number") return value % factor === 0;
  return BigInt(value) % BigInt(factor) === 0n;
}

function quotient(value: number, factor: number): number {
  return factor < 1 ? (1 / factor) * value : value / factor;
}
