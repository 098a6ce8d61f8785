/** Types, sizes and errors of values. */
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  errorType,
  intType,
  listType,
  mapType,
  nullType,
  optionalType,
  runtimeTypeName,
  stringType,
  type Type,
  timestampType,
  typeType,
  uintType,
} from "../types/index.ts";
import { formatDouble } from "./spelling.ts";
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

const anyList = listType(dynType);
const anyMap = mapType(dynType, dynType);
const anyOptional = optionalType(dynType);

/** Returns the type of a value at run time. The elements of lists, maps and optionals have no type then. */
export function typeOfValue(value: Value): Type {
  switch (typeof value) {
    case "boolean":
      return boolType;
    case "bigint":
      return intType;
    case "number":
      return doubleType;
    case "string":
      return stringType;
    default:
      return value === null ? nullType : typeOfObject(value);
  }
}

function typeOfObject(value: Exclude<Value, null | boolean | bigint | number | string>): Type {
  if (value instanceof ListValue) return anyList;
  if (value instanceof MapValue) return anyMap;
  if (value instanceof ObjectValue || value instanceof OpaqueValue) return value.type;
  if (value instanceof OptionalValue) return anyOptional;
  if (value instanceof Uint) return uintType;
  if (value instanceof Timestamp) return timestampType;
  if (value instanceof Duration) return durationType;
  if (value instanceof Uint8Array) return bytesType;
  return value instanceof TypeValue ? typeType : errorType;
}

/** Shorter texts are counted without a regular expression, which takes as long as reading about this many units. */
const shortLength = 40;
const surrogate = /[\uD800-\uDFFF]/;

/** Returns the number of code points of a text. */
export function codePointCount(text: string): number {
  let count = text.length;
  if (count > shortLength && !surrogate.test(text)) return count;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      count--;
      index++;
    }
  }
  return count;
}

/** Returns what `size()` counts: code points, bytes, elements or entries; undefined if the value has no size. */
export function sizeOf(value: Value): number | undefined {
  if (typeof value === "string") return codePointCount(value);
  if (typeof value !== "object" || value === null) return undefined;
  if (value instanceof ListValue || value instanceof MapValue || value instanceof OpaqueValue) return value.size;
  return value instanceof Uint8Array ? value.length : undefined;
}

/** Returns the error of a function that has no overload for its arguments. */
export function noSuchOverload(): EvaluationError {
  return new EvaluationError("no such overload");
}

/** Returns a key of a map, or another value, as errors show it: texts without quotes, numbers without their type. */
export function formatKey(value: Value): string {
  if (value instanceof Uint) return String(value.value);
  if (typeof value === "number") return formatDouble(value);
  if (typeof value === "string" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  return value === null ? "null" : runtimeTypeName(typeOfValue(value));
}
