/** The StorageErrors of the engines in this room: one function per way to fail, so that messages agree. */
import type { Entry } from "./engine.ts";
import { StorageError } from "./errors.ts";

type Current = Pick<Entry, "revision" | "value">;

export function keyExists(key: string, current: Current): StorageError {
  return new StorageError("key-exists", `${key} exists at revision ${current.revision}`, {
    key,
    revision: current.revision,
    current,
  });
}

export function keyNotFound(key: string): StorageError {
  return new StorageError("key-not-found", `${key} does not exist`, { key });
}

export function revisionConflict(key: string, expected: number, current: Current): StorageError {
  return new StorageError("revision-conflict", `${key} is at revision ${current.revision}, expected ${expected}`, {
    key,
    revision: current.revision,
    current,
  });
}

/** @param oldest the oldest revision that can still be read */
export function compacted(asked: number, oldest: number): StorageError {
  return new StorageError("compacted", `revision ${asked} is no longer kept; the oldest one is ${oldest}`, {
    revision: oldest,
  });
}

export function futureRevision(asked: number, newest: number): StorageError {
  return new StorageError("future-revision", `revision ${asked} does not exist yet; the newest one is ${newest}`, {
    revision: newest,
  });
}

export function tooLarge(what: "key" | "value", key: string, sizes: { bytes: number; bytesMax: number }): StorageError {
  const shown = key.length > 100 ? `${key.slice(0, 100)}...` : key;
  const message = `the ${what} of ${shown} has ${sizes.bytes} bytes; at most ${sizes.bytesMax} can be stored`;
  return new StorageError("too-large", message, { key: shown });
}

/** @param key the key, when it is known although its entry is not readable */
export function corrupt(
  reason: string,
  where: { readonly key?: string; readonly revision?: number; readonly cause?: unknown },
): StorageError {
  const what = where.key === undefined ? "an entry" : `the entry of ${where.key}`;
  const at = where.revision === undefined ? "" : ` at revision ${where.revision}`;
  return new StorageError("corrupt", `${what}${at} cannot be read: ${reason}`, where);
}

export function unavailable(reason: string, cause?: unknown): StorageError {
  return new StorageError("unavailable", reason, { cause });
}

export function closed(): StorageError {
  return new StorageError("closed", "the store was closed");
}
