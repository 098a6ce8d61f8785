/**
 * What went wrong when LMDB could not commit.
 *
 * The binding rejects with a general error whose `commitError` is a second promise, rejected with the real one. Both
 * must be waited for: whoever leaves the second one alone leaves an unhandled rejection behind.
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

/** Pages that a commit may need besides the bytes that it stores. */
const spareBytes = 1024 * 1024;

/** The binding's own error behind `error`. */
export async function rootCause(error: unknown): Promise<unknown> {
  if (!(error instanceof Error && "commitError" in error)) return error;
  try {
    await error.commitError;
    return error;
  } catch (cause) {
    return cause;
  }
}

/** @param bytes the size of what could not be stored */
export function commitFailure(cause: unknown, directory: string, bytes: number): StorageError {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  const isFull = noSpaceCodes.includes(code) || (code === errnoInputOutput && !hasRoom(directory, bytes));
  return isFull ? noSpace(directory, cause) : unavailable(`the store in ${directory} could not be written`, cause);
}

export function noSpace(directory: string, cause?: unknown): StorageError {
  const message = `no space left to write to ${directory}; free some and writes work again`;
  return new StorageError("no-space", message, { cause });
}

/** False when the file system itself says that `bytes` do not fit. */
export function mayHaveRoom(directory: string, bytes: number): boolean {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize >= bytes + spareBytes;
}

/** LMDB calls a write that was cut short an I/O error, full disk or not. Only writing as much again tells them apart. */
function hasRoom(directory: string, bytes: number): boolean {
  if (!mayHaveRoom(directory, bytes)) return false;
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
