/** Logical operators and equality. */
import { comparisonCost } from "../declarations/index.ts";
import {
  EvaluationError,
  equalValues,
  noSuchOverload,
  OpaqueValue,
  OptionalValue,
  type Value,
} from "../values/index.ts";
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

function isScalar(value: Value): boolean {
  return typeof value !== "object" && typeof value !== "string";
}

/** The equality of opaque values costs 1. */
function equalityCost(left: Value, right: Value, isEqual: boolean): number {
  if (isScalar(left) && isScalar(right)) return 1;
  return isEqual && left instanceof OpaqueValue ? 1 : comparisonCost(left, right);
}

/** `==` and `!=`. @param isEqual whether the result for equal values is true */
export function equalityStep(left: EvaluationStep, right: EvaluationStep, isEqual: boolean): EvaluationStep {
  return (frame) => {
    const leftValue = left(frame);
    const rightValue = right(frame);
    frame.charge(equalityCost(leftValue, rightValue, isEqual));
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
