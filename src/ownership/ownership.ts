/**
 * Field ownership: who has written which fields of an object, kept in `metadata.managedFields`, and what somebody applies
 * put over what there is, so that nothing that another owns is overwritten unseen. The rules are the reference's at v1.32
 * (structured merge and diff, and what the API server does around it).
 *
 * Objects are plain JSON, in the version in which a request speaks. Nothing here changes what it is given.
 */
import { equalJson } from "../base/json-tree.ts";
import type { ApiObject, ManagedFieldsEntry } from "../meta/object-meta.ts";
import { formatTime } from "../meta/time.ts";
import { type Comparison, compare } from "./compare.ts";
import { applyConflict, type Conflict, conflictsWithout } from "./conflicts.ts";
import { difference, type FieldSet, fieldSet, intersection, isEmptySet, noFields, union } from "./field-set.ts";
import { fieldSetOf, withHolders } from "./field-set-of.ts";
import { lastAppliedManager, lastAppliedOf, withLastApplied } from "./last-applied.ts";
import {
  capUpdaters,
  type Manager,
  type Managers,
  managerId,
  noManagers,
  readManagers,
  storedManagers,
  withoutEmpty,
  writeManagers,
} from "./managers.ts";
import { merge } from "./merge.ts";
import { reconciled } from "./reconcile.ts";
import { remove } from "./remove.ts";
import type { Shape } from "./shape.ts";
import { fieldStep } from "./step.ts";

/** An object as ownership looks at it in one version. */
export interface VersionedShape {
  readonly shape: Shape;
  /** Leaves out what nobody owns who writes here, since it is not written here. */
  readonly written: (fields: FieldSet) => FieldSet;
  /** From the version of the request to this one. */
  readonly convert: (object: ApiObject) => ApiObject;
  /** And back. */
  readonly convertBack: (object: ApiObject) => ApiObject;
}

/** One way of writing objects of a kind. */
export interface OwnershipRules {
  /** In which objects are given here. */
  readonly apiVersion: string;
  /** Empty: the object itself. */
  readonly subresource: string;
  /** @returns undefined for a version that is not known any more */
  readonly inVersion: (apiVersion: string) => VersionedShape | undefined;
  /** The object without anything that somebody has set. */
  readonly empty: ApiObject;
}

export interface Writer {
  readonly manager: string;
  readonly nowMs: number;
}

/**
 * What `managedFields` is after an update or a create: the writer owns what changed, and nobody else does.
 * @param live what the update was made on; undefined: nothing, the object is new
 */
export function recordUpdate(
  rules: OwnershipRules,
  { live, next }: { readonly live: ApiObject | undefined; readonly next: ApiObject },
  writer: Writer,
): ManagedFieldsEntry[] {
  const managers = managersBefore(rules, live, next);
  // An object without managers stays so until an apply. After a reset the writer owns what else the request changes.
  if (live && managers.size === 0 && !resetsManagers(rules, live, next)) return [];
  const change = { before: withoutEntries(live ?? rules.empty), after: withoutEntries(next) };
  return writeManagers(capUpdaters(updated(rules, managers, change, writer)));
}

/** Returns whether the request removes managers. Subresources do not take the list from the client. */
function resetsManagers({ subresource }: OwnershipRules, live: ApiObject, next: ApiObject): boolean {
  const hasManagers = (live.metadata.managedFields?.length ?? 0) > 0;
  return subresource === "" && hasManagers && isReset(next.metadata.managedFields);
}

/** Clients may write the list. An empty list, or one with a single empty entry, removes all managers. */
function managersBefore(rules: OwnershipRules, live: ApiObject | undefined, next: ApiObject): Managers {
  const { subresource } = rules;
  const stored = (): Managers => known(rules, storedManagers(live?.metadata.managedFields));
  const { managedFields: sent } = next.metadata;
  if (subresource !== "") return stored();
  if (isReset(sent)) return noManagers;
  if (live && equalJson(sent, live.metadata.managedFields)) return stored();
  const managers = readManagers(sent);
  return managers && managers.size > 0 ? known(rules, managers) : stored();
}

/** The same managers, each with fields as its version knows them now; that of `exceptId` as it is. */
function known(rules: OwnershipRules, managers: Managers, exceptId?: string): Managers {
  const all = new Map<string, Manager>();
  for (const [id, manager] of managers) all.set(id, id === exceptId ? manager : knownManager(rules, manager));
  return all;
}

/** @param made fields that were made in the same version just now */
function knownManager(rules: OwnershipRules, manager: Manager, made?: FieldSet): Manager {
  const version = rules.inVersion(manager.apiVersion);
  const fields = version ? settled(version.shape, manager.fields, made) : manager.fields;
  return fields === manager.fields ? manager : { ...manager, fields };
}

/** With which shape a set was found to be as it should be: sets that many objects share come again and again. */
const settledWith = new WeakMap<FieldSet, Shape>();

function settled(shape: Shape, set: FieldSet, made?: FieldSet): FieldSet {
  if (settledWith.get(set) === shape) return set;
  const fields = reconciled(shape, set, made);
  settledWith.set(fields, shape);
  return fields;
}

function isReset(entries: readonly ManagedFieldsEntry[] | undefined): boolean {
  if (!entries) return false;
  return entries.length === 0 || (entries.length === 1 && Object.keys(entries[0] ?? {}).length === 0);
}

interface Change {
  readonly before: ApiObject;
  readonly after: ApiObject;
}

function updated(rules: OwnershipRules, managers: Managers, change: Change, writer: Writer): Managers {
  const changedIn = changedByVersion(rules, change);
  const changed = changedIn(rules.apiVersion);
  const gained = changed ? difference(changed.set, neverOwned) : noFields;
  if (!changed || isEmptySet(gained)) return losses(managers, changedIn).managers;
  const { apiVersion, subresource } = rules;
  const self = { name: writer.manager || "unknown", operation: "Update" as const, apiVersion, subresource };
  const id = managerId(self);
  const own = managers.get(id)?.fields ?? noFields;
  const lost = union(difference(changed.set, gained), changed.comparison.removed);
  // Who writes what it owns already keeps its set itself.
  const fields = union(difference(own, lost), gained);
  const others = losses(managers, changedIn, id).managers;
  return new Map(others).set(id, { time: formatTime(writer.nowMs), fields, ...self });
}

/** What a change takes from those who own fields, but for `exceptId`. Who is of a version that is gone, owns nothing. */
function losses(
  managers: Managers,
  changedIn: ChangedByVersion,
  exceptId?: string,
): { readonly managers: Managers; readonly conflicts: readonly Conflict[] } {
  const left = new Map<string, Manager>();
  const conflicts: Conflict[] = [];
  for (const [id, manager] of managers) {
    if (id === exceptId) {
      left.set(id, manager);
      continue;
    }
    const changed = changedIn(manager.apiVersion);
    if (!changed) continue;
    const lost = intersection(manager.fields, changed.set);
    if (!isEmptySet(lost)) conflicts.push({ manager, fields: lost });
    const fields = difference(difference(manager.fields, lost), changed.comparison.removed);
    left.set(id, fields === manager.fields ? manager : { ...manager, fields });
  }
  return { managers: withoutEmpty(left), conflicts };
}

/** Undefined for a version that is gone. Looked for when somebody is of the version, for it is most of the work. */
type ChangedByVersion = (apiVersion: string) => ChangedFields | undefined;

interface ChangedFields {
  readonly comparison: Comparison;
  /** Those that have another value, or one at last. */
  readonly set: FieldSet;
}

function changedByVersion(rules: OwnershipRules, change: Change): ChangedByVersion {
  const known = new Map<string, ChangedFields | undefined>();
  return (apiVersion) => {
    if (!known.has(apiVersion)) known.set(apiVersion, changedFields(rules, apiVersion, change));
    return known.get(apiVersion);
  };
}

function changedFields(rules: OwnershipRules, apiVersion: string, change: Change): ChangedFields | undefined {
  const version = rules.inVersion(apiVersion);
  if (!version) return undefined;
  const { shape, written, convert } = version;
  const { added, modified, removed } = compare(shape, convert(change.before), convert(change.after));
  const comparison = { added: written(added), modified: written(modified), removed: written(removed) };
  return { comparison, set: union(comparison.modified, comparison.added) };
}

/** What the server decides, and what names an object. */
const neverOwned = fieldSet(
  ...["apiVersion", "kind", "metadata"].map((name) => [fieldStep(name)]),
  ...[
    "name",
    "namespace",
    "creationTimestamp",
    "selfLink",
    "uid",
    "generation",
    "managedFields",
    "resourceVersion",
  ].map((name) => [fieldStep("metadata"), fieldStep(name)]),
);

function withoutEntries(object: ApiObject): ApiObject {
  if (object.metadata.managedFields === undefined) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

export interface ApplyRequest {
  /** Undefined: there is no object yet. */
  readonly live: ApiObject | undefined;
  /** What the writer wants, fully: what it does not name any more, it gives up. */
  readonly applied: ApiObject;
  /** Takes what others own. */
  readonly force: boolean;
}

export interface Applied {
  /** What there is after it, without defaults. It shares parts with what it is made of. */
  readonly object: ApiObject;
  readonly managedFields: ManagedFieldsEntry[];
  /** Whether the object existed before with the same fields, maybe with other owners. */
  readonly keepsFields: boolean;
  /** Whether the object existed before with the same fields and the same owners. */
  readonly isUnchanged: boolean;
}

const beforeFirstApply = "before-first-apply";

/** @throws StatusError 409 where others own what would change */
export function apply(rules: OwnershipRules, { live, applied, force }: ApplyRequest, writer: Writer): Applied {
  const before = withoutEntries(live ?? rules.empty);
  const { apiVersion, subresource } = rules;
  const self = { name: writer.manager || "unknown", operation: "Apply" as const, apiVersion, subresource };
  const id = managerId(self);
  const managers = managersOfLive(rules, live, { id, nowMs: writer.nowMs });
  const result = applyOver(rules, { before, applied }, managers, { id, self, nowMs: writer.nowMs });
  const conflicts = force ? [] : conflictsThatCount(rules, result.conflicts, before, writer);
  if (conflicts.length > 0) throw applyConflict(conflicts);
  const isUpgraded = writer.manager === lastAppliedManager;
  const object = isUpgraded ? withLastApplied(result.object, applied) : result.object;
  const managedFields = writeManagers(result.managers);
  const keepsFields = live !== undefined && object === before;
  const isUnchanged = keepsFields && equalJson(managedFields, live.metadata.managedFields);
  return { object, managedFields, keepsFields, isUnchanged };
}

/** @param id of who applies, whose fields are as they were stored */
function managersOfLive(
  rules: OwnershipRules,
  live: ApiObject | undefined,
  { id, nowMs }: Pick<Applier, "id" | "nowMs">,
): Managers {
  if (!live) return noManagers;
  const managers = known(rules, storedManagers(live.metadata.managedFields), id);
  if (managers.size > 0) return managers;
  const change = { before: rules.empty, after: withoutEntries(live) };
  return updated(rules, managers, change, { manager: beforeFirstApply, nowMs });
}

/** Whoever applied by annotation before owns what it applied, as long as nobody has changed it. */
function conflictsThatCount(
  rules: OwnershipRules,
  conflicts: readonly Conflict[],
  before: ApiObject,
  { manager }: Writer,
): readonly Conflict[] {
  if (conflicts.length === 0 || manager !== lastAppliedManager) return conflicts;
  const { shape } = knownVersion(rules, rules.apiVersion);
  const lastApplied = lastAppliedOf(before, rules.apiVersion, shape);
  if (!lastApplied) return conflicts;
  const { added, modified, removed } = compare(shape, lastApplied, before);
  const changed = union(union(modified, added), removed);
  return conflictsWithout(conflicts, difference(fieldSetOf(shape, lastApplied), changed));
}

/** Who applies. */
interface Applier {
  readonly id: string;
  readonly self: Omit<Manager, "fields" | "time">;
  readonly nowMs: number;
}

function applyOver(
  rules: OwnershipRules,
  { before, applied }: { readonly before: ApiObject; readonly applied: ApiObject },
  managers: Managers,
  { id, self, nowMs }: Applier,
): { readonly object: ApiObject; readonly managers: Managers; readonly conflicts: readonly Conflict[] } {
  const version = knownVersion(rules, rules.apiVersion);
  const stored = managers.get(id);
  const fields = version.written(fieldSetOf(version.shape, applied, stored?.fields));
  const isOfVersion = stored?.apiVersion === rules.apiVersion;
  const last = stored && knownManager(rules, stored, isOfVersion ? fields : undefined);
  const claimed = new Map(managers).set(id, { fields, ...self });
  const merged = merge(version.shape, before, applied) as ApiObject;
  const after = last ? pruned(rules, merged, claimed, { last, fields }) : merged;
  const { managers: left, conflicts } = losses(claimed, changedByVersion(rules, { before, after }), id);
  // Items in another order, and fields that a write here cannot own, also count as changes.
  const isSame = after === before || equalJson(after, before);
  const time = isSame ? last?.time : formatTime(nowMs);
  const owned = difference(fields, neverOwned);
  const owners = new Map(left).set(id, { fields: owned, ...(time ? { time } : {}), ...self });
  return { object: isSame ? before : after, managers: withoutEmpty(owners), conflicts };
}

function knownVersion(rules: OwnershipRules, apiVersion: string): VersionedShape {
  const version = rules.inVersion(apiVersion);
  if (!version) throw new TypeError(`${apiVersion} is the version of the request`);
  return version;
}

/**
 * Takes away what the writer applied last time and does not apply now, unless somebody else owns it.
 * @param claimed who owns what, with what the writer applies now
 */
function pruned(
  rules: OwnershipRules,
  merged: ApiObject,
  claimed: Managers,
  { last, fields }: { readonly last: Manager; readonly fields: FieldSet },
): ApiObject {
  const given = last.apiVersion === rules.apiVersion ? difference(last.fields, fields) : last.fields;
  const version = isEmptySet(given) ? undefined : rules.inVersion(last.apiVersion);
  if (!version) return merged;
  const { shape } = version;
  const whole = wholeIn(version, merged);
  const dropped = withHolders(shape, last.fields);
  const rest = version.convertBack(remove(shape, whole.object, dropped) as ApiObject);
  const first = { apiVersion: last.apiVersion, whole };
  const kept = version.convert(withOwned(rules, { merged, rest }, claimed, first));
  const gone = difference(whole.fields, withHolders(shape, fieldSetOf(shape, kept)));
  return version.convertBack(remove(shape, whole.object, intersection(gone, dropped)) as ApiObject);
}

/** Everything that there is, as one version knows it. */
interface Whole {
  readonly object: ApiObject;
  readonly fields: FieldSet;
}

function wholeIn({ shape, convert }: VersionedShape, merged: ApiObject): Whole {
  const object = convert(merged);
  return { object, fields: withHolders(shape, fieldSetOf(shape, object)) };
}

/** Puts back what somebody owns, in each version in which somebody does, `first` before the others. */
function withOwned(
  rules: OwnershipRules,
  { merged, rest }: { readonly merged: ApiObject; readonly rest: ApiObject },
  owners: Managers,
  first: { readonly apiVersion: string; readonly whole: Whole },
): ApiObject {
  const owned = new Map<string, FieldSet>([[first.apiVersion, noFields]]);
  for (const { apiVersion, fields } of owners.values())
    owned.set(apiVersion, union(owned.get(apiVersion) ?? noFields, fields));
  let left = rest;
  for (const [apiVersion, fields] of owned) {
    const version = rules.inVersion(apiVersion);
    if (!version) continue;
    const { shape } = version;
    const whole = apiVersion === first.apiVersion ? first.whole : wholeIn(version, merged);
    const present = withHolders(shape, fieldSetOf(shape, version.convert(left)));
    const gone = difference(whole.fields, union(present, withHolders(shape, fields)));
    left = version.convertBack(remove(shape, whole.object, gone) as ApiObject);
  }
  return left;
}
