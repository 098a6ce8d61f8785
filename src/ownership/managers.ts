/** Reads and writes `metadata.managedFields`, which records the manager of each field of an object. */
import { compareText } from "../base/compare-text.ts";
import { goQuote } from "../meta/go-quote.ts";
import type { ManagedFieldsEntry } from "../meta/object-meta.ts";
import { parseTime } from "../meta/time.ts";
import { type FieldSet, isEmptySet, noFields, union } from "./field-set.ts";
import { parseFieldSet } from "./read-field-set.ts";

/** The fields that a client owns through one operation, API version and subresource. */
export interface Manager {
  readonly name: string;
  readonly operation: "Apply" | "Update";
  /** The API version in which the field names are written. */
  readonly apiVersion: string;
  /** The subresource through which the fields were written. Empty for the object itself. */
  readonly subresource: string;
  /** The time of the last change, as an RFC 3339 text. */
  readonly time?: string;
  readonly fields: FieldSet;
}

/** The managers of one object. The keys are computed by `managerId`. */
export type Managers = ReadonlyMap<string, Manager>;

/** The managers of an object without managed fields. */
export const noManagers: Managers = new Map();

type Identity = Omit<Manager, "fields" | "time">;

/**
 * Returns the identity of a manager. A manager that applies is the same in all API versions. One that updates is a
 * different manager in each version.
 */
export function managerId({ name, operation, apiVersion, subresource }: Identity): string {
  const version = operation === "Update" ? apiVersion : "";
  return `${operation} ${version.length} ${subresource.length} ${version}${subresource}${name}`;
}

/** Compares managers in the order of the identity texts that the reference computes. */
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

/** Returns the managers in entries that a client sent. Undefined if an entry is invalid. */
export function readManagers(entries: readonly ManagedFieldsEntry[] = []): Managers | undefined {
  return readEntries(entries, parseFieldSet);
}

/** Returns why entries cannot be read, in the words of the reference. Undefined if they can. */
export function managersFault(entries: readonly ManagedFieldsEntry[] = []): string | undefined {
  for (const [index, entry] of entries.entries()) {
    const fault = entryFault(entry, index);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function entryFault({ operation, apiVersion = "", fieldsType = "", fieldsV1 = {} }: ManagedFieldsEntry, index: number) {
  if (operation !== "Apply" && operation !== "Update") return "operation must be `Apply` or `Update`";
  if (apiVersion === "") return "apiVersion must not be empty";
  if (fieldsType === "") return `missing fieldsType in managed fields entry ${index}`;
  if (fieldsType !== "FieldsV1") {
    return `invalid fieldsType ${goQuote(fieldsType)} in managed fields entry ${index}`;
  }
  return parseFieldSet(fieldsV1) ? undefined : `error decoding versioned set in managed fields entry ${index}`;
}

/**
 * Returns the managers in entries that `writeManagers` wrote. Their field sets are in canonical form, so they are not
 * validated.
 */
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

/**
 * Returns the entries of the managers. Managers that apply come first. Then the order is by time, name, version and
 * subresource.
 */
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

/** Compares the times of two managers. A manager without a time counts as from 1970. */
function compareTimes(one: Manager, other: Manager): number {
  return secondsOf(one) - secondsOf(other);
}

function secondsOf({ time }: Manager): number {
  return time ? Math.floor(parseTime(time) / 1000) : 0;
}

/** Maximum number of separate managers that update. */
const updatersMax = 10;
const ancientChanges = "ancient-changes";

/**
 * Returns the managers. If more than ten managers update, the oldest of them are merged into one for each API version.
 */
export function mergeOldUpdaters(managers: Managers): Managers {
  if (managers.size <= updatersMax) return managers;
  const updaters = [...managers].filter(([, { operation }]) => operation === "Update");
  let excess = updaters.length - updatersMax;
  if (excess <= 0) return managers;
  updaters.sort(([, one], [, other]) => compareTimes(one, other) || compareIdentities(one, other));
  const remaining = new Map(managers);
  const firstIds = new Map<string, string>();
  const mergedManagers = new Map<string, MergedManager>();
  for (const [id, manager] of updaters) {
    if (excess <= 0) break;
    const { apiVersion } = manager;
    const firstId = firstIds.get(apiVersion);
    if (firstId === undefined) {
      firstIds.set(apiVersion, id);
      continue;
    }
    excess -= addToMergedManager(remaining, mergedManagers, { manager, id, firstId });
  }
  for (const [id, { manager, sets }] of mergedManagers) remaining.set(id, { ...manager, fields: unionOfAll(sets) });
  return remaining;
}

/** A merged manager, with the field sets of the managers that it replaces. */
interface MergedManager {
  readonly manager: Manager;
  readonly sets: FieldSet[];
}

/**
 * Merges a manager into the merged manager of its version.
 * @returns by how much the number of managers decreases
 */
function addToMergedManager(
  managers: Map<string, Manager>,
  buckets: Map<string, MergedManager>,
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

/**
 * Returns the union of many sets. It unites sets in pairs of about the same size, because the time of a union grows
 * with the size of its result.
 */
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

/** Returns the managers that own at least one field. Returns `managers` itself if all do. */
export function withoutEmptyManagers(managers: Managers): Managers {
  let left: Map<string, Manager> | undefined;
  for (const [id, { fields }] of managers) {
    if (!isEmptySet(fields)) continue;
    left ??= new Map(managers);
    left.delete(id);
  }
  return left ?? managers;
}
