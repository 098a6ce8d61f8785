/** Reads the directives in a strategic merge patch, which are mixed with the members of its objects. */

import { isJsonList, isJsonObject, type JsonList, type JsonObject } from "../../base/json-object.ts";
import { getOwn } from "../../base/own-property.ts";
import { malformedPatch, notAList } from "./errors.ts";
import { goPrint, goPrintText } from "./go-print.ts";

const patchDirective = "$patch";
/** Name of the directive that lists the members to keep. */
export const retainKeysDirective = "$retainKeys";
const orderPrefix = "$setElementOrder";
const deletionPrefix = "$deleteFromPrimitiveList";

const retainKeysError = "invalid patch format of retainKeys";
const orderError = "invalid patch format of setElementOrder list";
const deletionError = "invalid patch format of primitive list";

/** An object of a patch, with its directives separated from its members. */
export interface PatchObject {
  readonly members: ReadonlyMap<string, unknown>;
  /** Names of the members that the object keeps. If absent, it keeps all. */
  readonly retained?: ReadonlySet<unknown>;
  /** For the name of each list with an order directive, its items in that order. */
  readonly orders: ReadonlyMap<string, JsonList>;
  /**
   * For each deletion directive, the values to delete from a list. Keys and values are those of the patch and are not
   * checked.
   */
  readonly deletions: ReadonlyMap<string, unknown>;
}

/**
 * Reads an object without a `$patch` directive. As in the reference, a fault of `$retainKeys` is reported before those
 * of orders.
 * @throws PatchError "malformed" for a directive of the wrong form, or for a member that `$retainKeys` does not list
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
 * Returns the name of the list from which a directive deletes plain values.
 * @throws PatchError "malformed" for a directive without a name
 */
export function deletionListName(directive: string): string {
  return listName(directive, deletionPrefix, deletionError);
}

/** Whether a member is a directive for the order of a list. */
export function isOrderDirective(name: string): boolean {
  return name.startsWith(orderPrefix);
}

/** Whether a member is a directive that deletes plain values from a list. */
export function isDeletionDirective(name: string): boolean {
  return name.startsWith(deletionPrefix);
}

/** Returns the name of the directive for the order of the list `name`. */
export function orderDirectiveOf(name: string): string {
  return `${orderPrefix}/${name}`;
}

/** Whether the value is an object with a `$patch` directive. */
export function hasPatchDirective(value: unknown): value is JsonObject {
  return isJsonObject(value) && Object.hasOwn(value, patchDirective);
}

/** Value of the `$patch` member of a list item. `delete` removes the item, `replace` replaces it. */
export type ItemDirective = "delete" | "replace";

/**
 * Returns the `$patch` directive of a list item. Undefined if the item has none.
 * @throws PatchError "malformed" for an unknown directive
 */
export function itemDirective(item: JsonObject): ItemDirective | undefined {
  if (!hasPatchDirective(item)) return undefined;
  const directive = item[patchDirective];
  if (directive === "delete" || directive === "replace") return directive;
  throw directive === "merge"
    ? malformedPatch("merging lists cannot yet be specified in the patch")
    : unknownDirective(directive, item);
}

/**
 * Returns the object that results from a patch with a `$patch` directive: the other members of the patch, or an empty
 * object.
 * @throws PatchError "malformed" for directives other than `replace` and `delete`
 */
export function applyPatchDirective(patch: JsonObject): JsonObject {
  const { [patchDirective]: directive, ...members } = patch;
  if (directive === "replace") return members;
  if (directive === "delete") return {};
  throw unknownDirective(directive, patch);
}

/** Whether the value is a list item that must be deleted. */
export function isDeletion(item: unknown): boolean {
  return isJsonObject(item) && getOwn(item, patchDirective) === "delete";
}

function unknownDirective(directive: unknown, object: JsonObject): Error {
  return malformedPatch(`unknown patch type: ${goPrintText(directive)} in map: ${goPrint(object)}`);
}

/** Returns `finalizers` for `$setElementOrder/finalizers`. */
function listName(directive: string, prefix: string, error: string): string {
  if (directive[prefix.length] !== "/") throw malformedPatch(error);
  return directive.slice(prefix.length + 1);
}

function retainedNames(value: unknown, members: ReadonlyMap<string, unknown>): ReadonlySet<unknown> {
  if (!isJsonList(value)) throw malformedPatch(retainKeysError);
  const retained = new Set(value);
  for (const [name, member] of members) {
    if (member !== null && !retained.has(name)) throw malformedPatch(retainKeysError);
  }
  return retained;
}
