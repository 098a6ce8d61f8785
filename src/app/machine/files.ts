/**
 * Reads and writes the files of the data directory. A written file is complete or does not exist, even if the process
 * or the machine fails.
 */

import { readFileSync, statSync } from "node:fs";
import { link, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { systemRandom } from "../../base/random.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { StartupError } from "./startup-error.ts";

/** Mode of files that contain private keys. */
export const secretMode = 0o600;
/** Mode of folders whose contents are private. */
export const secretDirMode = 0o700;
/** Mode of files without private keys. */
export const publicMode = 0o644;

/** Largest file that is read. Keys, certificates and cluster files are much smaller. */
const fileBytesMax = 1_048_576;

/** Prefix of the names of temporary files. A killed process may leave such files. */
export const temporaryPrefix = ".tmp-";

/**
 * Creates or replaces the file at `path` atomically and durably.
 * @param options.mode mode of the file, independent of the umask
 */
export async function writeAtomically(path: string, content: string, options: { mode: number }): Promise<void> {
  const temporary = temporaryPath(path);
  try {
    await writeDurably(temporary, content, options);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

/**
 * Creates the file at `path` atomically and durably, unless it exists.
 * @returns false if the file exists. If several processes create it at the same time, exactly one succeeds.
 */
export async function createAtomically(path: string, content: string, options: { mode: number }): Promise<boolean> {
  const temporary = temporaryPath(path);
  try {
    await writeDurably(temporary, content, options);
    await linkOrRename(temporary, path);
  } catch (error) {
    if (isErrno(error, "EEXIST")) return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncDirectory(dirname(path));
  return true;
}

/**
 * Links `from` to `to`. On file systems without hard links it renames the file; two processes that start at the same
 * time can then both succeed.
 */
async function linkOrRename(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!isErrno(error, "EPERM", "ENOTSUP", "ENOSYS")) throw error;
    await rename(from, to);
  }
}

/** Returns a path in the same folder that no other process uses. Process ids are not unique across containers. */
export function temporaryPath(path: string): string {
  return join(dirname(path), `${temporaryPrefix}${systemRandom.uuid()}-${basename(path)}`);
}

/**
 * Writes a new file and syncs it to disk. It is not atomic: use it in folders that get their final name when they are
 * complete.
 */
export async function writeDurably(path: string, content: string | Buffer, { mode }: { mode: number }): Promise<void> {
  const file = await open(path, "wx", mode);
  try {
    await file.chmod(mode);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Creates a folder and its missing parents. Node's `recursive` option is not used, because it never returns on file
 * systems that reject new folders with ENOENT, such as /proc.
 * @throws Error of the operating system for the first folder that cannot be created; EEXIST if a file is in its place
 */
export async function makeFolders(path: string, { mode }: { mode: number }): Promise<void> {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) await makeFolders(above, { mode });
  try {
    await mkdir(path, { mode });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Syncs a folder to disk, so that the names of its files are durable. */
export async function syncDirectory(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Returns the text of a file. Undefined if it does not exist. It is synchronous, because the few small files of a start
 * take 0.2 ms this way, and several milliseconds through the thread pool.
 * @throws StartupError if the file cannot be read, or is larger than 1 MiB
 */
export function readIfPresent(path: string): string | undefined {
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) return undefined;
    if (size <= fileBytesMax) return readFileSync(path, "utf8");
    throw new StartupError(`${path} has ${size} bytes, far more than such a file can have; put the right file there`);
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR")) return undefined;
    if (error instanceof StartupError) throw error;
    throw new StartupError(`${path} cannot be read (${reasonOf(error)}); make it readable for this user`, {
      cause: error,
    });
  }
}

/** Whether the error is one of the operating system with one of `codes`. */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
