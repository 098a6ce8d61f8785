/** From an object and its schema to values. Objects and arrays are adapted when they are read, and are never copied. */
import { isJsonList, isJsonObject } from "../../../base/json-object.ts";
import type { StructuralSchema } from "../../../structural/index.ts";
import { EvaluationError, fromJson, type Value } from "../../values/index.ts";
import { ExpressionElement, goTypeName } from "./element-data.ts";
import { formattedText } from "./formatted-text.ts";
import { type ListKeys, objectKeys, setKeys } from "./list-keys.ts";
import { PreservedValue } from "./preserved-value.ts";
import { SchemaListValue } from "./schema-list.ts";
import { SchemaMapValue } from "./schema-map.ts";

/**
 * Returns the value of JSON data that a schema describes. Data that do not match the schema become errors when they are read.
 * @param json data that must not change while the value is used
 */
export function fromSchema(json: unknown, schema: StructuralSchema): Value {
  if (json === null || json === undefined) {
    return schema.isNullable ? null : new EvaluationError("invalid data, got null for schema with nullable=false");
  }
  if (schema.isIntOrString) return intOrString(json);
  switch (schema.type) {
    case "object":
      return isJsonObject(json) && !(json instanceof ExpressionElement)
        ? new SchemaMapValue(json, schema, fromSchema)
        : mismatch("a map for the provided schema with type=object");
    case "array":
      return isJsonList(json) ? listOf(json, schema) : mismatch("an array for the provided schema with type=array");
    case "string":
      return typeof json === "string" ? formattedText(json, schema.format) : mismatch("string", json);
    case "boolean":
      return typeof json === "boolean" ? json : mismatch("bool", json);
    case "number":
      return numberOf(json) ?? mismatch("float", json);
    case "integer":
      return integerOf(json) ?? mismatch("int", json);
    default:
      return schema.preservesUnknownFields ? new PreservedValue(json) : unknownType(schema);
  }
}

function mismatch(expected: string, found?: unknown): EvaluationError {
  return new EvaluationError(
    `invalid data, expected ${expected}${found === undefined ? "" : `, got ${goTypeName(found)}`}`,
  );
}

function unknownType({ type, extensionNames }: StructuralSchema): EvaluationError {
  const { intOrString: either, preservesUnknownFields: preserved } = extensionNames;
  return new EvaluationError(
    "invalid type, expected object, array, number, integer, boolean or string, or no type with " +
      `${either} or ${preserved} is true, got ${type}`,
  );
}

function integerOf(json: unknown): bigint | undefined {
  if (typeof json !== "number" && typeof json !== "bigint") return undefined;
  const value = fromJson(json);
  return typeof value === "bigint" ? value : undefined;
}

function numberOf(data: unknown): number | undefined {
  const json = data instanceof ExpressionElement ? data.value : data;
  return typeof json === "number" || typeof json === "bigint" ? Number(json) : undefined;
}

function intOrString(json: unknown): Value {
  if (typeof json === "string") return json;
  return integerOf(json) ?? mismatch("XIntOrString value to be either a string or integer");
}

function listOf(json: readonly unknown[], schema: StructuralSchema): Value {
  const { items, listType, extensionNames } = schema;
  if (!items) return new EvaluationError("invalid array type, expected Items with a non-empty Schema");
  switch (listType) {
    case "":
    case "atomic":
    case "map":
    case "set":
      return SchemaListValue.of(json, { items, convert: fromSchema, keys: keysOf(schema) });
    default:
      return new EvaluationError(
        `invalid ${extensionNames.listType}, expected 'map', 'set' or 'atomic' but got ${listType}`,
      );
  }
}

/** By schema, because the names of keys need not be escaped again for each list. */
const knownKeys = new WeakMap<StructuralSchema, ListKeys>();

function keysOf(schema: StructuralSchema): ListKeys | undefined {
  if (schema.listType === "set") return setKeys;
  if (schema.listType !== "map") return undefined;
  let keys = knownKeys.get(schema);
  if (!keys) {
    keys = objectKeys(schema.listMapKeys);
    knownKeys.set(schema, keys);
  }
  return keys;
}
