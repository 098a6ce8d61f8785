/** Sorts the errors of one struct, if they are not reported in the order in which they are found. */
import type { FieldError, FieldErrorType } from "../meta/field-error.ts";

/** A list whose errors are sorted by item, and within an item by `order`. Errors of the list itself come last. */
export interface ListItemOrder {
  readonly list: string;
  readonly order: readonly ErrorOrderEntry[];
}

/** Gives errors of one type at exactly this path a separate position. `[]` in the path stands for any index. */
export interface ErrorTypeOrder {
  readonly path: string;
  readonly type: FieldErrorType;
}

/**
 * Path of a member, or of a part of a member that has a separate position. The empty path is the struct itself. Several
 * paths may share one position; their errors then stay in the order in which they were found.
 */
export type ErrorOrderEntry = PathOrder | readonly PathOrder[] | ListItemOrder;
type PathOrder = string | ErrorTypeOrder;

interface StructOrder {
  /** Path of the struct. */
  readonly path: string;
  /** As in `StructRules`. */
  readonly order: readonly ErrorOrderEntry[];
}

/** Sort key of an error: the position of its member, the index of the item, the position within the item, and so on. */
type SortKey = readonly number[];

/**
 * Returns the errors sorted by position. Errors with the same position stay in the order in which they were found.
 * Errors that `order` does not mention come last.
 */
export function sortErrors(errors: readonly FieldError[], { path, order }: StructOrder): FieldError[] {
  const lastPosition: SortKey = [order.length];
  const sortKeyOfError = (error: FieldError): SortKey => {
    const { type, sortPath = error.path } = error;
    if (path === "") return sortKeyOf({ member: sortPath, type }, order);
    if (sortPath === path) return sortKeyOf({ member: "", type }, order);
    if (!sortPath.startsWith(path)) return lastPosition;
    const rest = sortPath.slice(path.length);
    return /^[.[]/.test(rest) ? sortKeyOf({ member: rest.replace(/^\./, ""), type }, order) : lastPosition;
  };
  const placed = errors.map((error) => ({ error, place: sortKeyOfError(error) }));
  return placed.sort((one, other) => compareSortKeys(one.place, other.place)).map(({ error }) => error);
}

function compareSortKeys(one: SortKey, other: SortKey): number {
  const length = Math.max(one.length, other.length);
  for (let step = 0; step < length; step++) {
    const order = (one[step] ?? 0) - (other[step] ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}

/** Path of an error relative to the struct, and its type. */
interface MemberError {
  readonly member: string;
  readonly type: FieldErrorType;
}

function sortKeyOf(error: MemberError, order: readonly ErrorOrderEntry[]): SortKey {
  const place = indexOf(error, order);
  const entry = order[place];
  if (entry === undefined || !isItemOrder(entry)) return [place];
  const [, index, rest = ""] = /^\[(\d+)\]\.?(.*)$/s.exec(error.member.slice(entry.list.length)) ?? [];
  if (index === undefined) return [place, Number.MAX_SAFE_INTEGER];
  return [place, Number(index), ...sortKeyOf({ member: rest, type: error.type }, entry.order)];
}

function isItemOrder(entry: ErrorOrderEntry): entry is ListItemOrder {
  return typeof entry === "object" && "list" in entry;
}

function pathsOf(entry: ErrorOrderEntry): readonly PathOrder[] {
  if (typeof entry === "string") return [entry];
  if ("list" in entry) return [entry.list];
  return "path" in entry ? [entry] : entry;
}

/**
 * Returns the index of the entry with the longest path that contains the member. An entry for the error's type at this
 * path takes precedence.
 */
function indexOf({ member, type }: MemberError, order: readonly ErrorOrderEntry[]): number {
  let [place, weight] = [order.length, -1];
  const withoutIndexes = member.replace(/\[\d+\]/g, "[]");
  const weightOf = (path: PathOrder): number => {
    if (typeof path === "string") return isWithin(member, path) ? 2 * path.length : -1;
    return path.type === type && path.path === withoutIndexes ? 2 * withoutIndexes.length + 1 : -1;
  };
  order.forEach((entry, index) => {
    for (const path of pathsOf(entry)) {
      const found = weightOf(path);
      if (found > weight) [place, weight] = [index, found];
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
