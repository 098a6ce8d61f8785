/**
 * Errors of the reference's converter. The converter turns the result of a strategic merge patch into a typed object
 * without using JSON, so its messages differ from those of the JSON decoder.
 */

import { isGoInteger } from "../../base/go-type.ts";
import { isJsonList, isJsonObject } from "../../base/json-object.ts";
import { textOfNumber } from "../../base/number-text.ts";
import { base64Fault, formatFault, type Schema, typeNameOf } from "../../schema/index.ts";

/**
 * Returns the converter's message for the first value of a wrong type, in declared order. Undefined if all values have
 * their type.
 */
export function converterFault(schema: Schema, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  switch (schema.node) {
    case "struct":
      if (!isJsonObject(value)) return `cannot restore struct from: ${kindOf(value)}`;
      return firstFault(schema.fields, (field) => converterFault(field.schema, value[field.name]));
    case "list":
      if (!isJsonList(value)) return `cannot restore slice from ${kindOf(value)}`;
      return firstFault(value, (item) => converterFault(schema.items, item));
    case "map":
      if (!isJsonObject(value)) return `cannot restore map from ${kindOf(value)}`;
      return firstFault(Object.values(value), (member) => converterFault(schema.values, member));
    case "bytes":
      return bytesFault(value);
    case "text":
    case "integer":
    case "number":
    case "boolean":
      return plainFault(schema, value);
    case "time":
    case "microTime":
    case "duration":
      return typeof value === "string" ? formatFault(schema, value) : unreadable(value, "string");
    case "quantity":
      return formatFault(schema, value);
    case "intOrString":
      return intOrStringFault(value);
    default:
      return undefined;
  }
}

/** Returns the fault of bytes. An integer that does not fit a byte is reported later by the decoder. */
function bytesFault(value: unknown): string | undefined {
  if (isJsonList(value)) return firstFault(value, byteFault);
  if (typeof value !== "string") return `cannot restore slice from ${kindOf(value)}`;
  const fault = base64Fault(value);
  return fault === undefined ? undefined : `error decoding from json: ${fault}`;
}

/** Returns the fault of an item of a list. In Go, bytes are a list of integers, so the converter checks each item. */
function byteFault(item: unknown): string | undefined {
  if (item === null) return undefined;
  const kind = kindOf(item);
  if (kind === "int64" || (kind === "float64" && isWhole(item))) return undefined;
  return kind === "float64" ? "cannot convert float64 to uint8" : "unrecognized type: uint8";
}

/**
 * Returns the message for types with a custom JSON decoder. They receive the value as JSON, so the message names no
 * field.
 */
function unreadable(value: unknown, type: string): string {
  const kind = kindOf(value);
  const found = kind === "slice" ? "array" : kind === "map" ? "object" : kind === "bool" ? "bool" : "number";
  return `json: cannot unmarshal ${found} into Go value of type ${type}`;
}

function intOrStringFault(value: unknown): string | undefined {
  if (typeof value === "string") return undefined;
  const kind = kindOf(value);
  if (kind !== "int64" && kind !== "float64") return unreadable(value, "int32");
  const number = typeof value === "symbol" ? Number(textOfNumber(value)) : Number(value);
  return (number | 0) === number ? undefined : `json: cannot unmarshal number ${number} into Go value of type int32`;
}

type PlainSchema = Extract<Schema, { node: "text" | "integer" | "number" | "boolean" }>;

/** Returns the name of the Go kind for the values of a schema. */
function plainKind(schema: PlainSchema): string {
  switch (schema.node) {
    case "text":
      return "string";
    case "boolean":
      return "bool";
    case "number":
      return "float64";
    case "integer":
      return `int${schema.bits}`;
  }
}

/**
 * Returns the fault of a scalar. Go can convert between numbers, and from integers to strings. The converter rejects
 * some of these with a different message.
 */
function plainFault(schema: PlainSchema, value: unknown): string | undefined {
  const from = kindOf(value);
  const to = plainKind(schema);
  if (from === to) return undefined;
  if (from === "int64" && schema.node !== "boolean") {
    return schema.node === "text" ? `cannot convert int64 to ${typeNameOf(schema)}` : undefined;
  }
  if (from === "float64" && schema.node === "integer" && !isWhole(value))
    return `cannot convert float64 to ${typeNameOf(schema)}`;
  if (from === "float64" && schema.node === "integer") return undefined;
  return `unrecognized type: ${to}`;
}

function isWhole(value: unknown): boolean {
  return Number.isInteger(typeof value === "symbol" ? Number(textOfNumber(value)) : Number(value));
}

/** Returns the name of the Go kind of a value that was read from JSON. */
function kindOf(value: unknown): string {
  if (isJsonList(value)) return "slice";
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "bigint":
    case "number":
    case "symbol":
      return isGoInteger(value) ? "int64" : "float64";
    default:
      return "map";
  }
}

function firstFault<T>(items: Iterable<T>, faultOf: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
