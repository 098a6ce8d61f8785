/** Functions of lists: order, sums, extremes and positions. */
import {
  addRanges,
  type CostRules,
  type FunctionDeclaration,
  type Implementation,
  multiplyRanges,
  oneRange,
  scaleRange,
  traversalFactor,
} from "../../declarations/index.ts";
import {
  boolType,
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
import { addValues } from "../standard/arithmetic.ts";

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
function elementsCost(value: Value): number {
  if (typeof value === "string") return Math.floor(Buffer.byteLength(value) * traversalFactor);
  if (value instanceof Uint8Array) return Math.floor(value.length * traversalFactor);
  if (value instanceof ListValue) {
    let cost = 0;
    for (const element of value) cost += elementsCost(element);
    return cost;
  }
  if (!(value instanceof MapValue)) return 1;
  let cost = 0;
  for (const key of value.keys()) cost += elementsCost(key) + elementsCost(value.get(key) ?? null);
  return cost;
}

/** The rules of functions that look at every element. Lists and texts share `indexOf()` and `lastIndexOf()`. */
export const traversalRules: CostRules = {
  cost: (_result, value) => (value === undefined ? 0 : elementsCost(value)),
  estimate({ target, sizeOf, elementOf }) {
    if (!target) return undefined;
    const element = elementOf(target);
    if (!element) return { cost: scaleRange(sizeOf(target), traversalFactor) };
    const isText = element.type.kind === "string" || element.type.kind === "bytes";
    const cost = isText ? addRanges(oneRange, scaleRange(sizeOf(element), traversalFactor)) : oneRange;
    return { cost: multiplyRanges(sizeOf(target), cost) };
  },
};

/** The types whose values have an order. */
const comparableKinds: ReadonlySet<Type["kind"]> = new Set(comparableTypes.map(([, type]) => type.kind));

function isComparable(value: Value): boolean {
  return comparableKinds.has(typeOfValue(value).kind);
}

/** Returns the error of an element that a function cannot use. Data that do not match their schema are errors. */
function unusable(element: Value): EvaluationError {
  return element instanceof EvaluationError ? element : noSuchOverload();
}

/** Elements of different types have no order, and do not make a list unsorted, as in the reference. */
const isSorted: Implementation = (list) => {
  let previous: Value | undefined;
  for (const element of list as ListValue) {
    if (!isComparable(element)) return unusable(element);
    if (previous !== undefined && compareValues(previous, element) === 1) return false;
    previous = element;
  }
  return true;
};

/** Returns the sum of the elements. @param zero the sum of an empty list */
function sumOf(zero: Value): Implementation {
  return (list) => {
    let sum = zero;
    for (const element of list as ListValue) {
      sum = element instanceof EvaluationError ? element : addValues(sum, element);
      if (sum instanceof EvaluationError) return sum;
    }
    return sum;
  };
}

/**
 * Returns the function that finds the first element before or after all others.
 * @param replaced the order of a worse element
 */
function extreme(name: string, replaced: Order): Implementation {
  return (list) => {
    let best: Value | undefined;
    for (const element of list as ListValue) {
      if (!isComparable(element)) return unusable(element);
      if (best === undefined || compareValues(best, element) === replaced) best = element;
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
      memberOverload(`list_${name}_sum_${name}`, [listType(type)], type, sumOf(zero)),
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
