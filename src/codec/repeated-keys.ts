/**
 * Objects with a key that stands twice. The reference reads each value over the one before: the members of structs and
 * maps add up, anything else is replaced.
 */
import { isJsonObject } from "../base/json-object.ts";
import { setOwn } from "../base/own-property.ts";
import { type Field, fieldOf, type Schema } from "../schema/index.ts";
import type { JsonNode, JsonObjectNode } from "./json/json-node.ts";

/** Returns the document in which each value is read over the one before. Undefined if no key is repeated. */
export function readRepeatedKeys(root: JsonNode, schema: Schema): unknown {
  return repeatsKey(root) ? read(root, undefined, { schema }) : undefined;
}

function repeatsKey(node: JsonNode): boolean {
  if (typeof node !== "object" || node === null) return false;
  if (node.kind === "array") return node.items.some(repeatsKey);
  const { members } = node;
  return new Set(members.map(({ key }) => key)).size < members.length || members.some(({ value }) => repeatsKey(value));
}

interface Place {
  /** Undefined where nothing is known of the type. */
  readonly schema: Schema | undefined;
  /** The field that holds the value, if a struct does. */
  readonly field?: Field | undefined;
}

/** @param before the value that was read at this place before */
function read(node: JsonNode, before: unknown, place: Place): unknown {
  const { schema } = place;
  if (node === null && before !== undefined && isKeptByNull(place)) return before;
  if (typeof node !== "object" || node === null) return node;
  if (node.kind === "object") return readObject(node, before, place);
  const items = schema?.node === "list" ? schema.items : undefined;
  const former: readonly unknown[] = schema?.node === "list" && Array.isArray(before) ? before : [];
  return node.items.map((item, index) => read(item, former[index], { schema: items }));
}

function readObject({ members }: JsonObjectNode, before: unknown, { schema }: Place): unknown {
  const isCombined = schema?.node === "struct" || schema?.node === "map";
  const isObjectBefore = isJsonObject(before);
  const result: Record<string, unknown> = {};
  if (isCombined && isObjectBefore) {
    for (const [key, value] of Object.entries(before)) setOwn(result, key, value);
  }
  for (const { key, value } of members) {
    const field = schema?.node === "struct" ? fieldOf(schema, key) : undefined;
    const inner = schema?.node === "map" ? schema.values : field?.schema;
    // The value of a key of a map is always read anew.
    const former = schema?.node === "struct" && Object.hasOwn(result, key) ? result[key] : undefined;
    setOwn(result, key, read(value, former, { schema: inner, field }));
  }
  return result;
}

/** Whether null leaves a value as it was: it does for values that are not behind a pointer. */
function isKeptByNull({ schema, field }: Place): boolean {
  const isByValue = field?.presence === "optional" || field?.presence === "always";
  return isByValue && schema?.node !== "list" && schema?.node !== "map" && schema?.node !== "raw";
}
