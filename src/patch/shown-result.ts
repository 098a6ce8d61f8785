/**
 * Results of patches as messages show them. The reference keeps parts that a patch does not look into as they were, and
 * sorts the members of the objects that it looks into.
 */
import { compareText } from "../base/compare-text.ts";
import { isJsonList, isJsonObject, type JsonObject } from "./json-object.ts";
import type { JsonPatchOperation } from "./json-patch-operation.ts";
import type { JsonPointer } from "./json-pointer.ts";

/** Writes a value that no patch has changed. */
type Stringify = (value: unknown) => string;

/** Returns the text of a document that a merge patch has changed. */
export function shownMergeResult(document: JsonObject, patch: JsonObject, stringify: Stringify): string {
  const members = new Map<string, string>();
  for (const [name, value] of Object.entries(document)) {
    if (!Object.hasOwn(patch, name)) members.set(name, stringify(value));
  }
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) continue;
    const current = Object.hasOwn(document, name) ? document[name] : null;
    members.set(name, mergedText(current, value, stringify));
  }
  return sortedText(members);
}

function mergedText(current: unknown, value: unknown, stringify: Stringify): string {
  if (!isJsonObject(current)) return prunedText(value, stringify);
  return isJsonObject(value) ? shownMergeResult(current, value, stringify) : stringify(value);
}

/** A value that the patch adds, without the members that are null. */
function prunedText(value: unknown, stringify: Stringify): string {
  if (isJsonList(value)) return `[${value.map((item) => prunedText(item, stringify)).join(",")}]`;
  if (!isJsonObject(value)) return stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return sortedText(new Map(members.map(([name, member]) => [name, prunedText(member, stringify)])));
}

/** Returns the text of a result of a JSON patch. */
export function shownPatchResult(
  result: unknown,
  operations: readonly JsonPatchOperation[],
  stringify: Stringify,
): string {
  const paths = operations.flatMap((one) => ("from" in one ? [one.from, one.path] : [one.path]));
  return touchedText(result, paths, stringify);
}

/** @param paths of operations, from this value on; the last token of each names a part of the container that it changes */
function touchedText(value: unknown, paths: readonly JsonPointer[], stringify: Stringify): string {
  const inside = paths.filter((path) => path.length > 0);
  const below = (token: string): JsonPointer[] => inside.flatMap((path) => (path[0] === token ? [path.slice(1)] : []));
  if (inside.length > 0 && isJsonList(value)) {
    return `[${value.map((item, index) => touchedText(item, below(String(index)), stringify)).join(",")}]`;
  }
  if (inside.length === 0 || !isJsonObject(value)) return stringify(value);
  const members = Object.entries(value);
  return sortedText(new Map(members.map(([name, member]) => [name, touchedText(member, below(name), stringify)])));
}

function sortedText(members: ReadonlyMap<string, string>): string {
  const sorted = [...members].sort(([one], [other]) => compareText(one, other));
  return `{${sorted.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`;
}
