/** Equality, order and membership. */
import {
  type CostRules,
  comparisonCost,
  type FunctionDeclaration,
  type Overload,
  scaleRange,
  sizeOrOne,
  traversalFactor,
} from "../../declarations/index.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listType,
  mapType,
  stringType,
  type Type,
  timestampType,
  typeParameter,
  uintType,
} from "../../types/index.ts";
import {
  compareValues,
  EvaluationError,
  equalValues,
  type ListValue,
  type MapValue,
  noSuchOverload,
  type Order,
  type Value,
} from "../../values/index.ts";
import { declareFunction, globalOverload, withRules } from "../declare.ts";

/** The cost of comparing two values up to the end of the shorter one. */
export const comparisonRules: CostRules = {
  cost: (_result, left, right) => comparisonCost(left, right),
  estimate({ args: [left, right], scalarOrSizeOf }) {
    if (!left || !right) return undefined;
    const [leftMax, rightMax] = [scalarOrSizeOf(left).max, scalarOrSizeOf(right).max];
    const max = leftMax < rightMax ? leftMax : rightMax;
    return { cost: scaleRange({ min: max > 0n ? 1n : 0n, max }, traversalFactor) };
  },
};

const anyA = typeParameter("A");

const equals = declareFunction("_==_", [
  withRules(globalOverload("equals", [anyA, anyA], boolType, equalValues), comparisonRules),
]);

const notEquals = declareFunction("_!=_", [
  withRules(
    globalOverload("not_equals", [anyA, anyA], boolType, (left, right) => equalValues(left, right) !== true),
    comparisonRules,
  ),
]);

const orderedTypes: readonly (readonly [name: string, type: Type])[] = [
  ["bool", boolType],
  ["int64", intType],
  ["int64_double", intType],
  ["int64_uint64", intType],
  ["uint64", uintType],
  ["uint64_double", uintType],
  ["uint64_int64", uintType],
  ["double", doubleType],
  ["double_int64", doubleType],
  ["double_uint64", doubleType],
  ["string", stringType],
  ["bytes", bytesType],
  ["timestamp", timestampType],
  ["duration", durationType],
];
const typesByName = new Map<string, Type>([
  ["int64", intType],
  ["uint64", uintType],
  ["double", doubleType],
]);

/** Returns an operator that compares values. @param holds whether the operator is true for an order */
function comparison(name: string, prefix: string, holds: (order: Order) => boolean): FunctionDeclaration {
  const implementation = (left: Value, right: Value): Value => {
    const order = compareValues(left, right);
    if (order === undefined) return noSuchOverload();
    return order instanceof EvaluationError ? order : holds(order);
  };
  /** The same for two ints, which most comparisons have. */
  const ofInts = (left: Value, right: Value): Value => {
    const [one, other] = [left as bigint, right as bigint];
    return holds(one < other ? -1 : one > other ? 1 : 0);
  };
  const overloads = orderedTypes.map(([types, left]): Overload => {
    const [, rightName] = types.split("_");
    const right = rightName === undefined ? left : (typesByName.get(rightName) ?? left);
    const compare = types === "int64" ? ofInts : implementation;
    const overload = globalOverload(`${prefix}_${types}`, [left, right], boolType, compare);
    if (right !== left) return { ...overload, isCrossType: true };
    return left === stringType || left === bytesType ? withRules(overload, comparisonRules) : overload;
  });
  return declareFunction(name, overloads);
}

/** Returns whether a list has an element that is equal to a value. */
function isInList(value: Value, list: Value): Value {
  const values = list as ListValue;
  if (values.contains) return values.contains(value);
  for (const element of values) {
    if (equalValues(value, element) === true) return true;
  }
  return false;
}

const membership = declareFunction("@in", [
  withRules(globalOverload("in_list", [anyA, listType(anyA)], boolType, isInList), {
    cost: (_result, _value, list) => sizeOrOne(list),
    estimate: ({ args: [, list], scalarOrSizeOf }) => list && { cost: scaleRange(scalarOrSizeOf(list), 1) },
  }),
  globalOverload("in_map", [anyA, mapType(anyA, typeParameter("B"))], boolType, (key, map) => {
    const found = (map as MapValue).get(key);
    return found instanceof EvaluationError ? found : found !== undefined;
  }),
]);

/** The operators `==`, `!=`, `<`, `<=`, `>`, `>=` and `in`. */
export const comparisons: readonly FunctionDeclaration[] = [
  equals,
  notEquals,
  comparison("_<_", "less", (order) => order < 0),
  comparison("_<=_", "less_equals", (order) => order <= 0),
  comparison("_>_", "greater", (order) => order > 0),
  comparison("_>=_", "greater_equals", (order) => order >= 0),
  membership,
];
