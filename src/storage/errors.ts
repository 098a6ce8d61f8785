/**
 * The error that engines and caches throw. `registry/storage-errors.ts` translates its codes into the errors that
 * clients see. This folder does not depend on HTTP.
 */
export type StorageErrorCode =
  /** The key of a create exists. `current` is its value. */
  | "key-exists"
  /** The key of an update or deletion does not exist. */
  | "key-not-found"
  /** The key has another revision than the expected one. `current` is its value. */
  | "revision-conflict"
  /** The requested revision was compacted. `revision` is the oldest one that can be read. */
  | "compacted"
  /** The requested revision does not exist yet. `revision` is the newest known one. */
  | "future-revision"
  /** The key or the value exceeds the engine's limit. Nothing was written. */
  | "too-large"
  /** There is no space left. Reads still work, and writes work again once there is space. */
  | "no-space"
  /** The store cannot be reached or has failed. Nothing was written. `cause` is the reason. */
  | "unavailable"
  /**
   * The response of a remote store to a write was lost. The write may have been carried out, or may still be. It must
   * not be repeated without a look at the key.
   */
  | "outcome-unknown"
  /** A stored value cannot be read. */
  | "corrupt"
  /** The store cannot be opened: another process uses it, or it has another identity or a newer format. */
  | "not-usable"
  /** The engine was closed. */
  | "closed";

/** Details of a StorageError. */
export interface StorageErrorOptions {
  readonly key?: string;
  readonly revision?: number;
  /** The stored value of `key`, for callers that try again with it. */
  readonly current?: { readonly value: Uint8Array; readonly revision: number };
  /** Whether the stored bytes could not be decrypted. Only with the code `corrupt`. */
  readonly isUntransformable?: boolean;
  readonly cause?: unknown;
}

/** The only error that engines and caches throw. `code` says what failed. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly code: StorageErrorCode;
  readonly key: string | undefined;
  readonly revision: number | undefined;
  readonly current: StorageErrorOptions["current"];
  readonly isUntransformable: boolean;

  constructor(code: StorageErrorCode, message: string, options: StorageErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.key = options.key;
    this.revision = options.revision;
    this.current = options.current;
    this.isUntransformable = options.isUntransformable ?? false;
  }
}

/** Whether `error` is a StorageError with one of the codes. */
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
