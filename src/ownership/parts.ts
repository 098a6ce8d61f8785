/** What values consist of that may have owners of its own. Null has no parts, and is of whatever form is asked for. */
import { formOf, type ListShape, type MapShape, type Shape } from "./shape.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export interface CommonMembers {
  readonly map: MapShape;
  readonly list?: undefined;
  readonly one: JsonObject;
  readonly other: JsonObject;
}

export interface CommonItems {
  readonly map?: undefined;
  readonly list: ListShape;
  readonly one: readonly unknown[];
  readonly other: readonly unknown[];
}

/**
 * The members or the items of two values, where these have owners of their own. Undefined: the values are looked at as
 * wholes. So are two without any, for one that is empty is not null.
 */
export function commonParts(shape: Shape, one: unknown, other: unknown): CommonMembers | CommonItems | undefined {
  const { map, list } = formOf(shape, other === null ? one : other);
  if (map && !map.isAtomic && isMap(one) && isMap(other)) {
    return isEmpty(one) && isEmpty(other) ? undefined : { map, one: one ?? {}, other: other ?? {} };
  }
  if (list && !list.isAtomic && isList(one) && isList(other)) {
    return isEmpty(one) && isEmpty(other) ? undefined : { list, one: one ?? [], other: other ?? [] };
  }
  return undefined;
}

export function isMap(value: unknown): value is JsonObject | null {
  return typeof value === "object" && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] | null {
  return value === null || Array.isArray(value);
}

/** True for null, too. */
export function isEmpty(value: object | null): boolean {
  for (const _ in value) return false;
  return true;
}
