/**
 * Finds out why LMDB could not commit.
 *
 * The binding rejects with a general error. Its `commitError` is a second promise, which rejects with the actual error.
 * Both must be awaited, because otherwise the second one is reported as an unhandled rejection.
 */
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StorageError } from "../errors.ts";
import { unavailable } from "../failures.ts";

const errnoInputOutput = 5;
const errnoFileTooLarge = 27;
const errnoNoSpace = 28;
const errnoQuota = 122;
const mdbMapFull = -30792;

const noSpaceCodes: readonly unknown[] = [errnoFileTooLarge, errnoNoSpace, errnoQuota, mdbMapFull];

/** Space that a commit may need for pages besides the bytes that it stores. */
const spareBytes = 1024 * 1024;

/** Returns the actual error behind an error of the binding. */
export async function rootCause(error: unknown): Promise<unknown> {
  if (!(error instanceof Error && "commitError" in error)) return error;
  try {
    await error.commitError;
    return error;
  } catch (cause) {
    return cause;
  }
}

/** Returns the StorageError for a failed commit. @param bytes the size of the data that could not be stored */
export function commitFailure(cause: unknown, directory: string, bytes: number): StorageError {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  const isFull = noSpaceCodes.includes(code) || (code === errnoInputOutput && !canWrite(directory, bytes));
  return isFull ? noSpace(directory, cause) : unavailable(`the store in ${directory} could not be written`, cause);
}

/** Returns the error of a write for which there is no space. */
export function noSpace(directory: string, cause?: unknown): StorageError {
  const message = `no space left to write to ${directory}; free some and writes work again`;
  return new StorageError("no-space", message, { cause });
}

/** Whether the file system reports enough free space for `bytes`. */
export function reportsSpace(directory: string, bytes: number): boolean {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize >= bytes + spareBytes;
}

/**
 * LMDB reports a partial write as an I/O error, whether or not the disk is full. Only writing the same amount again
 * shows the difference.
 */
function canWrite(directory: string, bytes: number): boolean {
  if (!reportsSpace(directory, bytes)) return false;
  const probe = join(directory, "space-probe");
  try {
    writeFileSync(probe, Buffer.alloc(bytes + spareBytes), { flush: true });
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT", "EFBIG"].includes(String(error.code)));
  } finally {
    rmSync(probe, { force: true });
  }
}
