/**
 * Reads objects with duplicate keys as the reference does. The reference decodes each value of a key into the previous
 * one: members of structs and maps are merged, other values are replaced.
 */
import { isJsonObject } from "../base/json-object.ts";
import { setOwn } from "../base/own-property.ts";
import { type Field, fieldOf, type Schema } from "../schema/index.ts";
import type { JsonNode, JsonObjectNode } from "./json/json-node.ts";

/**
 * Returns the value of a document, with the values of duplicate keys merged. Undefined if the document has no duplicate
 * keys.
 */
export function readRepeatedKeys(root: JsonNode, schema: Schema): unknown {
  // The reference reads objects of custom types without their schema. The last value of a key counts.
  if (schema.node === "struct" && schema.members) return undefined;
  return repeatsKey(root) ? readValue(root, undefined, { schema }) : undefined;
}

function repeatsKey(node: JsonNode): boolean {
  if (typeof node !== "object" || node === null) return false;
  if (node.kind === "array") return node.items.some(repeatsKey);
  const { members } = node;
  return new Set(members.map(({ key }) => key)).size < members.length || members.some(({ value }) => repeatsKey(value));
}

interface ValueLocation {
  /** Undefined if the type is unknown. */
  readonly schema: Schema | undefined;
  /** The field that contains the value, if it is in a struct. */
  readonly field?: Field | undefined;
}

/** @param previousValue the previous value of the same key, into which this one is decoded */
function readValue(node: JsonNode, previousValue: unknown, location: ValueLocation): unknown {
  const { schema } = location;
  if (node === null && previousValue !== undefined && isKeptByNull(location)) return previousValue;
  if (typeof node !== "object" || node === null) return node;
  if (node.kind === "object") return readObject(node, previousValue, location);
  const items = schema?.node === "list" ? schema.items : undefined;
  const previous: readonly unknown[] = schema?.node === "list" && Array.isArray(previousValue) ? previousValue : [];
  return node.items.map((item, index) => readValue(item, previous[index], { schema: items }));
}

function readObject({ members }: JsonObjectNode, previousValue: unknown, { schema }: ValueLocation): unknown {
  const isCombined = schema?.node === "struct" || schema?.node === "map";
  const isObjectBefore = isJsonObject(previousValue);
  const result: Record<string, unknown> = {};
  if (isCombined && isObjectBefore) {
    for (const [key, value] of Object.entries(previousValue)) setOwn(result, key, value);
  }
  for (const { key, value } of members) {
    const field = schema?.node === "struct" ? fieldOf(schema, key) : undefined;
    const inner = schema?.node === "map" ? schema.values : field?.schema;
    // The reference always decodes the value of a key of a map from scratch.
    const previous = schema?.node === "struct" && Object.hasOwn(result, key) ? result[key] : undefined;
    setOwn(result, key, readValue(value, previous, { schema: inner, field }));
  }
  return result;
}

/** Whether null keeps the previous value. It does for fields that are not pointers. */
function isKeptByNull({ schema, field }: ValueLocation): boolean {
  const isByValue = field?.presence === "optional" || field?.presence === "always";
  return isByValue && schema?.node !== "list" && schema?.node !== "map" && schema?.node !== "raw";
}
