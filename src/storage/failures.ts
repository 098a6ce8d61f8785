/**
 * Creates the StorageErrors of the engines in this folder. Each kind of failure has one function, so that messages are
 * consistent.
 */
import type { Entry } from "./engine.ts";
import { StorageError } from "./errors.ts";

type Current = Pick<Entry, "revision" | "value">;

/** Returns the error of a create whose key exists. */
export function keyExists(key: string, current: Current): StorageError {
  return new StorageError("key-exists", `${key} exists at revision ${current.revision}`, {
    key,
    revision: current.revision,
    current,
  });
}

/** Returns the error of an update or a deletion whose key does not exist. */
export function keyNotFound(key: string): StorageError {
  return new StorageError("key-not-found", `${key} does not exist`, { key });
}

/** Returns the error of a write whose key has another revision than `expected`. */
export function revisionConflict(key: string, expected: number, current: Current): StorageError {
  return new StorageError("revision-conflict", `${key} is at revision ${current.revision}, expected ${expected}`, {
    key,
    revision: current.revision,
    current,
  });
}

/** Returns the error of a read at a compacted revision. @param oldest the oldest revision that can be read */
export function compacted(requested: number, oldest: number): StorageError {
  return new StorageError("compacted", `revision ${requested} is no longer kept; the oldest one is ${oldest}`, {
    revision: oldest,
  });
}

/** Returns the error of a read at a revision that does not exist yet. */
export function futureRevision(requested: number, newest: number): StorageError {
  return new StorageError("future-revision", `revision ${requested} does not exist yet; the newest one is ${newest}`, {
    revision: newest,
  });
}

/** Returns the error of a write whose key or value exceeds the engine's limit. */
export function tooLarge(what: "key" | "value", key: string, sizes: { bytes: number; bytesMax: number }): StorageError {
  const shownKey = key.length > 100 ? `${key.slice(0, 100)}...` : key;
  const message = `the ${what} of ${shownKey} has ${sizes.bytes} bytes; at most ${sizes.bytesMax} can be stored`;
  return new StorageError("too-large", message, { key: shownKey });
}

/**
 * Returns the error for an entry that cannot be read.
 * @param where.key the key, if it is known although the entry is unreadable
 */
export function corrupt(
  reason: string,
  where: { readonly key?: string; readonly revision?: number; readonly cause?: unknown },
): StorageError {
  const what = where.key === undefined ? "an entry" : `the entry of ${where.key}`;
  const at = where.revision === undefined ? "" : ` at revision ${where.revision}`;
  return new StorageError("corrupt", `${what}${at} cannot be read: ${reason}`, where);
}

/** Returns the error of a store that cannot be read or written. */
export function unavailable(reason: string, cause?: unknown): StorageError {
  return new StorageError("unavailable", reason, { cause });
}

/** Returns the error of an operation on a closed engine. */
export function closed(): StorageError {
  return new StorageError("closed", "the store was closed");
}
