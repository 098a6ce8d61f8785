/** The order in which errors of one struct are told, where it is not the one in which they are found. */
import type { FieldError } from "../meta/field-error.ts";

interface StructOrder {
  /** Of the struct. */
  readonly path: string;
  /** As in `StructRules`. */
  readonly order: readonly string[];
}

/** Errors of one place stay in the order in which they were found; those without a place come last. */
export function inOrder(errors: readonly FieldError[], { path, order }: StructOrder): FieldError[] {
  const memberOf = (error: FieldError): string =>
    path === "" ? error.path : error.path.startsWith(`${path}.`) ? error.path.slice(path.length + 1) : "";
  const placed = errors.map((error) => ({ error, place: placeOf(memberOf(error), order) }));
  return placed.sort((one, other) => one.place - other.place).map(({ error }) => error);
}

/** The index of the longest path that leads to the member or towards it. */
function placeOf(member: string, order: readonly string[]): number {
  let [place, length] = [order.length, -1];
  order.forEach((path, index) => {
    if (path.length <= length || !isWithin(member, path)) return;
    [place, length] = [index, path.length];
  });
  return place;
}

function isWithin(member: string, path: string): boolean {
  if (!member.startsWith(path)) return false;
  const next = member[path.length];
  return next === undefined || next === "." || next === "[";
}
