/**
 * Files of the data directory. A file written here is complete under its name or not there at all, whatever happens to
 * the process or the machine meanwhile.
 */

import { readFileSync, statSync } from "node:fs";
import { link, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { systemRandom } from "../../base/random.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { StartupError } from "./startup-error.ts";

/** Readable by the owner alone: whatever holds a key. */
export const secretMode = 0o600;
export const secretDirMode = 0o700;
export const publicMode = 0o644;

/** Far more than any key, certificate or cluster file has. */
const fileBytesMax = 1_048_576;

/** Begins the names of temporary files, which a killed process may leave behind. */
export const temporaryPrefix = ".tmp-";

/**
 * Replaces the file at `path`, or makes it, in one step that lasts.
 * @param options.mode of the file, whatever the process's mask takes away by default
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
 * Makes the file at `path` in one step that lasts, unless it exists.
 * @returns false when it exists: of several processes that make a file at once, exactly one does
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
 * Links `from` to `to`. Renames it on file systems without links, where two processes that start at the same time can both
 * succeed.
 */
async function linkOrRename(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!isErrno(error, "EPERM", "ENOTSUP", "ENOSYS")) throw error;
    await rename(from, to);
  }
}

/** Returns a path beside `path` that no other process uses: ids of processes repeat in containers. */
export function temporaryPath(path: string): string {
  return join(dirname(path), `${temporaryPrefix}${systemRandom.uuid()}-${basename(path)}`);
}

/** Writes a new file and waits until it is on disk. Not atomic: for folders that get their name when they are complete. */
export async function writeDurably(path: string, content: string, { mode }: { mode: number }): Promise<void> {
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
 * Makes a folder, and those above it that are missing. (Node's own `recursive` never ends where a file system refuses new
 * folders with ENOENT, as /proc does.)
 * @throws what the system says of the first folder that cannot be made; EEXIST for a file in its place
 */
export async function makeFolders(path: string, { mode }: { mode: number }): Promise<void> {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) await makeFolders(above, { mode });
  try {
    await mkdir(path, { mode });
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Makes the names in a folder last, which syncing its files does not. */
export async function syncDirectory(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * The text of a file, or nothing when there is none. Synchronous, because a start reads a handful of small files: that
 * takes 0.2 ms, and several milliseconds by way of the thread pool.
 * @throws StartupError when it is there and cannot be read, or is larger than 1 MiB
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

/** Whether the operating system refused with one of `codes`. */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
