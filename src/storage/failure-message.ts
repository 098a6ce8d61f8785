/** A StorageError as plain data, which can be sent between threads and processes. */
import { StorageError, type StorageErrorCode } from "./errors.ts";

/** A StorageError without its cause. */
export interface StoreFailure {
  readonly code: StorageErrorCode;
  readonly message: string;
  readonly key?: string | undefined;
  readonly revision?: number | undefined;
  readonly current?: StorageError["current"];
  readonly isUntransformable?: boolean;
}

/** Returns an error of the store as plain data. Other errors become `unavailable`. */
export function toFailure(error: unknown): StoreFailure {
  if (!(error instanceof StorageError)) return { code: "unavailable", message: String(error) };
  const { code, message, key, revision, current, isUntransformable } = error;
  return { code, message, key, revision, current, ...(isUntransformable ? { isUntransformable } : {}) };
}

/** Converts plain data back into an error. */
export function fromFailure({ code, message, key, revision, current, isUntransformable }: StoreFailure): StorageError {
  return new StorageError(code, message, {
    ...(key === undefined ? {} : { key }),
    ...(revision === undefined ? {} : { revision }),
    ...(current === undefined ? {} : { current }),
    ...(isUntransformable === undefined ? {} : { isUntransformable }),
  });
}
