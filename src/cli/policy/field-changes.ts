/** Compares the object that a client sends with the object that the server returns. */
import { isJsonObject, type ReadonlyJsonObject } from "../../base/json-object.ts";
import { equalJson } from "../../base/json-tree.ts";
import { getOwn } from "../../base/own-property.ts";

/** A field whose value differs. */
export interface ChangedField {
  /** Such as `spec.containers[0].image`. Items have the positions of the object that was sent, if it contains them. */
  readonly path: string;
  readonly change: "added" | "changed" | "removed";
  /** Undefined if the field is absent. */
  readonly sent: unknown;
  readonly result: unknown;
}

/** Names that paths contain without brackets. */
const plainName = /^[A-Za-z_$][\w$-]*$/;

/**
 * Returns the fields that differ. An added or removed object is described by its fields, a list as a whole. A field that was
 * sent as null counts as absent.
 */
export function fieldChanges(sent: unknown, result: unknown, path = ""): readonly ChangedField[] {
  const [before, after] = [sent ?? undefined, result ?? undefined];
  if (before === after || equalJson(before, after)) return [];
  if (isObjectOrAbsent(before) && isObjectOrAbsent(after) && hasMembers(before ?? after)) {
    const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
    return [...names].flatMap((name) =>
      fieldChanges(before && getOwn(before, name), after && getOwn(after, name), memberPath(path, name)),
    );
  }
  if (Array.isArray(before) && Array.isArray(after)) return itemChanges(before, after, path);
  const change = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  return [{ path, change, sent: before, result: after }];
}

function isObjectOrAbsent(value: unknown): value is ReadonlyJsonObject | undefined {
  return value === undefined || isJsonObject(value);
}

function hasMembers(value: ReadonlyJsonObject | undefined): boolean {
  return value !== undefined && Object.keys(value).length > 0;
}

function memberPath(path: string, name: string): string {
  if (!plainName.test(name)) return `${path}[${name}]`;
  return path === "" ? name : `${path}.${name}`;
}

/** Compares items with the same name, if all items have different names. Otherwise compares items with the same position. */
function itemChanges(sent: readonly unknown[], result: readonly unknown[], path: string): readonly ChangedField[] {
  const [sentNames, resultNames] = [uniqueNames(sent), uniqueNames(result)];
  if (!sentNames || !resultNames) {
    const length = Math.max(sent.length, result.length);
    return Array.from({ length }, (_, index) => itemChange(sent[index], result[index], `${path}[${index}]`)).flat();
  }
  return [
    ...sentNames.flatMap((name, index) =>
      itemChange(sent[index], result[resultNames.indexOf(name)], `${path}[${index}]`),
    ),
    ...resultNames.flatMap((name, index) =>
      sentNames.includes(name) ? [] : itemChange(undefined, result[index], `${path}[${index}]`),
    ),
  ];
}

/** An added or removed item is one change. */
function itemChange(sent: unknown, result: unknown, path: string): readonly ChangedField[] {
  if (sent !== undefined && result !== undefined) return fieldChanges(sent, result, path);
  return [{ path, change: sent === undefined ? "added" : "removed", sent, result }];
}

/** Returns the names of the items. Undefined if an item has no name, or two items have the same name. */
function uniqueNames(items: readonly unknown[]): readonly string[] | undefined {
  const names = items.flatMap((item) => {
    const name = isJsonObject(item) ? item["name"] : undefined;
    return typeof name === "string" ? [name] : [];
  });
  return new Set(names).size === items.length ? names : undefined;
}
