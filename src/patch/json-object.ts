/** The shapes of parsed JSON. Numbers may also be `bigint`. Keys are data: only own members count, whatever their names. */

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

/** The object's own member of this name. */
export function ownMember(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
