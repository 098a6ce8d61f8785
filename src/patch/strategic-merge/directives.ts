/** The directives that a strategic merge patch mixes with the members of its objects. */

import { isJsonList, isJsonObject, type JsonList, type JsonObject } from "../../base/json-object.ts";
import { getOwn } from "../../base/own-property.ts";
import { malformed, notAList } from "./errors.ts";
import { goPrint, goPrintText } from "./go-print.ts";

const patchDirective = "$patch";
export const retainKeysDirective = "$retainKeys";
const orderPrefix = "$setElementOrder";
const deletionPrefix = "$deleteFromPrimitiveList";

const retainKeysError = "invalid patch format of retainKeys";
const orderError = "invalid patch format of setElementOrder list";
const deletionError = "invalid patch format of primitive list";

/** An object of a patch, its directives told from its members. */
export interface PatchObject {
  readonly members: ReadonlyMap<string, unknown>;
  /** The members that the object keeps; absent: all. */
  readonly retained?: ReadonlySet<unknown>;
  /** The order of a list's items, by the list's name. */
  readonly orders: ReadonlyMap<string, JsonList>;
  /** Values to delete from a list of plain values, by the directive. Both are in the form of the patch, unchecked. */
  readonly deletions: ReadonlyMap<string, unknown>;
}

/**
 * Reads an object that has no `$patch` directive. As in the reference, a fault of `$retainKeys` comes before those of orders.
 * @throws PatchError "malformed" for such a directive of the wrong form, or a member that `$retainKeys` does not list
 */
export function readPatchObject(patch: JsonObject): PatchObject {
  const members = new Map<string, unknown>();
  const ordered = new Map<string, unknown>();
  const deletions = new Map<string, unknown>();
  for (const [name, value] of Object.entries(patch)) {
    if (isOrderDirective(name)) ordered.set(name, value);
    else if (isDeletionDirective(name)) deletions.set(name, value);
    else if (name !== retainKeysDirective) members.set(name, value);
  }
  const retained = Object.hasOwn(patch, retainKeysDirective)
    ? { retained: retainedNames(patch[retainKeysDirective], members) }
    : {};
  return { members, ...retained, orders: readOrders(ordered), deletions };
}

function readOrders(ordered: ReadonlyMap<string, unknown>): ReadonlyMap<string, JsonList> {
  const orders = new Map<string, JsonList>();
  for (const [directive, value] of ordered) {
    if (!isJsonList(value)) throw notAList(value);
    orders.set(listName(directive, orderPrefix, orderError), value);
  }
  return orders;
}

/**
 * Returns the name of the list out of which a directive takes plain values.
 * @throws PatchError "malformed" for a directive without a name
 */
export function deletionListName(directive: string): string {
  return listName(directive, deletionPrefix, deletionError);
}

/** Returns whether a member gives the order of a list. */
export function isOrderDirective(name: string): boolean {
  return name.startsWith(orderPrefix);
}

/** Returns whether a member takes plain values out of a list. */
export function isDeletionDirective(name: string): boolean {
  return name.startsWith(deletionPrefix);
}

/** Returns the name of the member that gives the order of the list `name`. */
export function orderDirectiveOf(name: string): string {
  return `${orderPrefix}/${name}`;
}

/** True for an object that says itself what is to be done with it. */
export function hasPatchDirective(value: unknown): value is JsonObject {
  return isJsonObject(value) && Object.hasOwn(value, patchDirective);
}

export type ItemDirective = "delete" | "replace";

/**
 * What the `$patch` directive of a list's item asks for.
 * @returns undefined when the item has none
 * @throws PatchError "malformed" for any other directive
 */
export function itemDirective(item: JsonObject): ItemDirective | undefined {
  if (!hasPatchDirective(item)) return undefined;
  const directive = item[patchDirective];
  if (directive === "delete" || directive === "replace") return directive;
  throw directive === "merge"
    ? malformed("merging lists cannot yet be specified in the patch")
    : unknownDirective(directive, item);
}

/**
 * What an object becomes by the `$patch` directive of its patch: the rest of the patch, or empty.
 * @throws PatchError "malformed" for any directive but `replace` and `delete`
 */
export function applyPatchDirective(patch: JsonObject): JsonObject {
  const { [patchDirective]: directive, ...members } = patch;
  if (directive === "replace") return members;
  if (directive === "delete") return {};
  throw unknownDirective(directive, patch);
}

/** True for a list item that is to be deleted. */
export function isDeletion(item: unknown): boolean {
  return isJsonObject(item) && getOwn(item, patchDirective) === "delete";
}

function unknownDirective(directive: unknown, object: JsonObject): Error {
  return malformed(`unknown patch type: ${goPrintText(directive)} in map: ${goPrint(object)}`);
}

/** `finalizers` of `$setElementOrder/finalizers`. */
function listName(directive: string, prefix: string, error: string): string {
  if (directive[prefix.length] !== "/") throw malformed(error);
  return directive.slice(prefix.length + 1);
}

function retainedNames(value: unknown, members: ReadonlyMap<string, unknown>): ReadonlySet<unknown> {
  if (!isJsonList(value)) throw malformed(retainKeysError);
  const retained = new Set(value);
  for (const [name, member] of members) {
    if (member !== null && !retained.has(name)) throw malformed(retainKeysError);
  }
  return retained;
}
