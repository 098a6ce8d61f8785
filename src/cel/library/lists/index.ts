/** Functions of lists: order, sums, extremes and positions. */
import type { CallCost, CallEstimator, FunctionDeclaration, Implementation } from "../../declarations/index.ts";
import { addRanges, multiplyRanges, oneRange, scaleRange } from "../../declarations/index.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  isSameType,
  listType,
  stringType,
  type Type,
  timestampType,
  typeParameter,
  uintType,
} from "../../types/index.ts";
import {
  compareValues,
  Duration,
  EvaluationError,
  equalValues,
  ListValue,
  MapValue,
  noSuchOverload,
  type Order,
  typeOfValue,
  Uint,
  type Value,
} from "../../values/index.ts";
import { declareFunction, memberOverload } from "../declare.ts";
import { standardFunctions } from "../standard/index.ts";

const traversalFactor = 0.1;

const summableTypes: readonly (readonly [name: string, type: Type, zero: Value])[] = [
  ["int", intType, 0n],
  ["uint", uintType, new Uint(0n)],
  ["double", doubleType, 0],
  ["duration", durationType, new Duration(0n)],
];

const comparableTypes: readonly (readonly [name: string, type: Type])[] = [
  ["int", intType],
  ["uint", uintType],
  ["double", doubleType],
  ["bool", boolType],
  ["duration", durationType],
  ["timestamp", timestampType],
  ["string", stringType],
  ["bytes", bytesType],
];

/** The cost of looking at every part of a value once: 1 for each scalar, a tenth for each byte of texts. */
function traversalCost(value: Value): number {
  if (typeof value === "string") return Math.floor(Buffer.byteLength(value) * traversalFactor);
  if (value instanceof Uint8Array) return Math.floor(value.length * traversalFactor);
  if (value instanceof ListValue) {
    let cost = 0;
    for (const element of value) cost += traversalCost(element);
    return cost;
  }
  if (!(value instanceof MapValue)) return 1;
  let cost = 0;
  for (const key of value.keys()) cost += traversalCost(key) + traversalCost(value.get(key) ?? null);
  return cost;
}

/** The rules of functions that look at every element. Lists and texts share `indexOf()` and `lastIndexOf()`. */
export const traversalRules: { readonly cost: CallCost; readonly estimate: CallEstimator } = {
  cost: (_result, value) => (value === undefined ? 0 : traversalCost(value)),
  estimate({ target, sizeOf, elementOf }) {
    if (!target) return undefined;
    const element = elementOf(target);
    if (!element) return { cost: scaleRange(sizeOf(target), traversalFactor) };
    const isText = element.type.kind === "string" || element.type.kind === "bytes";
    const cost = isText ? addRanges(oneRange, scaleRange(sizeOf(element), traversalFactor)) : oneRange;
    return { cost: multiplyRanges(sizeOf(target), cost) };
  },
};

/** Returns the error of an element that a function cannot use. Data that do not match their schema are errors. */
function unusable(element: Value): EvaluationError {
  return element instanceof EvaluationError ? element : noSuchOverload();
}

const isSorted: Implementation = (list) => {
  let previous: Value | undefined;
  for (const element of list as ListValue) {
    if (previous !== undefined) {
      const order = compareValues(previous, element);
      if (order === undefined) return unusable(element);
      if (order === 1) return false;
    }
    previous = element;
  }
  return true;
};

const add = standardFunctions.find(({ name }) => name === "_+_")?.overloads ?? [];

/** Returns the sum of elements of one type. */
function sumOf(typeName: string, type: Type, zero: Value): Implementation {
  const id = { int: "add_int64", uint: "add_uint64", double: "add_double" }[typeName] ?? "add_duration_duration";
  const plus = add.find((overload) => overload.id === id)?.implementation;
  if (!plus) throw new Error(`there is no overload ${id}`);
  return (list) => {
    let sum = zero;
    for (const element of list as ListValue) {
      if (!isSameType(typeOfValue(element), type)) return unusable(element);
      sum = plus(sum, element);
      // An overflow is reported like elements that cannot be added, as in the reference.
      if (sum instanceof EvaluationError) return sum;
    }
    return sum;
  };
}

/** Returns the function that finds the first element before or after all others. @param replaced the order of a worse element */
function extreme(name: string, replaced: Order): Implementation {
  return (list) => {
    let best: Value | undefined;
    for (const element of list as ListValue) {
      const order = best === undefined ? replaced : compareValues(best, element);
      if (order === undefined) return unusable(element);
      if (order === replaced) best = element;
    }
    return best === undefined ? new EvaluationError(`${name} called on empty list`) : best;
  };
}

const indexOf: Implementation = (list, sought) => {
  const values = list as ListValue;
  for (let index = 0; index < values.size; index++) {
    if (equalValues(values.at(index), sought) === true) return BigInt(index);
  }
  return -1n;
};

const lastIndexOf: Implementation = (list, sought) => {
  const values = list as ListValue;
  for (let index = values.size - 1; index >= 0; index--) {
    if (equalValues(values.at(index), sought) === true) return BigInt(index);
  }
  return -1n;
};

const anyA = typeParameter("A");

function extremes(name: string, replaced: Order): FunctionDeclaration {
  const find = extreme(name, replaced);
  const overloads = comparableTypes.map(([typeName, type]) =>
    memberOverload(`list_${typeName}_${name}_${typeName}`, [listType(type)], type, find),
  );
  return declareFunction(name, overloads, traversalRules);
}

/** `isSorted()`, `sum()`, `min()`, `max()`, `indexOf()` and `lastIndexOf()`. */
export const listFunctions: readonly FunctionDeclaration[] = [
  declareFunction(
    "isSorted",
    comparableTypes.map(([name, type]) =>
      memberOverload(`list_${name}_is_sorted_bool`, [listType(type)], boolType, isSorted),
    ),
    traversalRules,
  ),
  declareFunction(
    "sum",
    summableTypes.map(([name, type, zero]) =>
      memberOverload(`list_${name}_sum_${name}`, [listType(type)], type, sumOf(name, type, zero)),
    ),
    traversalRules,
  ),
  extremes("max", -1),
  extremes("min", 1),
  declareFunction(
    "indexOf",
    [memberOverload("list_a_index_of_int", [listType(anyA), anyA], intType, indexOf)],
    traversalRules,
  ),
  declareFunction(
    "lastIndexOf",
    [memberOverload("list_a_last_index_of_int", [listType(anyA), anyA], intType, lastIndexOf)],
    traversalRules,
  ),
];
