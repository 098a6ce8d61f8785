/** By what the items of a merged list are told apart: the value of the merge key, or the item itself. */

import { isJsonList, isJsonObject, type JsonList } from "../../base/json-object.ts";
import { textOfNumber } from "../../base/number-text.ts";
import { PatchError } from "../patch-error.ts";
import { malformed, missingMergeKey, notAnObject } from "./errors.ts";
import { goPrint, goType } from "./go-print.ts";

/** A value that equals another one exactly when both identify the same item. */
export type Identity = string | number | bigint | boolean | null;

export type IdentityOf = (item: unknown) => Identity;

/**
 * How the items of a list with this merge key are told apart; no key: a list of plain values.
 * What it returns throws PatchError "malformed" for items of the wrong shape.
 */
export function identityBy(key: string | undefined): IdentityOf {
  if (key === undefined) return plainIdentity;
  return (item) => {
    if (!isJsonObject(item)) throw notAnObject(item);
    if (!Object.hasOwn(item, key)) throw missingMergeKey(item, key);
    return plainIdentity(item[key]);
  };
}

function plainIdentity(value: unknown): Identity {
  if (typeof value === "symbol") return textOfNumber(value);
  if (typeof value === "bigint") return BigInt(Number(value)) === value ? Number(value) : value;
  if (typeof value === "object" && value !== null) throw malformed(`${goPrint(value)} cannot identify an item`);
  return value as Identity;
}

/** The position of each item in its list; of items with one identity, the first one's. */
export function positionsOf(list: JsonList, identityOf: IdentityOf): Map<Identity, number> {
  const positions = new Map<Identity, number>();
  for (const [index, item] of list.entries()) {
    const identity = identityOf(item);
    if (!positions.has(identity)) positions.set(identity, index);
  }
  return positions;
}

/**
 * Whether lists that are to be merged hold objects or plain values.
 * @returns undefined when they are empty
 * @throws PatchError "unappliable" for lists of lists, "malformed" when the items are not all of one type
 */
export function itemKind(...lists: readonly JsonList[]): "object" | "plain" | undefined {
  let type: string | undefined;
  for (const item of lists.flat()) {
    if (isJsonList(item) && type === undefined) throw new PatchError("unappliable", "lists of lists are not supported");
    type ??= goType(item);
    if (item === null || goType(item) !== type) {
      throw malformed(`list element types are not identical: ${goPrint(lists)}`);
    }
  }
  return type === undefined ? undefined : type === goType({}) ? "object" : "plain";
}
