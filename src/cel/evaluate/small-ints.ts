/**
 * Ints as numbers, where no other part of the engine sees them. Making a bigint takes longer than most operations on it. The
 * checker knows which operands are ints, but data can contradict their types. So each operation examines its operands, and
 * leaves all but small ints to the general implementation.
 */
import type { Implementation } from "../declarations/index.ts";
import { operator } from "../syntax/index.ts";
import { EvaluationError, type Value } from "../values/index.ts";
import type { EvaluationStep, Frame } from "./frame.ts";

/** A double where an int was expected. A bare number would be taken for an int. */
class UnexpectedDouble {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** The result of an operand that should be an int: a number is a small int, and any other value is itself. */
export type SmallIntOrValue = number | Exclude<Value, number> | UnexpectedDouble;

/** Evaluates an operand that should be an int. */
export type SmallIntStep = (frame: Frame) => SmallIntOrValue;

/** Returns a step for an operand that has no faster one. */
export function smallIntStepOf(step: EvaluationStep): SmallIntStep {
  return (frame) => {
    const value = step(frame);
    return typeof value === "number" ? new UnexpectedDouble(value) : value;
  };
}

/** Returns the step of a constant; undefined if it is no small int. */
export function smallIntConstant(value: Value): SmallIntStep | undefined {
  if (typeof value !== "bigint") return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? () => number : undefined;
}

function toValue(result: SmallIntOrValue): Value {
  if (typeof result === "number") return BigInt(result);
  return result instanceof UnexpectedDouble ? result.value : result;
}

/** Each order is that of `<`, with its operands swapped or its result negated. Ints have no NaN, so `a <= b` is `!(b < a)`. */
interface IntOrder {
  readonly isSwapped: boolean;
  readonly isNegated: boolean;
}

const orders = new Map<string, IntOrder>([
  [operator.less, { isSwapped: false, isNegated: false }],
  [operator.lessOrEqual, { isSwapped: true, isNegated: true }],
  [operator.greater, { isSwapped: true, isNegated: false }],
  [operator.greaterOrEqual, { isSwapped: false, isNegated: true }],
]);

/** Returns the order of `<`, `<=`, `>` or `>=`; undefined for other functions. */
export function intOrderOf(name: string): IntOrder | undefined {
  return orders.get(name);
}

/** Returns the step of a comparison of two ints. @param general compares values of any types */
export function intComparison(
  { isSwapped, isNegated }: IntOrder,
  left: EvaluationStep,
  right: EvaluationStep,
  general: Implementation,
): EvaluationStep {
  return (frame) => {
    const leftValue = left(frame);
    const rightValue = right(frame);
    frame.charge(1);
    if (typeof leftValue === "bigint" && typeof rightValue === "bigint") {
      return (isSwapped ? rightValue < leftValue : leftValue < rightValue) !== isNegated;
    }
    return unexpectedComparison(leftValue, rightValue, general);
  };
}

/** Like `intComparison()`, for operands that can be small ints. */
export function smallIntComparison(
  { isSwapped, isNegated }: IntOrder,
  left: SmallIntStep,
  right: SmallIntStep,
  general: Implementation,
): EvaluationStep {
  return (frame) => {
    const leftResult = left(frame);
    const rightResult = right(frame);
    frame.charge(1);
    if (typeof leftResult === "number" && typeof rightResult === "number") {
      return (isSwapped ? rightResult < leftResult : leftResult < rightResult) !== isNegated;
    }
    return unexpectedComparison(toValue(leftResult), toValue(rightResult), general);
  };
}

function unexpectedComparison(left: Value, right: Value, general: Implementation): Value {
  if (left instanceof EvaluationError) return left;
  return right instanceof EvaluationError ? right : general(left, right);
}

/** Returns the step of `string()` for an int. @param general converts values of any type */
export function smallIntToText(argument: SmallIntStep, general: Implementation): EvaluationStep {
  return (frame) => {
    const result = argument(frame);
    frame.charge(1);
    if (typeof result === "number") return String(result);
    const value = toValue(result);
    return value instanceof EvaluationError ? value : general(value);
  };
}
