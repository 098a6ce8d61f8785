/**
 * The one error that an engine or the cache raises. Closed codes; `registry/storage-errors.ts` turns them into what a
 * client sees. Rooms at this level know nothing of HTTP.
 */
export type StorageErrorCode =
  /** A create found the key taken; `current` holds what is there. */
  | "key-exists"
  /** An update or delete found no such key. */
  | "key-not-found"
  /** The key's last revision is not the expected one; `current` holds what is there. */
  | "revision-conflict"
  /** The revision asked for is no longer kept; `revision` is the oldest one that still is. */
  | "compacted"
  /** The revision asked for does not exist yet; `revision` is the newest known one. */
  | "future-revision"
  /** The key or value is over the engine's limit; nothing was written. */
  | "too-large"
  /** No room left to write; reads go on, and writes work again once there is room. */
  | "no-space"
  /** The store cannot be reached or has failed; `cause` says why. */
  | "unavailable"
  /** What is stored cannot be read. */
  | "corrupt"
  /** The store belongs to somebody else: another process, another vocabulary, a newer format. */
  | "not-usable"
  /** The engine was closed. */
  | "closed";

export interface StorageErrorOptions {
  readonly key?: string;
  readonly revision?: number;
  /** What the store holds under `key`, for the caller that wants to try again on it. */
  readonly current?: { readonly value: Uint8Array; readonly revision: number };
  readonly cause?: unknown;
}

export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly code: StorageErrorCode;
  readonly key: string | undefined;
  readonly revision: number | undefined;
  readonly current: StorageErrorOptions["current"];

  constructor(code: StorageErrorCode, message: string, options: StorageErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.key = options.key;
    this.revision = options.revision;
    this.current = options.current;
  }
}

/** True when `error` is a StorageError with one of `codes`. */
export function isStorageError(error: unknown, ...codes: readonly StorageErrorCode[]): error is StorageError {
  return error instanceof StorageError && codes.includes(error.code);
}

/** Returns the result of `read`. If `read` throws `corrupt`, returns the result of `onCorrupt` instead. */
export function readUnlessCorrupt<T>(read: () => T, onCorrupt: (damage: StorageError) => T): T {
  try {
    return read();
  } catch (error) {
    if (isStorageError(error, "corrupt")) return onCorrupt(error);
    throw error;
  }
}
