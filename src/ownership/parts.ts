/**
 * Compares the structure of two values whose parts can have different owners. Null counts as an empty map or an empty
 * list.
 */
import type { ReadonlyJsonObject } from "../base/json-object.ts";
import { formOf, type ListShape, type MapShape, type Shape } from "./shape.ts";

/** Two maps whose members can have different owners. */
export interface CommonMembers {
  readonly map: MapShape;
  readonly list?: undefined;
  readonly left: ReadonlyJsonObject;
  readonly right: ReadonlyJsonObject;
}

/** Two lists whose items can have different owners. */
export interface CommonItems {
  readonly map?: undefined;
  readonly list: ListShape;
  readonly left: readonly unknown[];
  readonly right: readonly unknown[];
}

/**
 * Returns the members or the items of two values, if these can have different owners. Returns undefined if the values
 * must be compared as a whole. This includes two empty values, because an empty value differs from null.
 */
export function commonParts(shape: Shape, left: unknown, right: unknown): CommonMembers | CommonItems | undefined {
  const { map, list } = formOf(shape, right === null ? left : right);
  if (map && !map.isAtomic && isMap(left) && isMap(right)) {
    return isEmpty(left) && isEmpty(right) ? undefined : { map, left: left ?? {}, right: right ?? {} };
  }
  if (list && !list.isAtomic && isList(left) && isList(right)) {
    return isEmpty(left) && isEmpty(right) ? undefined : { list, left: left ?? [], right: right ?? [] };
  }
  return undefined;
}

/** Whether a value is an object or null, but not a list. */
export function isMap(value: unknown): value is ReadonlyJsonObject | null {
  return typeof value === "object" && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] | null {
  return value === null || Array.isArray(value);
}

/** Whether an object or a list has no members. True for null, too. */
export function isEmpty(value: object | null): boolean {
  for (const _ in value) return false;
  return true;
}
