/**
 * JSON merge patch (RFC 7386). As in the reference, objects inside lists that the patch adds lose their null members,
 * and the objects that the patch looks into have their members sorted: messages and warnings show this order.
 */

import { isJsonList, isJsonObject, type JsonObject } from "../base/json-object.ts";
import { getOwn } from "../base/own-property.ts";
import { sortedMembers } from "./sorted-members.ts";

/**
 * Returns the target with the members of `patch`, less those that it sets to null. A patch that is no object replaces the
 * target whole, and so does any list in it. Neither input is changed; the result shares parts with both, so it is to
 * be treated as immutable. Recurses as deep as the patch nests.
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

/** A list that takes the place of an object stays as it is. */
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
