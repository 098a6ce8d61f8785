/**
 * Applies JSON merge patches (RFC 7386). As in the reference, objects inside lists that the patch adds lose their null
 * members. The members of objects that the patch changes are sorted, because messages and warnings show this order.
 */

import { isJsonList, isJsonObject, type JsonObject } from "../base/json-object.ts";
import { getOwn } from "../base/own-property.ts";
import { sortedMembers } from "./sorted-members.ts";

/**
 * Returns the target with the members of `patch`, without those that the patch sets to null. A patch that is not an
 * object replaces the whole target, and a list in the patch replaces the whole value. The inputs are not changed. The
 * result shares parts with both, so it must not be changed. The recursion is as deep as the nesting of the patch.
 */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(target) || !isJsonObject(patch)) return withoutNulls(patch);
  return mergedObject(target, patch);
}

function mergedObject(target: JsonObject, patch: JsonObject): JsonObject {
  const members = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, mergedValue(getOwn(target, name), value));
  }
  return sortedMembers(members);
}

/** A list that replaces an object is not changed: its objects keep their null members. */
function mergedValue(current: unknown, value: unknown): unknown {
  if (!isJsonObject(current)) return withoutNulls(value);
  return isJsonObject(value) ? mergedObject(current, value) : value;
}

function withoutNulls(value: unknown): unknown {
  if (isJsonList(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return sortedMembers(members.map(([name, member]) => [name, withoutNulls(member)]));
}
