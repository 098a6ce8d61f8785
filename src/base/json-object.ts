/** Shapes of parsed JSON. Numbers may also be `bigint`. */

export type JsonObject = Record<string, unknown>;

export type JsonList = readonly unknown[];

/** True for JSON objects; false for lists and null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for JSON lists. */
export function isJsonList(value: unknown): value is JsonList {
  return Array.isArray(value);
}
