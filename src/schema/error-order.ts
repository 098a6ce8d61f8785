/** The order in which errors of one struct are told, where it is not the one in which they are found. */
import type { FieldError } from "../meta/field-error.ts";

/** A list whose errors come item by item, those of one item in an order of their own. Errors of the list come last. */
export interface ItemOrder {
  readonly list: string;
  readonly order: readonly string[];
}

/**
 * The path of a member, or of a part of it that has a place of its own; the empty path is the struct itself. Several paths
 * share a place: their errors stay in the order in which they were found.
 */
export type OrderEntry = string | readonly string[] | ItemOrder;

interface StructOrder {
  /** Of the struct. */
  readonly path: string;
  /** As in `StructRules`. */
  readonly order: readonly OrderEntry[];
}

/** Position of an error: that of its member, the index of the item, and the position within the item. */
type Place = readonly [member: number, item: number, part: number];

/** Errors of one place stay in the order in which they were found; those without a place come last. */
export function inOrder(errors: readonly FieldError[], { path, order }: StructOrder): FieldError[] {
  const elsewhere: Place = [order.length, 0, 0];
  const placeOfError = (error: FieldError): Place => {
    if (path === "") return placeOf(error.path, order);
    if (error.path === path) return placeOf("", order);
    return error.path.startsWith(`${path}.`) ? placeOf(error.path.slice(path.length + 1), order) : elsewhere;
  };
  const placed = errors.map((error) => ({ error, place: placeOfError(error) }));
  return placed.sort((one, other) => comparePlaces(one.place, other.place)).map(({ error }) => error);
}

function comparePlaces(one: Place, other: Place): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

function placeOf(member: string, order: readonly OrderEntry[]): Place {
  const place = indexOf(member, order.map(pathsOf));
  const entry = order[place];
  if (entry === undefined || !isItemOrder(entry)) return [place, 0, 0];
  const [, index, rest = ""] = /^\[(\d+)\]\.?(.*)$/.exec(member.slice(entry.list.length)) ?? [];
  return index === undefined
    ? [place, Number.MAX_SAFE_INTEGER, 0]
    : [place, Number(index), indexOf(rest, entry.order.map(pathsOf))];
}

function isItemOrder(entry: OrderEntry): entry is ItemOrder {
  return typeof entry === "object" && "list" in entry;
}

function pathsOf(entry: OrderEntry): readonly string[] {
  if (typeof entry === "string") return [entry];
  return isItemOrder(entry) ? [entry.list] : entry;
}

/** The index of the longest path that leads to the member or towards it. */
function indexOf(member: string, places: readonly (readonly string[])[]): number {
  let [place, length] = [places.length, -1];
  places.forEach((paths, index) => {
    for (const path of paths) {
      if (path.length <= length || !isWithin(member, path)) continue;
      [place, length] = [index, path.length];
    }
  });
  return place;
}

function isWithin(member: string, path: string): boolean {
  if (path === "") return member === "";
  if (!member.startsWith(path)) return false;
  const next = member[path.length];
  return next === undefined || next === "." || next === "[";
}
