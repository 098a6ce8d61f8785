/** Writes and reads the files of backups. */
import { createReadStream, realpathSync, statSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { reasonOf } from "../../../base/reason-of.ts";
import { BackupError, type BackupHeader, type BackupSummary, readBackup } from "../../../storage/backup/index.ts";
import { isErrno, secretMode, syncDirectory, temporaryPath } from "../../machine/files.ts";
import { StartupError } from "../../machine/startup-error.ts";

/** Header and summary of a backup whose digest was checked. */
export interface CheckedBackup {
  readonly header: BackupHeader;
  readonly summary: BackupSummary;
}

/** Where a backup is written. */
export interface BackupTarget {
  readonly path: string;
  /** Replaces a file that exists. */
  readonly overwrite: boolean;
  /** Checks the header before the entries are read. @throws StartupError */
  readonly checkHeader: (header: BackupHeader) => void;
  /** Called now and then with the number of keys so far. */
  readonly onProgress: (keys: number) => void;
}

/**
 * Writes a backup, and checks it on the way. The file is complete and synced when it gets its name.
 * @throws StartupError if the file exists or cannot be written; BackupError if `pieces` are no complete backup
 */
export async function writeBackupFile(pieces: AsyncIterable<Uint8Array>, target: BackupTarget): Promise<CheckedBackup> {
  const { checkHeader, onProgress } = target;
  let temporary: string | undefined;
  try {
    const path = replaceablePath(target);
    temporary = temporaryPath(path);
    const checked = await writeTemporary(temporary, pieces, (keys, header) => {
      if (keys === 0) checkHeader(header);
      onProgress(keys);
    });
    await rename(temporary, path);
    await syncDirectory(dirname(path));
    return checked;
  } catch (error) {
    if (temporary !== undefined) await rm(temporary, { force: true });
    if (isErrno(error, "ENOSPC", "EDQUOT", "EFBIG")) {
      throw new StartupError(`there is no space for ${target.path} (${reasonOf(error)}); choose another disk`, {
        cause: error,
      });
    }
    if (isErrno(error, "ENOENT", "EACCES", "EROFS", "EPERM", "EISDIR", "ENOTDIR")) {
      throw new StartupError(`${target.path} cannot be written (${reasonOf(error)}); choose another file`, {
        cause: error,
      });
    }
    throw error;
  }
}

/**
 * Returns the path that gets the backup: of a link, that of the file to which it leads.
 * @throws StartupError if the path exists and must not be replaced, such as that of a device
 */
function replaceablePath({ path, overwrite }: Pick<BackupTarget, "path" | "overwrite">): string {
  const existing = statSync(path, { throwIfNoEntry: false });
  if (!existing) return path;
  if (!existing.isFile()) throw new StartupError(`${path} exists and is not a regular file; choose another file`);
  if (!overwrite) throw new StartupError(`${path} exists; choose another file, or replace it with --overwrite`);
  return realpathSync(path);
}

type ProgressOf = (keys: number, header: BackupHeader) => void;

async function writeTemporary(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  onProgress: ProgressOf,
): Promise<CheckedBackup> {
  const file = await open(path, "wx", secretMode);
  try {
    const writeEach = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces) {
        await file.appendFile(piece);
        yield piece;
      }
    };
    const checked = await check(writeEach(), onProgress);
    await file.sync();
    return checked;
  } finally {
    await file.close();
  }
}

/**
 * Reads a whole backup, and checks it.
 * @throws StartupError if the file cannot be read; BackupError if it is no complete backup
 */
export async function checkBackupFile(path: string, onProgress: (keys: number) => void): Promise<CheckedBackup> {
  return await check(readChunks(path), onProgress);
}

async function check(chunks: AsyncIterable<Uint8Array>, onProgress: ProgressOf): Promise<CheckedBackup> {
  let header: BackupHeader | undefined;
  let keys = 0;
  for await (const part of readBackup(chunks)) {
    if ("header" in part) header = part.header;
    if ("entries" in part) keys += part.entries.length;
    if (header) onProgress(keys, header);
    if ("summary" in part && header) return { header, summary: part.summary };
  }
  throw new BackupError("the backup has no end");
}

/**
 * Checks that a file can be read twice, which a pipe cannot: once to check it, and once to use its content.
 * @throws StartupError if it cannot
 */
export function requireRegularFile(path: string): void {
  let isRegular: boolean;
  try {
    isRegular = statSync(path).isFile();
  } catch (error) {
    throw readError(path, error);
  }
  if (isRegular) return;
  throw new StartupError(`${path} is not a regular file, and the backup is read twice; name a file that contains it`);
}

/** Yields the bytes of a file. @throws StartupError if it cannot be read */
export async function* readChunks(path: string): AsyncGenerator<Uint8Array, undefined> {
  try {
    const stream = createReadStream(path, { highWaterMark: 1024 * 1024 });
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    throw readError(path, error);
  }
}

/** Returns what a command reports for an error of the file system. Other errors stay as they are. */
function readError(path: string, error: unknown): unknown {
  if (!(error instanceof Error && "syscall" in error)) return error;
  return new StartupError(`${path} cannot be read (${reasonOf(error)}); name the file of a backup`, { cause: error });
}
