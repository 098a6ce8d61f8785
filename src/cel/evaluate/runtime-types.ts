/** Whether values have the types of parameters. */
import { optionalTypeName, type Type } from "../types/index.ts";
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
} from "../values/index.ts";

/**
 * Whether a value can be an argument for a parameter of this type. The first element of a list or map is examined, too. Every call
 * examines its arguments, so the most frequent types come first.
 */
export function isOfType(value: Value, type: Type): boolean {
  switch (type.kind) {
    case "string":
      return typeof value === "string";
    case "int":
      return typeof value === "bigint";
    case "bool":
      return typeof value === "boolean";
    case "any":
    case "dyn":
    case "parameter":
      return true;
    case "list":
      return value instanceof ListValue && isListOf(value, type.element);
    case "map":
      return value instanceof ObjectValue || (value instanceof MapValue && isMapOf(value, type.key, type.value));
    case "double":
      return typeof value === "number";
    case "object":
    case "opaque":
      return isOfNamedType(value, type.name);
    case "uint":
      return value instanceof Uint;
    case "bytes":
      return value instanceof Uint8Array;
    case "timestamp":
      return value instanceof Timestamp;
    case "duration":
      return value instanceof Duration;
    case "type":
      return value instanceof TypeValue;
    case "null":
      return value === null;
    case "error":
      return value instanceof EvaluationError;
  }
}

function isListOf(list: ListValue, element: Type): boolean {
  return isAnyType(element) || list.size === 0 || isOfType(list.at(0), element);
}

function isMapOf(map: MapValue, keyType: Type, valueType: Type): boolean {
  if (isAnyType(keyType) && isAnyType(valueType)) return true;
  for (const key of map.keys()) return isOfType(key, keyType) && isOfType(map.get(key) ?? null, valueType);
  return true;
}

function isAnyType({ kind }: Type): boolean {
  return kind === "parameter" || kind === "dyn" || kind === "any";
}

function isOfNamedType(value: Value, name: string): boolean {
  if (value instanceof OpaqueValue || value instanceof ObjectValue) return value.type.name === name;
  return value instanceof OptionalValue && name === optionalTypeName;
}
