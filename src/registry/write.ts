/** The common part of creates, updates and deletions. */

import { runInTurns } from "../base/fair-turns.ts";
import type { CachedObject } from "../cache/index.ts";
import type { FieldError } from "../meta/field-error.ts";
import type { GroupResource } from "../meta/group-version.ts";
import type { ApiObject, SharedObject } from "../meta/object-meta.ts";
import { badRequest } from "../meta/status-error.ts";
import type { CreateCheck, Decoded, KindHooks, UpdateChecks } from "../schema/index.ts";
import { isStorageError, type Write } from "../storage/index.ts";
import { inSpan, type TracedStep } from "../tracing/index.ts";
import { ClaimConflict } from "./claims/claim-store.ts";
import { releaseWrites } from "./claims/claim-values.ts";
import { KeyedMutex } from "./keyed-mutex.ts";
import type { Resource } from "./resource.ts";
import { type FailedOperation, withStatusErrors } from "./storage-errors.ts";
import { inStore, type TimeStore } from "./time-store.ts";

/** Maximum number of retries after a conflict. After that, the client gets the conflict error. */
const conflictRetriesMax = 100;

/** The caches usually show a committed write at once. After this time, the change feed is considered broken. */
export const visibilityWaitMs = 10_000;

/** The object that a write stores and the object that it replaces. Both may be parsed on first access. */
export interface ObjectWrite {
  readonly object: SharedObject;
  /** The stored object. Absent for creates. */
  readonly old?: SharedObject;
}

/** A check that rejects a write by throwing. It must not change the objects. */
export type WriteCheck = (write: ObjectWrite) => Promise<void>;

/** The checks of a kind, besides those of its schema. They see objects in the stored version, unless there is a `checkedForm`. */
export interface WriteRules
  extends Pick<
    KindHooks,
    "validateCreate" | "validateCreateLast" | "validateUpdate" | "validateInSteps" | "validateWithPauses" | "nameFormat"
  > {
  /** The checks of a create, in their order. Default: those of the stored kind. */
  readonly createChecks?: readonly CreateCheck[];
  /** The checks of an update, in their order. Default: those of the stored kind. */
  readonly updateChecks?: UpdateChecks;
  /**
   * Returns the form of a new or a stored object that the rules and the request's check see. Default: the form that is stored. The
   * object has kind and apiVersion of the stored version, but may have fields that the stored version does not have.
   */
  readonly checkedForm?: (object: SharedObject) => ApiObject;
}

/** The object that a write addresses. */
export interface WriteTarget {
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly name: string;
  /** The resource that the client's request names, for messages. Default: the resource that stores the objects. */
  readonly served?: GroupResource;
  /** Measures the steps in the store. */
  readonly timeStore?: TimeStore | undefined;
}

const writeMutexes = new WeakMap<Resource, KeyedMutex>();

function writeMutexOf(resource: Resource): KeyedMutex {
  let mutex = writeMutexes.get(resource);
  if (!mutex) {
    mutex = new KeyedMutex();
    writeMutexes.set(resource, mutex);
  }
  return mutex;
}

/**
 * Runs `attempt` on the newest state of an object, and again on a newer state while other writes conflict with it. The
 * first attempt starts at once. Writes that had a conflict run one after another, so that each of them succeeds,
 * however many there are.
 * @param attempt gets the stored object, or undefined if there is none. It throws ClaimConflict, or StorageError
 * `revision-conflict` or `key-not-found`, if it had a conflict. It must not write the same object through
 * `writeWithRetries`, because that call would wait for this one.
 * @throws StatusError 409 after too many conflicts, and the errors of `attempt`
 */
export async function writeWithRetries<T>(
  resource: Resource,
  { namespace, name, served = resource.kind, verb, timeStore }: WriteTarget & { readonly verb: string },
  attempt: (stored: CachedObject | undefined) => Promise<T>,
): Promise<T> {
  const key = resource.key(namespace, name);
  const run = async (): Promise<T> => {
    const stored = await inStore(timeStore, () => resource.cache.read(key));
    return await attempt(stored && resource.hooks.remoteConversion ? await resource.inStoredVersion(stored) : stored);
  };
  const turns = writeMutexOf(resource);
  return await withStatusErrors({ target: served, name, verb, path: resource.cache.pathOf(key) }, async () => {
    if (!turns.isLocked(key)) {
      const first = await unlessConflict(run);
      if (first) return first.result;
    }
    return await turns.runExclusively(key, () => retryConflicts(run));
  });
}

async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let retry = 1; retry < conflictRetriesMax; retry++) {
    const done = await unlessConflict(run);
    if (done) return done.result;
  }
  return await run();
}

/** Returns undefined if the attempt had a conflict. */
async function unlessConflict<T>(run: () => Promise<T>): Promise<{ readonly result: T } | undefined> {
  try {
    return { result: await run() };
  } catch (error) {
    if (error instanceof ClaimConflict || isStorageError(error, "revision-conflict", "key-not-found")) return undefined;
    throw error;
  }
}

/** A write of one value to the store. */
export interface ValueWrite {
  /** The key, relative to the prefix of the resource. */
  readonly key: string;
  readonly value: Buffer;
  /** The revision of the key's last write. 0 for a new key. */
  readonly expected: number;
  /** Writes of other keys, committed in the same transaction. */
  readonly otherWrites?: readonly Write[];
  /** Measures the write. */
  readonly timeStore?: TimeStore | undefined;
}

/**
 * Returns the form of a new object that the check of its write sees. It has empty lists and maps where the stored form has null,
 * as policies and webhooks of the reference see them.
 * @param stored the stored form of `object`
 */
export function checkedForm({ schema }: Resource, object: ApiObject, stored: Decoded<ApiObject>): ApiObject {
  if (!stored.hasNullForEmpty) return stored.object;
  // The registry may have changed the metadata of the stored form.
  return { ...schema.canonical(object).object, metadata: stored.object.metadata };
}

/** Returns the value to store for a validated object. May change the object. */
export function encodeStored(resource: Resource, canonical: Decoded<ApiObject>): Buffer {
  const { object } = canonical;
  resource.schema.roundSentTimes(object);
  const isChanged = resource.hooks.fillStored?.(object) ?? false;
  return resource.encode(isChanged ? resource.schema.storedForm(object) : canonical);
}

/**
 * Stores a value and waits until the caches show it.
 * @throws StorageError like the engine's `put`; ClaimConflict
 */
export async function putAndAwait(resource: Resource, write: ValueWrite): Promise<CachedObject> {
  const { feed } = resource.services;
  const { key, value, expected, otherWrites = [], timeStore } = write;
  const { lifetimeMs } = resource;
  const put = {
    key: resource.cache.fullKey(key),
    value,
    expected,
    ...(lifetimeMs === undefined ? {} : { lifetimeMs }),
  };
  const revision = await inStore(timeStore, () =>
    inSpan(
      () => writeStep(resource, key, expected),
      () => commit(resource, put, otherWrites),
    ),
  );
  await feed.waitFor(revision, visibilityWaitMs);
  const cached = resource.cache.get(key);
  return cached?.revision === revision ? cached : resource.present(key, value, revision);
}

/** Returns the step of a write in traces. Its names are those of the reference, with any store. */
function writeStep({ kind: { group, resource, kind }, cache }: Resource, key: string, expected: number): TracedStep {
  return {
    name: expected === 0 ? "Create etcd3" : "GuaranteedUpdate etcd3",
    attributes: ({ auditId }) => ({
      "audit-id": auditId,
      key: cache.pathOf(key),
      type: `*${group === "" ? "core" : group.split(".", 1)[0]}.${kind}`,
      resource: group === "" ? resource : `${resource}.${group}`,
    }),
  };
}

/**
 * @returns the revision of `write`
 * @throws StorageError like the engine's `put`; ClaimConflict if one of the writes in `otherWrites` had a conflict
 */
async function commit({ services }: Resource, write: Write, otherWrites: readonly Write[]): Promise<number> {
  const { engine, claims } = services;
  const { key, value, expected, lifetimeMs } = write;
  if (otherWrites.length === 0) {
    return await (value ? engine.put(key, value, expected, lifetimeMs) : engine.delete(key, expected));
  }
  try {
    return await engine.commit([...otherWrites, write]);
  } catch (error) {
    if (!isStorageError(error, "key-exists", "key-not-found", "revision-conflict") || error.key === key) throw error;
    await claims?.current();
    throw new ClaimConflict(error.message, { cause: error });
  }
}

/** Stores a value like `putAndAwait`, but throws StatusErrors instead of StorageErrors. */
export async function putWithStatusErrors(
  resource: Resource,
  operation: FailedOperation,
  write: ValueWrite,
): Promise<CachedObject> {
  return await withStatusErrors(operation, () => putAndAwait(resource, write));
}

/**
 * Deletes an object in this state, waits until the caches show the deletion, and runs the kind's `afterRemoval` hook.
 * @param timeStore measures the write
 * @returns the object with the revision of its deletion
 * @throws StorageError like the engine's `delete`
 */
export async function removeObject(
  resource: Resource,
  stored: CachedObject,
  timeStore?: TimeStore,
): Promise<CachedObject> {
  const otherWrites = await releaseWrites(resource, stored.key, () => resource.parse(stored));
  const key = resource.cache.fullKey(stored.key);
  const removal = { key, value: undefined, expected: stored.revision };
  const revision = await inStore(timeStore, () => commit(resource, removal, otherWrites));
  const { feed, objects } = resource.services;
  await feed.waitFor(revision, visibilityWaitMs);
  if (objects) await resource.hooks.afterRemoval?.(resource.parse(stored), objects());
  return resource.atRevision(stored, revision);
}

/**
 * Sets the namespace of the object to that of the request. Removes it from cluster-scoped objects.
 * @param namespace empty for cluster-scoped kinds
 * @throws StatusError 400 if the object names another namespace
 */
export function ensureNamespace({ metadata }: ApiObject, namespace: string): void {
  if (namespace === "") delete metadata.namespace;
  else if (!metadata.namespace) metadata.namespace = namespace;
  else if (metadata.namespace !== namespace) {
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
}

/** A write that was validated, except for the checks that may pause. */
export interface CheckedWrite extends ObjectWrite {
  readonly subresource: string;
  readonly errors: readonly FieldError[];
  readonly rules: WriteRules;
  readonly warn?: ((message: string) => void) | undefined;
}

/** Returns all errors of a write: those that were found, and those of the checks that may pause. */
export async function allErrors(resource: Resource, write: CheckedWrite): Promise<readonly FieldError[]> {
  const { object, old, subresource, rules, warn } = write;
  const steps = rules.validateInSteps?.({
    object: object as ApiObject,
    old,
    subresource,
    context: resource.hookContext(),
  });
  const errors = steps ? [...write.errors, ...(await runInTurns(steps))] : write.errors;
  if (!rules.validateWithPauses) return errors;
  const { vocabulary, clock } = resource.services;
  const monotonicMs = (): number => clock.monotonicMs();
  const more = await rules.validateWithPauses({ object, old, subresource, errors, vocabulary, monotonicMs });
  for (const warning of more.warnings) warn?.(warning);
  return [...errors, ...more.errors];
}
