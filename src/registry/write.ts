/** What creates, updates and deletions have in common. */
import type { CachedObject } from "../cache/index.ts";
import type { GroupResource } from "../meta/group-version.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { badRequest } from "../meta/status-error.ts";
import type { CreateCheck, Decoded, KindHooks, UpdateChecks } from "../schema/index.ts";
import { isStorageError, type Write } from "../storage/index.ts";
import { releaseWrites } from "./claim-values.ts";
import { ClaimLost } from "./claims.ts";
import type { Resource } from "./resource.ts";
import { type FailedOperation, withStatusErrors } from "./storage-errors.ts";
import { Turns } from "./turns.ts";

/** How often a write is tried again on a newer state before the conflict is answered. */
const conflictRetriesMax = 100;

/** A committed write reaches the caches at once; longer than this means that the feed is broken. */
const visibilityWaitMs = 10_000;

/** What is to be stored, and what there is; read by who looks at it. */
export interface Written {
  readonly object: ApiObject;
  /** Absent for creations. */
  readonly old?: ApiObject;
}

/** A check that may refuse the write; it must not change anything. */
export type WriteCheck = (written: Written) => Promise<void>;

/** What a kind asks of a write besides what its schema says; they see the stored form. */
export interface WriteRules
  extends Pick<KindHooks, "validateCreate" | "validateCreateLast" | "validateUpdate" | "nameFormat"> {
  /** Default: those of the stored kind, as for the next one. */
  readonly createChecks?: readonly CreateCheck[];
  readonly updateChecks?: UpdateChecks;
}

export interface WriteTarget {
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly name: string;
  /** The resource that the client's request names, for messages. Default: the one in which the objects are stored. */
  readonly served?: GroupResource;
}

const turnsByResource = new WeakMap<Resource, Turns>();

function turnsOf(resource: Resource): Turns {
  let turns = turnsByResource.get(resource);
  if (!turns) {
    turns = new Turns();
    turnsByResource.set(resource, turns);
  }
  return turns;
}

/**
 * Runs `attempt` on the newest state of an object, and again on a newer one for as long as somebody else is faster. The
 * first attempt starts at once; those who lost take turns, so that however many write one object, all get through.
 * @param attempt gets undefined where there is no object; throws StorageError `revision-conflict` or `key-not-found`
 *   when it lost; must not write the same object another way, for it may have the turn
 * @throws StatusError 409 when it lost again and again, and what `attempt` raises
 */
export async function writeNewest<T>(
  resource: Resource,
  { namespace, name, served = resource.kind, verb }: WriteTarget & { readonly verb: string },
  attempt: (stored: CachedObject | undefined) => Promise<T>,
): Promise<T> {
  const key = resource.key(namespace, name);
  const run = async (): Promise<T> => {
    await resource.cache.current();
    return await attempt(resource.cache.get(key));
  };
  const turns = turnsOf(resource);
  return await withStatusErrors({ target: served, name, verb }, async () => {
    if (!turns.isTaken(key)) {
      const first = await unlessLost(run);
      if (first) return first.result;
    }
    return await turns.take(key, () => retried(run));
  });
}

async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let retry = 1; retry < conflictRetriesMax; retry++) {
    const done = await unlessLost(run);
    if (done) return done.result;
  }
  return await run();
}

/** Undefined when somebody else was faster. */
async function unlessLost<T>(run: () => Promise<T>): Promise<{ readonly result: T } | undefined> {
  try {
    return { result: await run() };
  } catch (error) {
    if (error instanceof ClaimLost || isStorageError(error, "revision-conflict", "key-not-found")) return undefined;
    throw error;
  }
}

export interface ValueWrite {
  /** Below the resource's prefix. */
  readonly key: string;
  readonly value: Buffer;
  /** The revision of the key's last write; 0 for a new key. */
  readonly expected: number;
  /** Writes of other keys that are made with it, or not at all. */
  readonly besides?: readonly Write[];
}

/** Returns the value to store for a validated object. May change the object. */
export function encodeStored(resource: Resource, canonical: Decoded<ApiObject>): Buffer {
  const { object } = canonical;
  resource.schema.roundSentTimes(object);
  const isChanged = resource.hooks.fillStored?.(object) ?? false;
  return resource.encode(isChanged ? resource.schema.storedForm(object) : canonical);
}

/** Stores a value and waits until the caches show it. @throws StorageError as the engine's `put`; ClaimLost */
export async function putRaw(resource: Resource, write: ValueWrite): Promise<CachedObject> {
  const { feed } = resource.services;
  const { key, value, expected, besides = [] } = write;
  const revision = await commit(resource, { key: resource.cache.fullKey(key), value, expected }, besides);
  await feed.waitFor(revision, visibilityWaitMs);
  const cached = resource.cache.get(key);
  return cached?.revision === revision ? cached : resource.present(key, value, revision);
}

/**
 * @returns the revision of `write`
 * @throws StorageError as the engine's `put`; ClaimLost when one of the others is refused
 */
async function commit({ services }: Resource, write: Write, besides: readonly Write[]): Promise<number> {
  const { engine, claims } = services;
  const { key, value, expected } = write;
  if (besides.length === 0) return await (value ? engine.put(key, value, expected) : engine.delete(key, expected));
  try {
    return await engine.commit([...besides, write]);
  } catch (error) {
    if (!isStorageError(error, "key-exists", "key-not-found", "revision-conflict") || error.key === key) throw error;
    await claims?.current();
    throw new ClaimLost(error.message, { cause: error });
  }
}

/** The same, raising what a client sees. */
export async function putValue(
  resource: Resource,
  operation: FailedOperation,
  write: ValueWrite,
): Promise<CachedObject> {
  return await withStatusErrors(operation, () => putRaw(resource, write));
}

/**
 * Removes an object in this state, waits until the caches show the removal, and runs the hook of the kind.
 * @returns the object with the revision of its removal
 * @throws StorageError as the engine's `delete`
 */
export async function removeObject(resource: Resource, stored: CachedObject): Promise<CachedObject> {
  const besides = await releaseWrites(resource, stored.key, () => resource.parse(stored));
  const key = resource.cache.fullKey(stored.key);
  const revision = await commit(resource, { key, value: undefined, expected: stored.revision }, besides);
  const { feed, objects } = resource.services;
  await feed.waitFor(revision, visibilityWaitMs);
  if (objects) await resource.hooks.afterRemoval?.(resource.parse(stored), objects());
  return resource.restamped(stored, revision);
}

/**
 * Puts the request's namespace into the object; what has no namespace loses the one that it was given.
 * @param namespace empty for cluster-scoped kinds
 * @throws StatusError 400 when the object names another one
 */
export function ensureNamespace({ metadata }: ApiObject, namespace: string): void {
  if (namespace === "") delete metadata.namespace;
  else if (!metadata.namespace) metadata.namespace = namespace;
  else if (metadata.namespace !== namespace) {
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
}
