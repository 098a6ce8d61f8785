/** Logical operators and equality. */
import {
  EvaluationError,
  equalValues,
  noSuchOverload,
  OpaqueValue,
  OptionalValue,
  sizeOf,
  type Value,
} from "../values/index.ts";
import { traversalFactor } from "./costs.ts";
import type { EvaluationStep } from "./frame.ts";

/** `false && error` and `error && false` are false. Operands of other types are errors. */
export function andStep(left: EvaluationStep, right: EvaluationStep): EvaluationStep {
  return (frame) => {
    const leftValue = left(frame);
    if (leftValue === false) return false;
    const rightValue = right(frame);
    if (rightValue === false) return false;
    return leftValue === true && rightValue === true ? true : firstError(leftValue, rightValue);
  };
}

/** `true || error` and `error || true` are true. */
export function orStep(left: EvaluationStep, right: EvaluationStep): EvaluationStep {
  return (frame) => {
    const leftValue = left(frame);
    if (leftValue === true) return true;
    const rightValue = right(frame);
    if (rightValue === true) return true;
    return leftValue === false && rightValue === false ? false : firstError(leftValue, rightValue);
  };
}

/** Returns the error of the first operand that has one. An operand that is no boolean is an error. */
function firstError(left: Value, right: Value): EvaluationError {
  const faulty = typeof left === "boolean" ? right : left;
  return faulty instanceof EvaluationError ? faulty : noSuchOverload();
}

/** A text of up to this many UTF-16 units has at most ten code points, so that comparing it costs 1. */
const cheapTextLength = 10;

function isScalar(value: Value): boolean {
  return typeof value !== "object" && typeof value !== "string";
}

/** The cost of comparing up to the end of the smaller value. The equality of opaque values costs 1. */
function comparisonCost(left: Value, right: Value, isEqual: boolean): number {
  if (typeof left === "string" && typeof right === "string") {
    const length = Math.min(left.length, right.length);
    if (length <= cheapTextLength) return length === 0 ? 0 : 1;
  }
  if (isScalar(left) && isScalar(right)) return 1;
  if (isEqual && left instanceof OpaqueValue) return 1;
  return Math.ceil(Math.min(sizeOf(left) ?? 1, sizeOf(right) ?? 1) * traversalFactor);
}

/** `==` and `!=`. @param isEqual whether the result for equal values is true */
export function equalityStep(left: EvaluationStep, right: EvaluationStep, isEqual: boolean): EvaluationStep {
  return (frame) => {
    const leftValue = left(frame);
    const rightValue = right(frame);
    frame.charge(comparisonCost(leftValue, rightValue, isEqual));
    if (leftValue instanceof EvaluationError) return leftValue;
    if (rightValue instanceof EvaluationError) return rightValue;
    const equal = equalValues(leftValue, rightValue);
    if (isEqual) return equal;
    return equal !== true;
  };
}

/**
 * `or()` and `orValue()`, which evaluate the alternative only if the optional value is missing. They cost nothing. A target that is
 * not optional is the result.
 * @param isOptional whether the result is an optional value
 */
export function alternativeStep(
  target: EvaluationStep,
  alternative: EvaluationStep,
  isOptional: boolean,
): EvaluationStep {
  return (frame) => {
    const value = target(frame);
    if (!(value instanceof OptionalValue)) return value;
    if (value.value === undefined) return alternative(frame);
    return isOptional ? value : value.value;
  };
}
