/**
 * Sorts lists that the reference writes in random order, such as errors about the entries of a map, and lists whose
 * order depends on the second of the request. A list of field managers that violates the reference's own order gets a
 * mark, so that the comparison reports it.
 */
import { compareText } from "../src/base/compare-text.ts";
import { parseKeepingNumbers, writeKeepingNumbers } from "./exact-json.ts";
import type { Value } from "./normalise.ts";

type ValueObject = { readonly [key: string]: Value };

/** Returns the body with such lists in an order that does not depend on the run. */
export function withStableOrder(body: unknown): unknown {
  return stable(body as Value);
}

function stable(value: Value): Value {
  if (Array.isArray(value)) return value.map(stable);
  if (typeof value === "string") return withStableObjects(withStableErrors(value));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, Value] => [key, stable(member)]);
  return withStableCauses(Object.fromEntries(members.map(([key, member]) => [key, inOrder(key, member)])));
}

/** Sorts the causes of a Status that are about entries of a map. Removes them from the message. */
function withStableCauses(status: ValueObject): ValueObject {
  const { details, message } = status;
  if (details === undefined || !isObject(details) || typeof message !== "string") return status;
  const { causes } = details;
  if (!Array.isArray(causes) || !causes.every(isObject)) return status;
  const runs = runsOfMaps(causes);
  if (runs.every(({ length }) => length < 2)) return status;
  const sorted = runs.flatMap((run) => run.toSorted(compareEntries));
  const head = message.replace(/ is invalid: \[.*$/s, " is invalid: <causes>");
  return { ...status, message: head, details: { ...details, causes: sorted } };
}

/** Splits the causes into groups about the same map. A cause without a map forms its own group. */
function runsOfMaps(causes: readonly ValueObject[]): readonly (readonly ValueObject[])[] {
  const runs: ValueObject[][] = [];
  let current: string | undefined;
  for (const cause of causes) {
    const { map } = entryOf(cause);
    if (map !== undefined && map === current) runs.at(-1)?.push(cause);
    else runs.push([cause]);
    current = map;
  }
  return runs;
}

/** Maps whose errors have the path of the map, without the key. */
const mapsWithoutKeys = /(^|\.)(labels|annotations|matchLabels|nodeSelector)$/;

/**
 * Errors that compare the requests of resources with their limits. They have the path of one of the two maps, and are
 * found request by request.
 */
const comparedRequests = /^(.*\bresources\.)(limits|requests)$/s;

/** Maps from resources to amounts. Their keys may be numbers, unlike the keys of other maps in errors. */
const amountOfResource = /^(.*\b(?:hard|used|requests|resources\.limits|capacity|allocatable))\[(.*)\]$/s;

/**
 * Returns the map that a cause is about, and its sort key. The two maps of limits and requests count as one, because
 * the second round of checks visits the keys of both.
 */
function entryOf({ field, message }: ValueObject): { readonly map?: string; readonly key: string } {
  if (typeof field !== "string") return { key: "" };
  // The reference keeps the sources of a metric other than the expected one in a set.
  if (message === "Forbidden: must populate the given metric source only") {
    const [, metric = "", source = ""] = /^(.*)\.([^.]*)$/s.exec(field) ?? [];
    return { map: `${metric} sources`, key: source };
  }
  const text = typeof message === "string" ? message : "";
  if (mapsWithoutKeys.test(field)) return { map: field, key: text };
  const resources = comparedRequests.exec(field)?.[1];
  if (resources !== undefined) return { map: `${resources}requests`, key: text };
  const [, map, key = ""] = amountOfResource.exec(field) ?? /^(.*?)\[(?!\d+\])(.*)\]$/s.exec(field) ?? [];
  if (map === undefined) return { key };
  const limit = /^spec\.limits\[\d+\]/.exec(map)?.[0];
  return { map: limit ?? map, key };
}

function compareEntries(one: ValueObject, other: ValueObject): number {
  return compareText(entryOf(one).key, entryOf(other).key);
}

function inOrder(key: string, member: Value): Value {
  if (!Array.isArray(member)) return member;
  if (key === "causes" && member.every(isManagerConflict)) return member.toSorted(by(["message"]));
  if (key !== "managedFields" || !member.every(isObject)) return member;
  const sorted = sortedManagers(member);
  return isSorted(member, by(ownersOrder)) ? sorted : [...sorted, "<managers in a wrong order>"];
}

/** The reference keeps field managers in a map. */
function isManagerConflict(cause: Value): cause is ValueObject {
  return isObject(cause) && cause["reason"] === "FieldManagerConflict";
}

/** Returns field managers in an order that does not depend on the seconds in which they wrote. */
export function sortedManagers<T extends Value>(managers: readonly T[]): T[] {
  return managers.toSorted(by(ownersOrder.filter((name) => name !== "time")));
}

/** Field managers that write within one second are sorted by name, others by time. */
const ownersOrder: readonly string[] = ["operation", "time", "manager", "apiVersion", "subresource"];

function by(names: readonly string[]): (one: Value, other: Value) => number {
  const textOf = (value: Value, name: string): string => {
    const member = (value as ValueObject)[name];
    return typeof member === "string" ? member : "";
  };
  return (one, other) => {
    for (const name of names) {
      const order = compareText(textOf(one, name), textOf(other, name));
      if (order !== 0) return order;
    }
    return 0;
  };
}

function isSorted(list: readonly Value[], compare: (one: Value, other: Value) => number): boolean {
  return list.every((item, index) => index === 0 || compare(list[index - 1] as Value, item) <= 0);
}

/**
 * The reference checks the members of an applied map in random order, and stops at the first undeclared one. The
 * reported member and the errors before it are random.
 */
function withStableErrors(text: string): string {
  const [, head = "", errors = ""] = /^(failed to create typed patch object \(.*?\): )(.*)$/s.exec(text) ?? [];
  if (head === "") return text;
  if (errors.includes("field not declared in schema")) return `${head}<fields that are not declared>`;
  const [first, ...others] = errors.split("\n");
  return head + [first, ...others.toSorted(compareText)].join("\n");
}

/** Messages contain whole objects with their field managers. */
function withStableObjects(text: string): string {
  if (!text.includes("managedFields")) return text;
  return text.replace(/"\{(?:[^"\\]|\\.)*\}"/g, (quoted) => {
    try {
      const document = parseKeepingNumbers(JSON.parse(quoted) as string);
      return JSON.stringify(writeKeepingNumbers(withStableOrder(document)));
    } catch {
      return quoted;
    }
  });
}

function isObject(value: Value): value is ValueObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
