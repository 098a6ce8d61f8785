/** Merges a patch into an object, as the schema declares for each member. */

import { goType } from "../../base/go-type.ts";
import { isJsonList, isJsonObject, type JsonList, type JsonObject } from "../../base/json-object.ts";
import { getOwn, setOwn } from "../../base/own-property.ts";
import type { Schema } from "../../schema/index.ts";
import { addedValue } from "./added-value.ts";
import {
  applyPatchDirective,
  deletionListName,
  hasPatchDirective,
  type PatchObject,
  readPatchObject,
} from "./directives.ts";
import { identitiesOf, identityBy, itemKind } from "./item-identity.ts";
import { type MemberRules, memberRules } from "./member-rules.ts";
import { type MergedList, type MergeItem, mergeLists } from "./merge-list.ts";
import { mergeInOrder, orderedListSchema } from "./order-directive.ts";

/**
 * Returns a new object with the patch applied. It shares the unchanged parts with the original.
 * @param type undefined if the type is unknown, as inside raw JSON: objects are then merged and lists replaced
 * @throws PatchError
 */
export function mergeObject(original: JsonObject, patch: JsonObject, type: Schema | undefined): JsonObject {
  const schema = type?.node === "union" ? type.object.schema : type;
  if (hasPatchDirective(patch)) return applyPatchDirective(patch);
  const parts = readPatchObject(patch);
  const result = retainedMembers(original, parts);
  for (const [name, order] of parts.orders) {
    const list = mergeInOrder({
      original: getOwn(result, name),
      patch: parts.members.get(name),
      order,
      schemaOf: () => orderedListSchema(schema, name),
      merge: mergeListsOf,
    });
    if (list) setOwn(result, name, list);
  }
  for (const [name, value] of parts.members) {
    if (!parts.orders.has(name)) mergeMember(result, name, { value, ...memberRules(schema, name) });
  }
  // Deletions come last, as in lists with an order directive, so that a value that the patch both adds and deletes is
  // removed.
  for (const [directive, value] of parts.deletions) {
    const name = deletionListName(directive);
    applyDeletion(result, name, { value, ...memberRules(schema, name) });
  }
  return result;
}

function retainedMembers(original: JsonObject, { retained }: PatchObject): JsonObject {
  if (!retained) return { ...original };
  return Object.fromEntries(Object.entries(original).filter(([name]) => retained.has(name)));
}

interface MemberPatch extends MemberRules {
  readonly value: unknown;
}

function mergeMember(result: JsonObject, name: string, patch: MemberPatch): void {
  const merged = patch.value === null ? undefined : mergeValue(getOwn(result, name), patch);
  if (merged === undefined) delete result[name];
  else setOwn(result, name, merged);
}

/** Returns the new value of a member. Undefined if the member must be removed. */
function mergeValue(current: unknown, { value, schema, strategy }: MemberPatch): unknown {
  // As in the reference, a value that replaces another one keeps its directives.
  if (isJsonObject(current) && isJsonObject(value)) {
    return strategy === "replace" ? value : mergeObject(current, value, schema);
  }
  if (isJsonList(current) && isJsonList(value)) return mergeListsOf(schema, current, value).items;
  return addedValue(value);
}

function mergeListsOf(schema: Schema | undefined, original: JsonList, patch: JsonList): MergedList {
  if (schema?.node !== "list" || !schema.merge) return { items: patch, live: original };
  const mergeItem: MergeItem = (item, itemPatch) => mergeObject(item, itemPatch, schema.items);
  return mergeLists(original, patch, { key: schema.merge.key, mergeItem });
}

/**
 * Applies a directive that deletes plain values from a list, regardless of the list's strategy. As in the reference,
 * the directive's value is merged if the list contains objects, or if the value is not a list and has the type of the
 * current value.
 */
function applyDeletion(result: JsonObject, name: string, { value, ...rules }: MemberPatch): void {
  const current = getOwn(result, name);
  if (value === null) delete result[name];
  else if (isJsonList(current) && isJsonList(value)) setOwn(result, name, withoutItems(current, value, rules.schema));
  else if (current !== undefined && goType(current) === goType(value)) mergeMember(result, name, { value, ...rules });
}

function withoutItems(current: JsonList, deleted: JsonList, schema: Schema | undefined): JsonList {
  if (itemKind(current, deleted) === "object") {
    const { items, merge } = schema?.node === "list" ? schema : { items: undefined, merge: undefined };
    const mergeItem: MergeItem = (item, itemPatch) => mergeObject(item, itemPatch, items);
    return mergeLists(current, deleted, { key: merge?.key, mergeItem }).items;
  }
  const identityOf = identityBy(undefined);
  const deletedIdentities = identitiesOf(deleted, identityOf);
  return current.filter((item) => !deletedIdentities.has(identityOf(item)));
}
