/** By what the items of a merged list are told apart: the value of the merge key, or the item itself. */

import { isJsonList, isJsonObject, type JsonList } from "../../base/json-object.ts";
import { textOfNumber } from "../../base/number-text.ts";
import { PatchError } from "../patch-error.ts";
import { malformed, missingMergeKey, notAnObject } from "./errors.ts";
import { goPrint, goType } from "./go-print.ts";

/** An object or a list as merge key. As in Go, it differs from values of other types, and two of one type cannot be compared. */
class IncomparableIdentity {
  readonly value: object;
  readonly isList: boolean;

  constructor(value: object) {
    this.value = value;
    this.isList = isJsonList(value);
  }
}

/** A value that `isSameIdentity()` and `IdentityMap` compare. */
export type Identity = string | number | bigint | boolean | null | IncomparableIdentity;

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
  if (typeof value === "object" && value !== null) return new IncomparableIdentity(value);
  return value as Identity;
}

/** @throws PatchError "malformed" for two objects and for two lists */
export function isSameIdentity(left: Identity, right: Identity): boolean {
  const areIncomparable = left instanceof IncomparableIdentity && right instanceof IncomparableIdentity;
  if (areIncomparable && left.isList === right.isList)
    throw malformed(`${goPrint(left.value)} cannot identify an item`);
  return left === right;
}

/** Values by the identity of an item. Its methods throw PatchError "malformed" for identities that cannot be compared. */
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

/** Returns the identities of some items, for questions with `has()`. */
export function identitiesOf(items: JsonList, identityOf: IdentityOf): IdentityMap<true> {
  const identities = new IdentityMap<true>();
  for (const item of items) identities.set(identityOf(item), true);
  return identities;
}

/** The position of each item in its list; of items with one identity, the first one's. */
export function positionsOf(list: JsonList, identityOf: IdentityOf): IdentityMap<number> {
  const positions = new IdentityMap<number>();
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
