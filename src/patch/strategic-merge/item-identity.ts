/** Identifies the items of a merged list by the value of their merge key, or by the item itself. */

import { goType } from "../../base/go-type.ts";
import { isJsonList, isJsonObject, type JsonList } from "../../base/json-object.ts";
import { textOfNumber } from "../../base/number-text.ts";
import { PatchError } from "../patch-error.ts";
import { malformedPatch, missingMergeKey, notAnObject } from "./errors.ts";
import { goPrint } from "./go-print.ts";

/**
 * An object or a list as merge key. As in Go, it differs from values of other types, and two of the same type cannot be
 * compared.
 */
class IncomparableIdentity {
  readonly value: object;
  readonly isList: boolean;

  constructor(value: object) {
    this.value = value;
    this.isList = isJsonList(value);
  }
}

/** A value that `isSameIdentity()` and `IdentityMap` can compare. */
export type Identity = string | number | bigint | boolean | null | IncomparableIdentity;

/** Returns the identity of an item. */
export type IdentityOf = (item: unknown) => Identity;

/**
 * Returns the identity function for a list with this merge key. Without a key, the list contains plain values.
 * The function throws PatchError "malformed" for items of the wrong form.
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
  if (typeof value === "object" && value !== null) return new IncomparableIdentity(value);
  return value as Identity;
}

/** Whether two identities are equal. @throws PatchError "malformed" for two objects and for two lists */
export function isSameIdentity(left: Identity, right: Identity): boolean {
  const areIncomparable = left instanceof IncomparableIdentity && right instanceof IncomparableIdentity;
  if (areIncomparable && left.isList === right.isList)
    throw malformedPatch(`${goPrint(left.value)} cannot identify an item`);
  return left === right;
}

/** A map with identities as keys. Its methods throw PatchError "malformed" for identities that cannot be compared. */
export class IdentityMap<V> {
  readonly #values = new Map<Identity, V>();
  readonly #incomparable: IncomparableIdentity[] = [];

  get(identity: Identity): V | undefined {
    this.#compare(identity);
    return this.#values.get(identity);
  }

  has(identity: Identity): boolean {
    this.#compare(identity);
    return this.#values.has(identity);
  }

  set(identity: Identity, value: V): void {
    this.#compare(identity);
    if (identity instanceof IncomparableIdentity) this.#incomparable.push(identity);
    this.#values.set(identity, value);
  }

  values(): Iterable<V> {
    return this.#values.values();
  }

  #compare(identity: Identity): void {
    for (const other of this.#incomparable) isSameIdentity(identity, other);
  }
}

/** Returns the set of the identities of some items, for use with `has()`. */
export function identitiesOf(items: JsonList, identityOf: IdentityOf): IdentityMap<true> {
  const identities = new IdentityMap<true>();
  for (const item of items) identities.set(identityOf(item), true);
  return identities;
}

/** Returns the position of each identity in the list; the first position if several items have the same identity. */
export function positionsOf(list: JsonList, identityOf: IdentityOf): IdentityMap<number> {
  const positions = new IdentityMap<number>();
  for (const [index, item] of list.entries()) {
    const identity = identityOf(item);
    if (!positions.has(identity)) positions.set(identity, index);
  }
  return positions;
}

/**
 * Returns whether lists that are merged contain objects or plain values. Undefined if they are empty.
 * @throws PatchError "unappliable" for lists of lists, "malformed" if the items do not all have the same type
 */
export function itemKind(...lists: readonly JsonList[]): "object" | "plain" | undefined {
  let type: string | undefined;
  for (const item of lists.flat()) {
    if (isJsonList(item) && type === undefined) throw new PatchError("unappliable", "lists of lists are not supported");
    type ??= goType(item);
    if (item === null || goType(item) !== type) {
      throw malformedPatch(`list element types are not identical: ${goPrint(lists)}`);
    }
  }
  return type === undefined ? undefined : type === goType({}) ? "object" : "plain";
}
