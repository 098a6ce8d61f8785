/** Selection of fields and elements. */
import { runtimeTypeName } from "../types/index.ts";
import {
  EvaluationError,
  formatKey,
  ListValue,
  MapValue,
  ObjectValue,
  typeOfValue,
  Uint,
  type Value,
} from "../values/index.ts";

/** Returns the field or element of a value, or an error if there is none. */
export function qualify(value: Value, key: Value): Value {
  const found = find(value, key);
  if (found !== undefined) return found;
  return value instanceof ListValue
    ? new EvaluationError(`index out of bounds: ${formatKey(key)}`)
    : new EvaluationError(`no such key: ${formatKey(key)}`);
}

/** Returns the field or element of a value; undefined if there is none. An error is one of the value or the key. */
export function find(value: Value, key: Value): Value | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (value instanceof MapValue) return value.get(key);
  if (value instanceof ObjectValue) return typeof key === "string" ? value.get(key) : undefined;
  if (value instanceof ListValue) return elementOf(value, key);
  return value instanceof EvaluationError ? value : undefined;
}

/** Whether a value has the field or element. */
export function isPresent(value: Value, key: Value): boolean | EvaluationError {
  if (value instanceof ObjectValue) return typeof key === "string" && value.has(key);
  if (value instanceof MapValue) return value.has(key);
  const found = find(value, key);
  return found instanceof EvaluationError ? found : found !== undefined;
}

function elementOf(list: ListValue, key: Value): Value | undefined {
  const index = indexOf(key);
  if (index instanceof EvaluationError) return index;
  return index >= 0 && index < list.size ? list.at(index) : undefined;
}

function indexOf(key: Value): number | EvaluationError {
  if (typeof key === "bigint") return Number(key);
  if (key instanceof Uint && BigInt.asIntN(64, key.value) === key.value) return Number(key.value);
  if (typeof key === "number" && Number.isInteger(key)) return key;
  if (typeof key === "number" || key instanceof Uint) {
    return new EvaluationError(`unsupported index value ${formatKey(key)} in list`);
  }
  return new EvaluationError(`unsupported index type '${runtimeTypeName(typeOfValue(key))}' in list`);
}
