/**
 * Data of the elements of lists with a schema. They are JSON. An expression can add elements to a list that have no form in
 * JSON. The schema does not fit them when they are read, because the reference also keeps them as they are.
 */

import { runtimeTypeName } from "../../types/index.ts";
import {
  Duration,
  EvaluationError,
  fromJson,
  ListValue,
  MapValue,
  Timestamp,
  TypeValue,
  Uint,
  UnhashableElement,
  type Value,
} from "../../values/index.ts";

/** A value of JSON that has a schema. */
export interface ValueOfJson {
  readonly json: unknown;
}

/** An element that an expression has added and that is not JSON. */
export class ExpressionElement {
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }
}

/** Returns the data of a value that is added to a list. */
export function elementData(value: Value): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "bigint":
      return value;
    case "number":
      return Number.isInteger(value) ? new ExpressionElement(value) : value;
    default:
      if (value instanceof TypeValue) return runtimeTypeName(value.type);
      return hasJson(value) ? value.json : new ExpressionElement(value);
  }
}

function hasJson(value: Value): value is Value & ValueOfJson {
  return typeof value === "object" && value !== null && "json" in value && value.json !== undefined;
}

/**
 * Returns a key that is the same for equal data. Numbers of different types differ, and so do a null of JSON and one of an
 * expression, as in the reference.
 * @throws UnhashableElement if the data can have no key
 */
export function elementKey(data: unknown): string | symbol {
  if (data instanceof ExpressionElement) return expressionKey(data);
  if (data === null || data === undefined) return "null";
  if (typeof data === "object") throw unhashable(data);
  const value = fromJson(data);
  if (typeof value === "number") return Number.isNaN(value) ? Symbol("NaN") : `float64 ${value}`;
  if (typeof value === "bigint") return `int64 ${value}`;
  return typeof value === "string" ? `string ${value}` : `bool ${value === true}`;
}

function expressionKey(element: ExpressionElement): string | symbol {
  const { value } = element;
  if (value === null) return "null of an expression";
  if (typeof value === "number") return Number.isNaN(value) ? Symbol("NaN") : `float64 ${value}`;
  if (value instanceof Uint) return `uint64 ${value.value}`;
  if (value instanceof Duration) return `duration ${value.nanos}`;
  if (value instanceof Timestamp) return `time ${value.seconds} ${value.nanos} ${value.offsetSeconds}`;
  if (value instanceof EvaluationError) return Symbol("error");
  throw unhashable(element);
}

function unhashable(data: unknown): UnhashableElement {
  return new UnhashableElement(`internal error: runtime error: hash of unhashable type ${goTypeName(data)}`);
}

/** Returns the name of the type that the reference uses for data, for its errors. */
export function goTypeName(data: unknown): string {
  if (data instanceof ExpressionElement) return goTypeNameOfValue(data.value);
  switch (typeof data) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "number":
    case "bigint":
      return typeof fromJson(data) === "bigint" ? "int64" : "float64";
    default:
      return Array.isArray(data) ? "[]interface {}" : "map[string]interface {}";
  }
}

function goTypeNameOfValue(value: Value): string {
  if (value === null) return "structpb.NullValue";
  if (typeof value === "number") return "float64";
  if (value instanceof Uint) return "uint64";
  if (value instanceof Uint8Array) return "[]uint8";
  if (value instanceof Timestamp) return "time.Time";
  if (value instanceof Duration) return "time.Duration";
  if (value instanceof ListValue) return "[]ref.Val";
  if (value instanceof MapValue) return "map[ref.Val]ref.Val";
  return "*errors.errorString";
}
