/**
 * Field ownership: records in `metadata.managedFields` which manager has written which fields, and merges applied
 * configurations into objects without silently overwriting fields of other managers. The rules are those of the
 * reference at v1.32 (structured merge and diff, and the API server's code around it).
 *
 * Objects are plain JSON, in the API version of the request. No function changes its arguments.
 */
import { equalJson } from "../base/json-tree.ts";
import type { ManagedFieldsEntry, SharedObject } from "../meta/object-meta.ts";
import { formatTime } from "../meta/time.ts";
import { type Comparison, compare } from "./compare.ts";
import { applyConflict, type Conflict, conflictsWithout } from "./conflicts.ts";
import { removeDroppedFields } from "./dropped-fields.ts";
import { difference, type FieldSet, fieldSet, intersection, isEmptySet, noFields, union } from "./field-set.ts";
import { fieldSetOf } from "./field-set-of.ts";
import { lastAppliedManager, lastAppliedOf, withLastApplied } from "./last-applied.ts";
import {
  type Manager,
  type Managers,
  managerId,
  mergeOldUpdaters,
  noManagers,
  readManagers,
  storedManagers,
  withoutEmptyManagers,
  writeManagers,
} from "./managers.ts";
import { merge } from "./merge.ts";
import type { OwnershipRules, VersionedShape } from "./ownership-rules.ts";
import { reconcileFieldSet } from "./reconcile.ts";
import type { Shape } from "./shape.ts";
import { fieldStep } from "./step.ts";

/** The manager that makes a request, and the time of the request. */
export interface Writer {
  readonly manager: string;
  readonly nowMs: number;
}

/**
 * Returns the managed fields after an update or a create. The writer becomes the only owner of the fields that changed.
 * @param live the object before the update; undefined for a create
 */
export function recordUpdate(
  rules: OwnershipRules,
  { live, next }: { readonly live: SharedObject | undefined; readonly next: SharedObject },
  writer: Writer,
): ManagedFieldsEntry[] {
  const managers = managersBeforeUpdate(rules, live, next);
  // An object without managers gets none until the first apply. But if this request removes the managers, the writer
  // owns the other fields that it changes.
  if (live && managers.size === 0 && !resetsManagers(rules, live, next)) return [];
  const change = { before: withoutManagedFields(live ?? rules.empty), after: withoutManagedFields(next) };
  return writeManagers(mergeOldUpdaters(managersAfterUpdate(rules, managers, change, writer)));
}

/** Whether the request removes all managers. Requests to subresources cannot change the list. */
function resetsManagers({ subresource }: OwnershipRules, live: SharedObject, next: SharedObject): boolean {
  const hasManagers = (live.metadata.managedFields?.length ?? 0) > 0;
  return subresource === "" && hasManagers && isReset(next.metadata.managedFields);
}

/**
 * Returns the managers before the change. Clients may write the list. An empty list, or a list with one empty entry,
 * removes all managers.
 */
function managersBeforeUpdate(rules: OwnershipRules, live: SharedObject | undefined, next: SharedObject): Managers {
  const { subresource } = rules;
  const stored = (): Managers => reconcileManagers(rules, storedManagers(live?.metadata.managedFields));
  const { managedFields: sent } = next.metadata;
  if (subresource !== "") return stored();
  if (isReset(sent)) return noManagers;
  if (live && equalJson(sent, live.metadata.managedFields)) return stored();
  const managers = readManagers(sent);
  return managers && managers.size > 0 ? reconcileManagers(rules, managers) : stored();
}

/**
 * Returns the managers, with field sets that match the present schema of their version. The set of `exceptId` is not
 * changed.
 */
function reconcileManagers(rules: OwnershipRules, managers: Managers, exceptId?: string): Managers {
  const all = new Map<string, Manager>();
  for (const [id, manager] of managers) all.set(id, id === exceptId ? manager : reconcileManager(rules, manager));
  return all;
}

/** @param made a field set that was just computed in the same version */
function reconcileManager(rules: OwnershipRules, manager: Manager, made?: FieldSet): Manager {
  const version = rules.inVersion(manager.apiVersion);
  const fields = version ? reconcileCached(version.shape, manager.fields, made) : manager.fields;
  return fields === manager.fields ? manager : { ...manager, fields };
}

/**
 * The shape with which a set was reconciled before. Many objects share their sets, so the same sets are often
 * reconciled again.
 */
const reconciledShapes = new WeakMap<FieldSet, Shape>();

function reconcileCached(shape: Shape, set: FieldSet, made?: FieldSet): FieldSet {
  if (reconciledShapes.get(set) === shape) return set;
  const fields = reconcileFieldSet(shape, set, made);
  reconciledShapes.set(fields, shape);
  return fields;
}

function isReset(entries: readonly ManagedFieldsEntry[] | undefined): boolean {
  if (!entries) return false;
  return entries.length === 0 || (entries.length === 1 && Object.keys(entries[0] ?? {}).length === 0);
}

interface Change {
  readonly before: SharedObject;
  readonly after: SharedObject;
}

function managersAfterUpdate(rules: OwnershipRules, managers: Managers, change: Change, writer: Writer): Managers {
  const changedIn = createChangedFieldsCache(rules, change);
  const changed = changedIn(rules.apiVersion);
  const gained = changed ? difference(changed.set, neverOwned) : noFields;
  if (!changed || isEmptySet(gained)) return takeChangedFields(managers, changedIn).managers;
  const { apiVersion, subresource } = rules;
  const self = { name: writer.manager || "unknown", operation: "Update" as const, apiVersion, subresource };
  const id = managerId(self);
  const own = managers.get(id)?.fields ?? noFields;
  const lost = union(difference(changed.set, gained), changed.comparison.removed);
  // If the writer already owns all changed fields, this is its previous set, and no new set is created.
  const fields = union(difference(own, lost), gained);
  const others = takeChangedFields(managers, changedIn, id).managers;
  return new Map(others).set(id, { time: formatTime(writer.nowMs), fields, ...self });
}

/**
 * Returns the managers without the fields that a change takes from them. The manager `exceptId` loses nothing. Managers
 * of a version that is no longer served are removed.
 */
function takeChangedFields(
  managers: Managers,
  changedIn: ChangedFieldsByVersion,
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
  return { managers: withoutEmptyManagers(left), conflicts };
}

/**
 * Returns the changed fields in an API version. Undefined for a version that is no longer served. It is computed
 * only for versions with managers, because the comparison takes most of the time.
 */
type ChangedFieldsByVersion = (apiVersion: string) => ChangedFields | undefined;

interface ChangedFields {
  readonly comparison: Comparison;
  /** The added and modified fields. */
  readonly set: FieldSet;
}

function createChangedFieldsCache(rules: OwnershipRules, change: Change): ChangedFieldsByVersion {
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

/** Fields that no manager can own: those that the server decides, and the identity of the object. */
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

function withoutManagedFields(object: SharedObject): SharedObject {
  if (object.metadata.managedFields === undefined) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** A server-side apply of one field manager's configuration. */
export interface ApplyRequest {
  /** The stored object. Undefined if the request creates it. */
  readonly live: SharedObject | undefined;
  /** The complete configuration of the manager. The manager gives up all fields that it does not contain. */
  readonly appliedObject: SharedObject;
  /** Whether the manager takes fields from other managers instead of getting a conflict. */
  readonly force: boolean;
}

/** The result of an apply request. */
export interface ApplyResult {
  /** The object after the request, without defaults. It shares parts with the live and the applied object. */
  readonly object: SharedObject;
  readonly managedFields: ManagedFieldsEntry[];
  /** Whether the object existed before with equal fields. Its managers may have changed. */
  readonly keepsFields: boolean;
  /** Whether the object existed before with equal fields and equal managers. */
  readonly isUnchanged: boolean;
}

const beforeFirstApply = "before-first-apply";

/**
 * Returns the object after an apply request.
 * @throws StatusError 409 if other managers own fields that would change
 */
export function apply(
  rules: OwnershipRules,
  { live, appliedObject, force }: ApplyRequest,
  writer: Writer,
): ApplyResult {
  const oldObject = withoutManagedFields(live ?? rules.empty);
  const { apiVersion, subresource } = rules;
  const self = { name: writer.manager || "unknown", operation: "Apply" as const, apiVersion, subresource };
  const id = managerId(self);
  const managers = managersBeforeApply(rules, live, { id, nowMs: writer.nowMs });
  const result = mergeApplied(rules, { oldObject, appliedObject }, managers, { id, self, nowMs: writer.nowMs });
  const conflicts = force ? [] : relevantConflicts(rules, result.conflicts, oldObject, writer);
  if (conflicts.length > 0) throw applyConflict(conflicts);
  const usesLastApplied = writer.manager === lastAppliedManager;
  const object = usesLastApplied ? withLastApplied(result.object, appliedObject) : result.object;
  const managedFields = writeManagers(result.managers);
  const keepsFields = live !== undefined && object === oldObject;
  const isUnchanged = keepsFields && equalJson(managedFields, live.metadata.managedFields);
  return { object, managedFields, keepsFields, isUnchanged };
}

/**
 * Returns the managers of the stored object.
 * @param id the manager that applies; its field set is not reconciled
 */
function managersBeforeApply(
  rules: OwnershipRules,
  live: SharedObject | undefined,
  { id, nowMs }: Pick<ApplyingManager, "id" | "nowMs">,
): Managers {
  if (!live) return noManagers;
  const managers = reconcileManagers(rules, storedManagers(live.metadata.managedFields), id);
  if (managers.size > 0) return managers;
  const change = { before: rules.empty, after: withoutManagedFields(live) };
  return managersAfterUpdate(rules, managers, change, { manager: beforeFirstApply, nowMs });
}

/**
 * Returns the conflicts that fail the request. A client that used `kubectl apply` without `--server-side` before owns
 * the fields that it applied, unless they have changed since.
 */
function relevantConflicts(
  rules: OwnershipRules,
  conflicts: readonly Conflict[],
  oldObject: SharedObject,
  { manager }: Writer,
): readonly Conflict[] {
  if (conflicts.length === 0 || manager !== lastAppliedManager) return conflicts;
  const { shape } = requireVersion(rules, rules.apiVersion);
  const lastApplied = lastAppliedOf(oldObject, rules.apiVersion, shape);
  if (!lastApplied) return conflicts;
  const { added, modified, removed } = compare(shape, lastApplied, oldObject);
  const changed = union(union(modified, added), removed);
  return conflictsWithout(conflicts, difference(fieldSetOf(shape, lastApplied), changed));
}

/** The manager of an apply request. */
interface ApplyingManager {
  readonly id: string;
  readonly self: Omit<Manager, "fields" | "time">;
  readonly nowMs: number;
}

function mergeApplied(
  rules: OwnershipRules,
  { oldObject, appliedObject }: { readonly oldObject: SharedObject; readonly appliedObject: SharedObject },
  managers: Managers,
  { id, self, nowMs }: ApplyingManager,
): { readonly object: SharedObject; readonly managers: Managers; readonly conflicts: readonly Conflict[] } {
  const version = requireVersion(rules, rules.apiVersion);
  const stored = managers.get(id);
  const fields = version.written(fieldSetOf(version.shape, appliedObject, stored?.fields));
  const isOfVersion = stored?.apiVersion === rules.apiVersion;
  const lastManager = stored && reconcileManager(rules, stored, isOfVersion ? fields : undefined);
  const claimed = new Map(managers).set(id, { fields, ...self });
  const merged = merge(version.shape, oldObject, appliedObject) as SharedObject;
  const newObject = lastManager ? removeDroppedFields(rules, merged, claimed, { lastManager, fields }) : merged;
  const { managers: remainingManagers, conflicts } = takeChangedFields(
    claimed,
    createChangedFieldsCache(rules, { before: oldObject, after: newObject }),
    id,
  );
  // A different order of list items also counts as a change, and so do changes of fields that managers cannot own
  // through this endpoint.
  const isSame = newObject === oldObject || equalJson(newObject, oldObject);
  const time = isSame ? lastManager?.time : formatTime(nowMs);
  const owned = difference(fields, neverOwned);
  const owners = new Map(remainingManagers).set(id, { fields: owned, ...(time ? { time } : {}), ...self });
  return { object: isSame ? oldObject : newObject, managers: withoutEmptyManagers(owners), conflicts };
}

function requireVersion(rules: OwnershipRules, apiVersion: string): VersionedShape {
  const version = rules.inVersion(apiVersion);
  if (!version) throw new TypeError(`${apiVersion} is the version of the request`);
  return version;
}
