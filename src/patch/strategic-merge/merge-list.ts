/**
 * Merges two lists with a merge strategy. Items are found by an index of their identities, so that the time grows with
 * the sum of the lengths, not with their product. See docs/performance.md, "Micro-measurements", "mergeLists".
 */
import { isJsonObject, type JsonList, type JsonObject } from "../../base/json-object.ts";
import { itemDirective } from "./directives.ts";
import { malformedPatch } from "./errors.ts";
import { IdentityMap, type IdentityOf, identityBy, itemKind, positionsOf } from "./item-identity.ts";
import { orderItems } from "./item-order.ts";

/** Merges the patch of an item into the item. */
export type MergeItem = (original: JsonObject, patch: JsonObject) => JsonObject;

/** How the lists are merged. */
export interface ListStrategy {
  /** The merge key. Undefined for lists of plain values. */
  readonly key: string | undefined;
  readonly mergeItem: MergeItem;
}

/** The result of merging two lists. */
export interface MergedList {
  /** The items in the order that applies without an order directive. */
  readonly items: JsonList;
  /** The live order to which an order directive refers: the kept items, then items that replace deleted ones. */
  readonly live: JsonList;
}

/** Returns the merged items. @throws PatchError for items of the wrong form */
export function mergeLists(original: JsonList, patch: JsonList, { key, mergeItem }: ListStrategy): MergedList {
  const kind = itemKind(original, patch);
  if (kind === undefined) return { items: original, live: original };
  if (kind === "plain") return mergePlain(original, patch, key);
  if (key === undefined) throw malformedPatch("cannot merge lists without merge key for struct");
  return mergeKeyed(original.filter(isJsonObject), patch.filter(isJsonObject), { key, mergeItem });
}

function mergePlain(original: JsonList, patch: JsonList, key: string | undefined): MergedList {
  const identityOf = identityBy(key);
  const distinct = new IdentityMap<unknown>();
  for (const item of [...original, ...patch]) distinct.set(identityOf(item), item);
  const items = [...distinct.values()];
  return { items: orderItems(items, { patch, live: original, identityOf }), live: original };
}

interface KeyedStrategy extends ListStrategy {
  readonly key: string;
}

function mergeKeyed(
  original: readonly JsonObject[],
  patch: readonly JsonObject[],
  strategy: KeyedStrategy,
): MergedList {
  const identityOf = identityBy(strategy.key);
  const { items, deleted, replace } = readItems(patch, identityOf);
  if (replace) return { items: orderReplacement(items, identityOf), live: items };
  const kept = original.filter((item) => !deleted.has(identityOf(item)));
  const { merged, added } = mergeItems(kept, items, strategy);
  return {
    items: orderItems(merged, { patch: items, live: kept, identityOf }),
    live: [...kept, ...added.slice(0, original.length - kept.length)],
  };
}

/**
 * Sorts the items of a patch that replace the list. A single item is not compared, so that its key may be an object or
 * a list.
 */
function orderReplacement(items: JsonList, identityOf: IdentityOf): JsonList {
  if (items.length > 1) return orderItems(items, { patch: [], live: items, identityOf });
  items.forEach(identityOf);
  return items;
}

interface PatchItems {
  readonly items: readonly JsonObject[];
  readonly deleted: IdentityMap<true>;
  /** Whether the items replace the list. */
  readonly replace: boolean;
}

function readItems(patch: readonly JsonObject[], identityOf: IdentityOf): PatchItems {
  const items: JsonObject[] = [];
  const deleted = new IdentityMap<true>();
  let replace = false;
  for (const item of patch) {
    const directive = itemDirective(item);
    if (directive === undefined) items.push(item);
    else if (directive === "delete") deleted.set(identityOf(item), true);
    else replace = true;
  }
  return { items, deleted, replace };
}

/**
 * Merges each item of the patch into the item with the same key, or adds it. Later items with the same key merge into
 * the added one.
 */
function mergeItems(
  kept: readonly JsonObject[],
  patch: readonly JsonObject[],
  { key, mergeItem }: KeyedStrategy,
): { readonly merged: readonly JsonObject[]; readonly added: readonly JsonObject[] } {
  const identityOf = identityBy(key);
  const merged = [...kept];
  const positions = positionsOf(kept, identityOf);
  for (const item of patch) {
    const identity = identityOf(item);
    const position = positions.get(identity);
    const current = position === undefined ? undefined : merged[position];
    if (position !== undefined && current) merged[position] = mergeItem(current, item);
    else positions.set(identity, merged.push(item) - 1);
  }
  return { merged, added: merged.slice(kept.length) };
}
