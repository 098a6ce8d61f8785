/** Who owns which fields of an object: `metadata.managedFields`, read and written. */
import { compareText } from "../base/compare-text.ts";
import type { ManagedFieldsEntry } from "../meta/object-meta.ts";
import { parseTime } from "../meta/time.ts";
import { type FieldSet, isEmptySet, noFields, union } from "./field-set.ts";
import { readFieldSet } from "./read-field-set.ts";

/** What somebody owns by one way of writing. */
export interface Manager {
  readonly name: string;
  readonly operation: "Apply" | "Update";
  /** In which the fields are named. */
  readonly apiVersion: string;
  /** Through which the fields were written; empty: the object itself. */
  readonly subresource: string;
  /** RFC 3339. */
  readonly time?: string;
  readonly fields: FieldSet;
}

/** By `managerId`. */
export type Managers = ReadonlyMap<string, Manager>;

export const noManagers: Managers = new Map();

type Identity = Omit<Manager, "fields" | "time">;

/** One who applies is the same in all versions; one who updates is another in each. */
export function managerId({ name, operation, apiVersion, subresource }: Identity): string {
  const version = operation === "Update" ? apiVersion : "";
  return `${operation} ${version.length} ${subresource.length} ${version}${subresource}${name}`;
}

/** In the order of the texts by which the reference tells managers apart. */
export function compareIdentities(one: Identity, other: Identity): number {
  return compareText(identityText(one), identityText(other));
}

function identityText({ name, operation, apiVersion, subresource }: Identity): string {
  return JSON.stringify({
    manager: name || undefined,
    operation,
    apiVersion: operation === "Update" ? apiVersion : undefined,
    subresource: subresource || undefined,
  });
}

type ReadSet = (fields: unknown) => FieldSet | undefined;

/** Entries as they come from outside. @returns undefined when an entry is none */
export function readManagers(entries: readonly ManagedFieldsEntry[] = []): Managers | undefined {
  return readEntries(entries, readFieldSet);
}

/** Entries as `writeManagers` has written them: their sets are in canonical form. */
export function storedManagers(entries: readonly ManagedFieldsEntry[] = []): Managers {
  return readEntries(entries, (fields) => fields as FieldSet) ?? noManagers;
}

function readEntries(entries: readonly ManagedFieldsEntry[], readSet: ReadSet): Managers | undefined {
  const managers = new Map<string, Manager>();
  for (const entry of entries) {
    const manager = readEntry(entry, readSet);
    if (!manager) return undefined;
    managers.set(managerId(manager), manager);
  }
  return managers;
}

function readEntry(entry: ManagedFieldsEntry, readSet: ReadSet): Manager | undefined {
  const { manager: name = "", operation, apiVersion = "", subresource = "", time, fieldsType, fieldsV1 = {} } = entry;
  if ((operation !== "Apply" && operation !== "Update") || apiVersion === "" || fieldsType !== "FieldsV1")
    return undefined;
  const fields = readSet(fieldsV1);
  return fields && { name, operation, apiVersion, subresource, ...(time ? { time } : {}), fields };
}

/** Those who apply first, then by time, name, version and subresource. */
export function writeManagers(managers: Managers): ManagedFieldsEntry[] {
  return [...managers.values()].sort(compareManagers).map(writeEntry);
}

function writeEntry({ name, operation, apiVersion, time, fields, subresource }: Manager): ManagedFieldsEntry {
  const entry: ManagedFieldsEntry = {};
  if (name) entry.manager = name;
  entry.operation = operation;
  entry.apiVersion = apiVersion;
  if (time) entry.time = time;
  entry.fieldsType = "FieldsV1";
  entry.fieldsV1 = fields;
  if (subresource) entry.subresource = subresource;
  return entry;
}

function compareManagers(one: Manager, other: Manager): number {
  return (
    compareText(one.operation, other.operation) ||
    compareTimes(one, other) ||
    compareText(one.name, other.name) ||
    compareText(one.apiVersion, other.apiVersion) ||
    compareText(one.subresource, other.subresource)
  );
}

/** Who has no time counts as of 1970. */
function compareTimes(one: Manager, other: Manager): number {
  return secondsOf(one) - secondsOf(other);
}

function secondsOf({ time }: Manager): number {
  return time ? Math.floor(parseTime(time) / 1000) : 0;
}

/** How many who update are told apart. */
const updatersMax = 10;
const ancientChanges = "ancient-changes";

/** Merges the oldest of those who update, where there are more than ten, into one for each version. */
export function capUpdaters(managers: Managers): Managers {
  if (managers.size <= updatersMax) return managers;
  const updaters = [...managers].filter(([, { operation }]) => operation === "Update");
  let excess = updaters.length - updatersMax;
  if (excess <= 0) return managers;
  updaters.sort(([, one], [, other]) => compareTimes(one, other) || compareIdentities(one, other));
  const left = new Map(managers);
  const firstIds = new Map<string, string>();
  const buckets = new Map<string, Bucket>();
  for (const [id, manager] of updaters) {
    if (excess <= 0) break;
    const { apiVersion } = manager;
    const firstId = firstIds.get(apiVersion);
    if (firstId === undefined) {
      firstIds.set(apiVersion, id);
      continue;
    }
    excess -= mergeIntoBucket(left, buckets, { manager, id, firstId });
  }
  for (const [id, { manager, sets }] of buckets) left.set(id, { ...manager, fields: unionOfAll(sets) });
  return left;
}

/** A manager that stands for several, with the sets of all of them. */
interface Bucket {
  readonly manager: Manager;
  readonly sets: FieldSet[];
}

/** @returns by how many managers there are less */
function mergeIntoBucket(
  managers: Map<string, Manager>,
  buckets: Map<string, Bucket>,
  { manager, id, firstId }: { readonly manager: Manager; readonly id: string; readonly firstId: string },
): number {
  const { subresource: _, ...rest } = { ...manager, name: ancientChanges };
  const merged = { ...rest, subresource: "" };
  const bucketId = managerId(merged);
  const before = managers.size;
  const known = managers.get(bucketId) ?? managers.get(firstId);
  if (!managers.has(bucketId)) managers.delete(firstId);
  if (id !== bucketId) managers.delete(id);
  managers.set(bucketId, merged);
  const sets = buckets.get(bucketId)?.sets ?? (known ? [known.fields] : []);
  sets.push(manager.fields);
  buckets.set(bucketId, { manager: merged, sets });
  return before - managers.size;
}

/** The union of many sets. Sets of about the same size are united, because a union takes as long as its result is large. */
function unionOfAll(sets: readonly FieldSet[]): FieldSet {
  let level = sets;
  while (level.length > 1) {
    const united: FieldSet[] = [];
    for (let index = 0; index < level.length; index += 2) {
      united.push(union(level[index] ?? noFields, level[index + 1] ?? noFields));
    }
    level = united;
  }
  return level[0] ?? noFields;
}

/** Without those who own nothing. */
export function withoutEmpty(managers: Managers): Managers {
  let left: Map<string, Manager> | undefined;
  for (const [id, { fields }] of managers) {
    if (!isEmptySet(fields)) continue;
    left ??= new Map(managers);
    left.delete(id);
  }
  return left ?? managers;
}
