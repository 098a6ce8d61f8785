/** Arithmetic operators. Integers have 64 bits. A result outside of them is an error. */
import {
  addRanges,
  exactly,
  type FunctionDeclaration,
  type Overload,
  scaleRange,
  sizeOrOne,
  traversalFactor,
} from "../../declarations/index.ts";
import {
  bytesType,
  doubleType,
  durationType,
  intType,
  listType,
  stringType,
  type Type,
  timestampType,
  typeParameter,
  uintType,
} from "../../types/index.ts";
import {
  concatenate,
  EvaluationError,
  type ListValue,
  noSuchOverload,
  typeOfValue,
  Uint,
  type Value,
} from "../../values/index.ts";
import { declareFunction, globalOverload, withRules } from "../declare.ts";
import {
  addDurations,
  addToTimestamp,
  negateDuration,
  subtractDurations,
  subtractTimestamps,
} from "./time-arithmetic.ts";

const divisionByZero = (): EvaluationError => new EvaluationError("division by zero");
const modulusByZero = (): EvaluationError => new EvaluationError("modulus by zero");

/** Returns the integer, or an error if it needs more than 64 bits. */
export function checkedInt(value: bigint): Value {
  return BigInt.asIntN(64, value) === value ? value : new EvaluationError("integer overflow");
}

/** Returns the unsigned integer, or an error if it is negative or needs more than 64 bits. */
export function checkedUint(value: bigint): Value {
  return BigInt.asUintN(64, value) === value ? new Uint(value) : new EvaluationError("unsigned integer overflow");
}

type IntOperation = (left: bigint, right: bigint) => Value;

function ofInts(id: string, operation: IntOperation): Overload {
  return globalOverload(id, [intType, intType], intType, (left, right) => operation(left as bigint, right as bigint));
}

function ofUints(id: string, operation: IntOperation): Overload {
  return globalOverload(id, [uintType, uintType], uintType, (left, right) =>
    operation((left as Uint).value, (right as Uint).value),
  );
}

function ofDoubles(id: string, operation: (left: number, right: number) => number): Overload {
  return globalOverload(id, [doubleType, doubleType], doubleType, (left, right) =>
    operation(left as number, right as number),
  );
}

/** The sum of texts, bytes or lists. Texts and bytes are copied, lists are not. */
function concatenation(id: string, type: Type, concat: Overload["implementation"]): Overload {
  const isCopied = type.kind !== "list";
  const overload = globalOverload(id, [type, type], type, concat);
  return withRules(overload, {
    ...(isCopied && {
      cost: (_result, left, right) => Math.ceil((sizeOrOne(left) + sizeOrOne(right)) * traversalFactor),
    }),
    estimate({ args: [left, right], scalarOrSizeOf }) {
      if (!left || !right) return undefined;
      const resultSize = addRanges(scalarOrSizeOf(left), scalarOrSizeOf(right));
      return { cost: isCopied ? scaleRange(resultSize, traversalFactor) : exactly(1), resultSize };
    },
  });
}

function concatenateBytes(left: Uint8Array, right: Uint8Array): Uint8Array {
  const result = new Uint8Array(left.length + right.length);
  result.set(left);
  result.set(right, left.length);
  return result;
}

const listOfA = listType(typeParameter("A"));

const add = declareFunction("_+_", [
  concatenation("add_bytes", bytesType, (left, right) => concatenateBytes(left as Uint8Array, right as Uint8Array)),
  ofDoubles("add_double", (left, right) => left + right),
  globalOverload("add_duration_duration", [durationType, durationType], durationType, addDurations),
  globalOverload("add_duration_timestamp", [durationType, timestampType], timestampType, (duration, time) =>
    addToTimestamp(time, duration),
  ),
  globalOverload("add_timestamp_duration", [timestampType, durationType], timestampType, addToTimestamp),
  ofInts("add_int64", (left, right) => checkedInt(left + right)),
  concatenation("add_list", listOfA, (left, right) => concatenate(left as ListValue, right as ListValue)),
  concatenation("add_string", stringType, (left, right) => (left as string) + (right as string)),
  ofUints("add_uint64", (left, right) => checkedUint(left + right)),
]);

/** The overloads of the sum by the types of the left and the right operand. */
const additions = new Map<Type["kind"], Map<Type["kind"], Overload>>();
for (const overload of add.overloads) {
  const [left, right] = overload.parameters as [Type, Type];
  const byRight = additions.get(left.kind) ?? new Map<Type["kind"], Overload>();
  additions.set(left.kind, byRight.set(right.kind, overload));
}

/** Returns the sum of two values of any types, or an error if they cannot be added. */
export function addValues(left: Value, right: Value): Value {
  const overload = additions.get(typeOfValue(left).kind)?.get(typeOfValue(right).kind);
  return overload ? overload.implementation(left, right) : noSuchOverload();
}

const subtract = declareFunction("_-_", [
  ofDoubles("subtract_double", (left, right) => left - right),
  globalOverload("subtract_duration_duration", [durationType, durationType], durationType, subtractDurations),
  ofInts("subtract_int64", (left, right) => checkedInt(left - right)),
  globalOverload("subtract_timestamp_duration", [timestampType, durationType], timestampType, (time, duration) => {
    const negated = negateDuration(duration);
    return negated instanceof EvaluationError ? negated : addToTimestamp(time, negated);
  }),
  globalOverload("subtract_timestamp_timestamp", [timestampType, timestampType], durationType, subtractTimestamps),
  ofUints("subtract_uint64", (left, right) => checkedUint(left - right)),
]);

const multiply = declareFunction("_*_", [
  ofDoubles("multiply_double", (left, right) => left * right),
  ofInts("multiply_int64", (left, right) => checkedInt(left * right)),
  ofUints("multiply_uint64", (left, right) => checkedUint(left * right)),
]);

const divide = declareFunction("_/_", [
  ofDoubles("divide_double", (left, right) => left / right),
  ofInts("divide_int64", (left, right) => (right === 0n ? divisionByZero() : checkedInt(left / right))),
  ofUints("divide_uint64", (left, right) => (right === 0n ? divisionByZero() : new Uint(left / right))),
]);

const int64Min = -(2n ** 63n);

const modulo = declareFunction("_%_", [
  ofInts("modulo_int64", (left, right) => {
    if (right === 0n) return modulusByZero();
    // The quotient would need more than 64 bits.
    return left === int64Min && right === -1n ? checkedInt(-left) : left % right;
  }),
  ofUints("modulo_uint64", (left, right) => (right === 0n ? modulusByZero() : new Uint(left % right))),
]);

const negate = declareFunction("-_", [
  globalOverload("negate_double", [doubleType], doubleType, (value) => -(value as number)),
  globalOverload("negate_int64", [intType], intType, (value) => checkedInt(-(value as bigint))),
]);

/** The operators `+`, `-`, `*`, `/`, `%` and the negation. */
export const arithmetic: readonly FunctionDeclaration[] = [add, subtract, multiply, divide, modulo, negate];
