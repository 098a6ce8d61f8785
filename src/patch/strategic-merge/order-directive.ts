/**
 * Applies `$setElementOrder`, the order of a list's items next to the list's patch. Items that it does not list keep
 * their position in the live list as far as both orders allow.
 */

import { isJsonList, isJsonObject, type JsonList, type JsonObject } from "../../base/json-object.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { fieldInAnyCase, type ListSchema, type Schema } from "../../schema/index.ts";
import { addedValue } from "./added-value.ts";
import { hasPatchDirective, isDeletion } from "./directives.ts";
import { malformedPatch, notAList, notAnObject } from "./errors.ts";
import { goPrint } from "./go-print.ts";
import { identitiesOf, identityBy, isSameIdentity, itemKind } from "./item-identity.ts";
import { orderItems } from "./item-order.ts";
import type { MergedList } from "./merge-list.ts";

/** A list with an order directive. */
export interface OrderedLists {
  /** The live list; null or undefined if there is none. */
  readonly original: unknown;
  /** The patch of the list; undefined if there is none. */
  readonly patch: unknown;
  readonly order: JsonList;
  /**
   * Returns the schema of the list. Undefined for a value that is not a list, whose type the reference does not check.
   */
  readonly schemaOf: () => ListSchema | undefined;
  readonly merge: (schema: ListSchema | undefined, original: JsonList, patch: JsonList) => MergedList;
}

/**
 * Returns the merged list in the order of the directive. Faults are found in the order of the reference. Undefined if
 * there is neither a live list nor a patch.
 * @throws PatchError "malformed" if the patch has items that the order does not list, or has them in another order
 */
export function mergeInOrder(lists: OrderedLists): readonly unknown[] | undefined {
  const { order } = lists;
  const original = listOrNone(lists.original ?? undefined);
  const patch = listOrNone(lists.patch);
  const schema = lists.schemaOf();
  const key = schema?.merge?.key;
  if (patch) checkPatchOrder(patch, order, key);
  if (!original && !patch) return undefined;
  const { items, live } = mergedList(original, patch, (before, change) => lists.merge(schema, before, change));
  checkSearches(items, order, key);
  if (itemKind(original ?? [], patch ?? []) === undefined)
    throw malformedPatch("no elements in any of the given slices");
  return orderItems(items, { patch: order, live, identityOf: identityBy(key) });
}

/**
 * Returns the schema of the list that a directive names. Undefined for a pointer to a value that is not a list, which
 * the reference accepts.
 * @throws PatchError "malformed" if the reference finds no such list
 */
export function orderedListSchema(holder: Schema | undefined, name: string): ListSchema | undefined {
  if (holder?.node !== "struct") {
    throw malformedPatch("merging an object in json but data type is not struct, instead is: map");
  }
  const field = fieldInAnyCase(holder, name);
  if (!field) {
    const where = `struct ${structName(holder.name)} for the json field ${goQuote(name)}`;
    throw malformedPatch(`unable to find api field in ${where}`);
  }
  if (field.schema.node === "list") return field.schema;
  if (field.presence === "pointer") return undefined;
  throw malformedPatch("expected slice or array type, but got: struct");
}

/** Returns `Container` for `core/v1.Container`. */
function structName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function mergedList(
  original: JsonList | undefined,
  patch: JsonList | undefined,
  merge: (original: JsonList, patch: JsonList) => MergedList,
): MergedList {
  if (!patch) return { items: original ?? [], live: original ?? [] };
  if (!original) return { items: addedValue(patch) as JsonList, live: [] };
  return merge(original, patch);
}

function listOrNone(value: unknown): JsonList | undefined {
  if (value !== undefined && !isJsonList(value)) throw notAList(value);
  return value;
}

function checkPatchOrder(patch: JsonList, order: JsonList, key: string | undefined): void {
  if (patch.length === 0 || order.length === 0) return;
  const isSame = key === undefined ? isSameValue : sameKey(key);
  const items = key === undefined ? patch : patch.filter((item) => !isDeletion(asObject(item)));
  let next = 0;
  for (const entry of order) {
    while (hasPatchDirective(items[next])) next++;
    if (next === items.length) return;
    if (isSame(items[next], entry)) next++;
  }
  if (next === items.length) return;
  throw malformedPatch(
    `The order in patch list:\n${goPrint(patch)}\n doesn't match $setElementOrder list:\n${goPrint(order)}\n`,
  );
}

function isSameValue(item: unknown, entry: unknown): boolean {
  const identityOf = identityBy(undefined);
  return isSameIdentity(identityOf(item), identityOf(entry));
}

function sameKey(key: string): (item: unknown, entry: unknown) => boolean {
  const identityOf = identityBy(key);
  return (item, entry) => {
    asObject(item);
    asObject(entry);
    return isSameIdentity(identityOf(item), identityOf(entry));
  };
}

/**
 * Checks the entries of the order that the reference searches for items with a key. An entry that is not an object
 * makes the search fail for every item that no earlier entry lists. In an order of plain values, an object or a list
 * makes the reference panic.
 */
function checkSearches(items: JsonList, order: JsonList, key: string | undefined): void {
  if (key === undefined) {
    const nested = order.find((entry) => isJsonObject(entry) || isJsonList(entry));
    if (nested !== undefined) throw malformedPatch(`${goPrint(nested)} cannot identify an item`);
    return;
  }
  const identityOf = identityBy(key);
  const end = order.findIndex((entry) => !isJsonObject(entry));
  const searched = order.slice(0, Math.max(end, 0)).filter((entry) => Object.hasOwn(asObject(entry), key));
  const found = identitiesOf(searched, identityOf);
  for (const item of items) {
    const identity = identityOf(item);
    if (end >= 0 && !found.has(identity)) throw malformedPatch(`value for key ${end} is not a map`);
  }
}

/** Returns the value. @throws PatchError "malformed" if it is not an object */
function asObject(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw notAnObject(value);
  return value;
}
