/**
 * `$setElementOrder`: the order of a list's items, given beside the list's own patch. Items that it does not name keep
 * their place in the live list as far as the two orders allow.
 */

import { isJsonList, type JsonList } from "../../base/json-object.ts";
import { fieldOf, type ListSchema, type Schema } from "../../schema/index.ts";
import { addedValue } from "./added-value.ts";
import { hasPatchDirective, isDeletion } from "./directives.ts";
import { malformed, notAList } from "./errors.ts";
import { goPrint } from "./go-print.ts";
import { identityBy, itemKind } from "./item-identity.ts";
import { orderItems } from "./item-order.ts";
import type { MergedList } from "./merge-list.ts";

export interface OrderedLists {
  /** The live list and its patch; null or undefined: there is none. */
  readonly original: unknown;
  readonly patch: unknown;
  readonly order: JsonList;
  readonly schema: ListSchema;
  readonly merge: (original: JsonList, patch: JsonList) => MergedList;
}

/**
 * The merged list in the order that the directive asks for.
 * @returns undefined when there is neither a live list nor a patch for it
 * @throws PatchError "malformed" when the patch has items that the order does not, or has them in another order
 */
export function mergeInOrder(lists: OrderedLists): readonly unknown[] | undefined {
  const { order, schema } = lists;
  const original = listOrNone(lists.original ?? undefined);
  const patch = listOrNone(lists.patch);
  if (!original && !patch) return undefined;
  const identityOf = identityBy(schema.merge?.key);
  if (patch) checkPatchOrder(patch, order, schema.merge?.key);
  itemKind(original ?? [], patch ?? []);
  const { items, live } = mergedList(original, patch, lists.merge);
  return orderItems(items, { patch: order, live, identityOf });
}

/**
 * The schema of the list that a directive names.
 * @throws PatchError "malformed" where the reference knows no such list
 */
export function orderedListSchema(holder: Schema | undefined, name: string): ListSchema {
  if (holder?.node !== "struct") {
    throw malformed("merging an object in json but data type is not struct, instead is: map");
  }
  const schema = fieldOf(holder, name)?.schema;
  if (!schema)
    throw malformed(`unable to find api field in struct ${structName(holder.name)} for the json field "${name}"`);
  if (schema.node !== "list") throw malformed("expected slice or array type, but got: struct");
  return schema;
}

/** `Container` of `core/v1.Container`. */
function structName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function mergedList(
  original: JsonList | undefined,
  patch: JsonList | undefined,
  merge: OrderedLists["merge"],
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
  const identityOf = identityBy(key);
  const items = key === undefined ? patch : patch.filter((item) => !isDeletion(item));
  let next = 0;
  for (const entry of order) {
    while (hasPatchDirective(items[next])) next++;
    if (next === items.length) return;
    if (identityOf(items[next]) === identityOf(entry)) next++;
  }
  if (next === items.length) return;
  throw malformed(
    `The order in patch list:\n${goPrint(patch)}\n doesn't match $setElementOrder list:\n${goPrint(order)}\n`,
  );
}
