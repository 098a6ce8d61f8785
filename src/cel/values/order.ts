/** The order of values, and equality. */

import { runtimeTypeName } from "../types/index.ts";
import {
  Duration,
  EvaluationError,
  ListValue,
  MapValue,
  ObjectValue,
  OpaqueValue,
  OptionalValue,
  Timestamp,
  TypeValue,
  Uint,
  type Value,
} from "./value.ts";

/** The sign of a comparison: -1 if the first value is less. */
export type Order = -1 | 0 | 1;

function orderOf<T extends number | bigint>(left: T, right: T | number | bigint): Order {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns the value of a number, whatever its type. */
function numberOf(value: Value): number | bigint | undefined {
  if (typeof value === "bigint" || typeof value === "number") return value;
  return value instanceof Uint ? value.value : undefined;
}

/**
 * Compares two values.
 * @returns undefined if values of these types have no order, an error for NaN
 */
export function compareValues(left: Value, right: Value): Order | EvaluationError | undefined {
  const [leftNumber, rightNumber] = [numberOf(left), numberOf(right)];
  if (leftNumber !== undefined && rightNumber !== undefined) {
    const hasNaN = Number.isNaN(leftNumber) || Number.isNaN(rightNumber);
    return hasNaN ? new EvaluationError("NaN values cannot be ordered") : numberOrder(leftNumber, rightNumber);
  }
  if (typeof left === "string" && typeof right === "string") return compareText(left, right);
  if (typeof left === "boolean" && typeof right === "boolean") return orderOf(Number(left), Number(right));
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right);
  if (left instanceof Timestamp && right instanceof Timestamp) {
    return orderOf(left.seconds, right.seconds) || orderOf(left.nanos, right.nanos);
  }
  if (left instanceof Duration && right instanceof Duration) return orderOf(left.nanos, right.nanos);
  return undefined;
}

/** Compares integers exactly. Compares a double with an integer after rounding the integer to a double, as the reference does. */
function numberOrder(left: number | bigint, right: number | bigint): Order {
  return typeof left === typeof right ? orderOf(left, right) : orderOf(Number(left), Number(right));
}

const surrogate = /[\uD800-\uDFFF]/;

/** Compares by the bytes of UTF-8, which is the order of code points. */
export function compareText(left: string, right: string): Order {
  if (left === right) return 0;
  if (surrogate.test(left) || surrogate.test(right)) {
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  }
  return left < right ? -1 : 1;
}

/**
 * Returns whether two values are equal, or an error if they cannot be compared. Numbers of different types can be equal.
 * Values of other different types are unequal. Elements that cannot be compared do not make lists and maps unequal, as in
 * the reference.
 */
export function equalValues(left: Value, right: Value): boolean | EvaluationError {
  switch (typeof left) {
    case "string":
    case "boolean":
      return left === right;
    case "bigint":
    case "number":
      return equalNumbers(left, right);
    default:
      return left === null || right === null ? left === right : equalObjects(left, right);
  }
}

function equalNumbers(left: number | bigint, right: Value): boolean {
  const other = numberOf(right);
  return other !== undefined && (typeof left === typeof other ? left === other : Number(left) === Number(other));
}

function equalObjects(left: Exclude<Value, null>, right: Exclude<Value, null>): boolean | EvaluationError {
  if (left instanceof Uint) return equalNumbers(left.value, right);
  if (left instanceof ListValue) {
    return left.equals ? left.equals(right) : right instanceof ListValue && equalLists(left, right);
  }
  if (left instanceof MapValue) {
    return left.equals ? left.equals(right) : right instanceof MapValue && equalMaps(left, right);
  }
  if (left instanceof ObjectValue) return left.equals(right);
  if (left instanceof OpaqueValue) return left.equals(right) as boolean | EvaluationError;
  if (left instanceof OptionalValue) return right instanceof OptionalValue && equalOptionals(left, right);
  if (left instanceof TypeValue) {
    return right instanceof TypeValue && runtimeTypeName(left.type) === runtimeTypeName(right.type);
  }
  if (left instanceof EvaluationError) return left;
  return compareValues(left, right) === 0;
}

function equalLists(left: ListValue, right: ListValue): boolean {
  if (left.size !== right.size) return false;
  for (let index = 0; index < left.size; index++) {
    if (equalValues(left.at(index), right.at(index)) === false) return false;
  }
  return true;
}

function equalMaps(left: MapValue, right: MapValue): boolean {
  if (left.size !== right.size) return false;
  for (const key of left.keys()) {
    const [leftValue, rightValue] = [left.get(key), right.get(key)];
    if (leftValue === undefined || rightValue === undefined || equalValues(leftValue, rightValue) === false)
      return false;
  }
  return true;
}

function equalOptionals(left: OptionalValue, right: OptionalValue): boolean | EvaluationError {
  if (left.value === undefined || right.value === undefined) return left.value === right.value;
  return equalValues(left.value, right.value);
}
