/**
 * Deletion of one object. An object that has finalizers or a grace period is first marked, and removed later. Other
 * objects are removed at once. `planDeletion` decides what happens from the stored object and the options.
 */
import { equalJson } from "../base/json-tree.ts";
import type { CachedObject } from "../cache/index.ts";
import { foregroundFinalizer, orphanFinalizer, type PropagationPolicy } from "../meta/deletion.ts";
import { invalidField } from "../meta/field-error.ts";
import type { GroupResource } from "../meta/group-version.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import {
  conflict,
  invalid,
  notFound,
  type PreconditionMismatch,
  preconditionConflict,
  type StatusError,
} from "../meta/status-error.ts";
import { formatTime, parseTime } from "../meta/time.ts";
import { isStorageError } from "../storage/index.ts";
import { gracePeriodSecondsMax } from "./delete-options.ts";
import type { Resource } from "./resource.ts";
import { withStatusErrors } from "./storage-errors.ts";
import { putAndAwait, removeObject, visibilityWaitMs, type WriteTarget, writeWithRetries } from "./write.ts";

/** Validated options of a deletion. */
export interface ObjectDeleteOptions {
  readonly dryRun: boolean;
  readonly gracePeriodSeconds?: number;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: PropagationPolicy;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  /** Whether only an object that cannot be read is deleted. No other option is set then. */
  readonly ignoresReadErrors?: boolean;
}

/** A deletion of one object. */
export interface DeleteRequest extends WriteTarget {
  readonly options: ObjectDeleteOptions;
  /** Rejects the deletion by throwing. Called with a function that returns the stored object, before anything is written. */
  readonly check?: (readObject: () => ApiObject) => Promise<void>;
}

/** The outcome of a deletion. */
export interface DeleteResult {
  /** A removed object in its last state, with the revision of its removal. Otherwise the marked object. */
  readonly object: CachedObject;
  readonly removed: boolean;
}

/**
 * Deletes an object, or marks it for deletion.
 * @throws StatusError 404, 409 if a precondition does not hold, and errors of the store
 */
export async function deleteObject(resource: Resource, request: DeleteRequest): Promise<DeleteResult> {
  return await writeWithRetries(resource, { verb: "delete", ...request }, async (stored) => {
    if (!stored) throw notFound(request.served ?? resource.kind, request.name);
    return await deleteStored(resource, request, stored);
  });
}

/** @throws StorageError if another write was faster */
async function deleteStored(resource: Resource, request: DeleteRequest, stored: CachedObject): Promise<DeleteResult> {
  const { options, check } = request;
  const object = resource.parse(stored);
  checkPreconditions(resource, object, options);
  const plan = planDeletion(resource, object, options);
  if (plan === "pending") return { object: stored, removed: false };
  await check?.(() => resource.parse(stored));
  const marked = plan === "remove" ? stored : await storeMarked(resource, stored, plan.marked, request);
  if (plan !== "remove" && !plan.isRemovedNext) return { object: marked, removed: false };
  if (options.dryRun) return { object: marked, removed: true };
  return { object: await removeObject(resource, marked, request.timeStore), removed: true };
}

/** A deletion of an object that cannot be read. */
export interface UnreadableDeletion extends WriteTarget {
  /** Rejects the deletion by throwing. Called before anything is written. */
  readonly check: () => Promise<void>;
}

/**
 * Deletes an object that cannot be read. Finalizers and preconditions do not count, because they cannot be read either.
 * @throws StatusError 422 if there is no such object, or if it can be read; and errors of the store
 */
export async function deleteUnreadable(resource: Resource, request: UnreadableDeletion): Promise<void> {
  const { namespace, name, served = resource.kind, check } = request;
  const key = resource.key(namespace, name);
  await withStatusErrors({ target: served, name, verb: "delete" }, async () => {
    const stored = await resource.cache.read(key);
    if (!isStorageError(stored?.unreadable, "corrupt")) throw notUnreadable(served, name);
    await check();
    const revision = await removeUnreadable(resource, resource.cache.fullKey(key), stored.revision);
    if (revision !== undefined) await resource.services.feed.waitFor(revision, visibilityWaitMs);
  });
}

/** Name of the option that requests the deletion of an unreadable object. */
export const unreadableOption = "ignoreStoreReadErrorWithClusterBreakingPotential";

function notUnreadable({ group, resource: kind }: GroupResource, name: string): StatusError {
  const rule = "is exclusively used to delete corrupt object(s), try again by removing this option";
  return invalid({ group, kind }, name, [invalidField(unreadableOption, true, rule)]);
}

/**
 * Removes a value, whether the store or only its reader finds it damaged.
 * @returns the revision of the deletion. Undefined if another client has deleted the key.
 */
async function removeUnreadable(
  { services: { engine } }: Resource,
  key: string,
  revision: number,
): Promise<number | undefined> {
  try {
    return await engine.removeDamaged(key);
  } catch (error) {
    if (isStorageError(error, "key-not-found")) return undefined;
    if (!isStorageError(error, "revision-conflict")) throw error;
    return await engine.delete(key, revision);
  }
}

async function storeMarked(
  resource: Resource,
  stored: CachedObject,
  object: ApiObject,
  { options: { dryRun }, timeStore }: DeleteRequest,
): Promise<CachedObject> {
  if (equalJson(object, resource.parse(stored))) return stored;
  const { key, revision } = stored;
  const value = resource.encode(resource.schema.storedForm(object));
  if (dryRun) return resource.present(key, value, revision);
  return await putAndAwait(resource, { key, value, expected: revision, timeStore });
}

/**
 * Effect of a deletion on an object. `pending`: none, because the object is being deleted already. `remove`: the object
 * is removed. Otherwise the marked object is stored, and removed at once if `isRemovedNext` is true.
 */
export type DeletionPlan = "pending" | "remove" | { readonly marked: ApiObject; readonly isRemovedNext: boolean };

/**
 * Returns what a deletion does.
 * @param object a copy; the function changes it, and may return it as the marked object
 */
export function planDeletion(resource: Resource, object: ApiObject, options: ObjectDeleteOptions): DeletionPlan {
  if (resource.hooks.blocksRemoval) {
    const { deletionTimestamp } = object.metadata;
    if (deletionTimestamp && resource.hooks.blocksRemoval(object)) return "pending";
    if (!deletionTimestamp) return { marked: markUnlessRemovable(resource, object, options), isRemovedNext: false };
  }
  const grace = planGrace(resource, object, options);
  if (grace === "pending") return "pending";
  object.metadata.finalizers = finalizersFor(resource, object, options);
  const blocked = object.metadata.finalizers.length > 0;
  if (object.metadata.finalizers.length === 0) delete object.metadata.finalizers;
  if (grace === "none") {
    if (!blocked) return "remove";
    markDeleting(resource, object);
    return { marked: object, isRemovedNext: false };
  }
  resource.hooks.markDeleting?.(object, resource.hookContext());
  return { marked: object, isRemovedNext: !blocked && grace === 0 };
}

/**
 * Sets the grace period in the object's metadata.
 * @returns the grace period in seconds; `none` if the kind, or the object in its present state, has no grace period;
 * `pending` if the object is being deleted already and its period is not shortened
 */
function planGrace(resource: Resource, object: ApiObject, options: ObjectDeleteOptions): number | "none" | "pending" {
  const { metadata } = object;
  const requested = options.gracePeriodSeconds;
  const requestedSeconds = requested === undefined ? undefined : boundedGrace(requested);
  const gracePeriodSeconds = resource.hooks.gracePeriodSeconds;
  if (!gracePeriodSeconds) return "none";
  if (metadata.deletionTimestamp) return shortenGrace(metadata, requestedSeconds);
  const grace = boundedGrace(gracePeriodSeconds(object, requestedSeconds));
  metadata.deletionTimestamp = formatTime(resource.services.clock.nowMs() + grace * 1000);
  metadata.deletionGracePeriodSeconds = grace;
  raiseGeneration(metadata);
  return grace;
}

/** As in the reference, a negative grace period is one second. */
function boundedGrace(seconds: number): number {
  return seconds < 0 ? 1 : Math.min(seconds, gracePeriodSecondsMax);
}

/** A second deletion can only shorten the grace period. */
function shortenGrace(
  metadata: ApiObject["metadata"],
  requestedSeconds: number | undefined,
): number | "none" | "pending" {
  const presentSeconds = metadata.deletionGracePeriodSeconds ?? 0;
  if (presentSeconds === 0) return "none";
  if (requestedSeconds === undefined || requestedSeconds >= presentSeconds) return "pending";
  const endMs = parseTime(metadata.deletionTimestamp ?? "");
  metadata.deletionTimestamp = formatTime(endMs - (presentSeconds - requestedSeconds) * 1000);
  metadata.deletionGracePeriodSeconds = requestedSeconds;
  return requestedSeconds;
}

/**
 * Marks an object whose kind has a `blocksRemoval` hook. As in the reference, the mark has no grace period. If
 * `orphanDependents` is false, dependents are deleted first.
 */
function markUnlessRemovable(resource: Resource, object: ApiObject, options: ObjectDeleteOptions): ApiObject {
  const { metadata } = object;
  const { orphanDependents, ...others } = options;
  const effectiveOptions =
    orphanDependents === false ? ({ ...others, propagationPolicy: "Foreground" } as const) : options;
  metadata.finalizers = finalizersFor(resource, object, effectiveOptions);
  if (metadata.finalizers.length === 0) delete metadata.finalizers;
  metadata.deletionTimestamp = formatTime(resource.services.clock.nowMs());
  resource.hooks.markDeleting?.(object, resource.hookContext());
  return object;
}

/** Marks an object that has no grace period. */
function markDeleting(resource: Resource, object: ApiObject): void {
  const { metadata } = object;
  const nowMs = resource.services.clock.nowMs();
  if (!metadata.deletionTimestamp) raiseGeneration(metadata);
  if (!metadata.deletionTimestamp || parseTime(metadata.deletionTimestamp) > nowMs) {
    metadata.deletionTimestamp = formatTime(nowMs);
  }
  metadata.deletionGracePeriodSeconds = 0;
  resource.hooks.markDeleting?.(object, resource.hookContext());
}

function raiseGeneration(metadata: ApiObject["metadata"]): void {
  if (metadata.generation) metadata.generation++;
}

/**
 * Returns the object's finalizers. Those of the garbage collector follow from the options, else from the object, else
 * from the kind's default. Without a garbage collector, the finalizers do not change.
 */
function finalizersFor({ services, kind }: Resource, { metadata }: ApiObject, options: ObjectDeleteOptions): string[] {
  const { defaultPropagation } = kind.declaration.rules;
  const present = metadata.finalizers ?? [];
  if (services.collectsGarbage === false) return present;
  const others = present.filter((one) => one !== orphanFinalizer && one !== foregroundFinalizer);
  if (defaultPropagation === "Unsupported") return others;
  const policy = propagationOf(options) ?? propagationOfFinalizers(present) ?? defaultPropagation;
  const propagationFinalizer =
    policy === "Orphan" ? orphanFinalizer : policy === "Foreground" ? foregroundFinalizer : undefined;
  if (propagationFinalizer === undefined) return others;
  return present.includes(propagationFinalizer) && present.length === others.length + 1
    ? present
    : [...others, propagationFinalizer];
}

function propagationOf({ orphanDependents, propagationPolicy }: ObjectDeleteOptions): PropagationPolicy | undefined {
  if (orphanDependents !== undefined) return orphanDependents ? "Orphan" : "Background";
  return propagationPolicy;
}

function propagationOfFinalizers(finalizers: readonly string[]): PropagationPolicy | undefined {
  const first = finalizers.find((one) => one === orphanFinalizer || one === foregroundFinalizer);
  return first === undefined ? undefined : first === orphanFinalizer ? "Orphan" : "Foreground";
}

function checkPreconditions(resource: Resource, { metadata }: ApiObject, { preconditions }: ObjectDeleteOptions): void {
  const { kind } = resource;
  const name = metadata.name ?? "";
  const uid = metadata.uid ?? "";
  const version = metadata.resourceVersion ?? "";
  const wrongUid = preconditions?.uid !== undefined && preconditions.uid !== uid;
  const wrongVersion = preconditions?.resourceVersion !== undefined && preconditions.resourceVersion !== version;
  if (!wrongUid && !wrongVersion) return;
  const mismatch: PreconditionMismatch = wrongUid
    ? { field: "UID", expected: preconditions.uid, actual: uid }
    : { field: "ResourceVersion", expected: preconditions?.resourceVersion ?? "", actual: version };
  if (!kind.declaration.rules.storePreconditions) throw preconditionConflict(kind, name, mismatch);
  const { field, expected, actual } = mismatch;
  const why = `Precondition failed: ${field} in precondition: ${expected}, ${field} in object meta: ${actual}`;
  throw conflict(kind, name, why);
}
