/**
 * Computes a strategic merge patch as messages show it. The reference applies a patch in place, which removes
 * directives and nulls from it, and shows the rest.
 */

import { isJsonList, isJsonObject, type JsonList, type JsonObject } from "../../base/json-object.ts";
import { getOwn, setOwn } from "../../base/own-property.ts";
import type { ListSchema, Schema } from "../../schema/index.ts";
import { addedValue } from "./added-value.ts";
import {
  hasPatchDirective,
  isDeletionDirective,
  isOrderDirective,
  orderDirectiveOf,
  retainKeysDirective,
} from "./directives.ts";
import { type MemberRules, memberRules } from "./member-rules.ts";

/** Returns the rest of a patch that was applied to `original` without an error. */
export function remainingPatch(original: JsonObject, patch: JsonObject, schema: Schema | undefined): JsonObject {
  const type = schema?.node === "union" ? schema.object.schema : schema;
  if (hasPatchDirective(patch)) {
    const { $patch: directive, ...members } = patch;
    return directive === "replace" ? members : patch;
  }
  const retained: unknown = getOwn(patch, retainKeysDirective);
  const current: JsonObject = isJsonList(retained)
    ? Object.fromEntries(Object.entries(original).filter(([name]) => retained.includes(name)))
    : original;
  const left: JsonObject = {};
  for (const [name, value] of Object.entries(patch)) {
    if (name === retainKeysDirective || isOrderDirective(name)) continue;
    if (Object.hasOwn(patch, orderDirectiveOf(name))) continue;
    const isKept = value === null || isDeletionDirective(name);
    setOwn(left, name, isKept ? value : remainingValue(getOwn(current, name), value, memberRules(type, name)));
  }
  return left;
}

function remainingValue(current: unknown, value: unknown, { schema, strategy }: MemberRules): unknown {
  if (isJsonObject(current) && isJsonObject(value)) {
    return strategy === "replace" ? value : remainingPatch(current, value, schema);
  }
  if (!isJsonList(current) || !isJsonList(value)) return remainingAddedValue(value);
  return schema?.node === "list" && schema.merge ? remainingItems(current, value, schema) : value;
}

function remainingItems(current: JsonList, value: JsonList, schema: ListSchema): JsonList {
  const key = schema.merge?.key;
  if (key === undefined) return value;
  return value.map((item) => {
    if (!isJsonObject(item) || hasPatchDirective(item)) return item;
    const same = current.find((one) => isJsonObject(one) && one[key] === item[key]);
    return isJsonObject(same) ? remainingPatch(same, item, schema.items) : item;
  });
}

/**
 * Returns the rest of a value that was added. Objects are changed in place. A list, and an object with a directive,
 * remain in the patch, and only the values inside them change.
 */
function remainingAddedValue(value: unknown): unknown {
  if (isJsonList(value)) return value.map((item) => (isJsonObject(item) ? remainingAddedValue(item) : item));
  if (!isJsonObject(value)) return value;
  if (hasPatchDirective(value)) {
    return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
  }
  return addedValue(value);
}
