/** Types of parsed JSON. Numbers may also be `bigint`. */

/** Members of a parsed JSON object, by name. */
export type JsonObject = Record<string, unknown>;

/** A parsed JSON object whose members are not modified. */
export type ReadonlyJsonObject = Readonly<JsonObject>;

/** A JSON array, which must not be changed. */
export type JsonList = readonly unknown[];

/** Whether the value is a JSON object; false for arrays and null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether the value is a JSON array. */
export function isJsonList(value: unknown): value is JsonList {
  return Array.isArray(value);
}
