/**
 * A file that is replaced by a new one when it reaches its largest size. The old files have the time in their names, are compressed
 * if requested, and are deleted when they are too old or too many.
 */
import { createReadStream, createWriteStream, write, writev } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";

/** When a file is replaced, and how long old ones are kept. */
export interface RotationOptions {
  /** Absolute path. */
  readonly path: string;
  /** Largest size of a file in bytes. */
  readonly bytesMax: number;
  /** Longest age of an old file. `Infinity`: no limit. */
  readonly ageMsMax: number;
  /** Largest number of old files. `Infinity`: no limit. */
  readonly backupsMax: number;
  /** Whether old files are compressed. */
  readonly compresses: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

const fileMode = 0o600;
const directoryMode = 0o700;
const compressedSuffix = ".gz";
const timeInName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}$/;

/** A file that rotates. Its methods must not be called at the same time. */
export class RotatingFile implements AsyncDisposable {
  readonly #options: RotationOptions;
  #file: FileHandle | undefined;
  #size = 0;
  /** Largest size of the present file. A pipe or a device, such as `/dev/stdout`, is never replaced. */
  #bytesMax = Number.POSITIVE_INFINITY;
  #cleaning: Promise<void> = Promise.resolve();

  constructor(options: RotationOptions) {
    this.#options = options;
  }

  /** Creates the file if it does not exist. @throws Error of the file system */
  async open(): Promise<void> {
    await mkdir(dirname(this.#options.path), { recursive: true, mode: directoryMode });
    await this.#openFile();
    this.#clean();
  }

  /**
   * Returns how many of the lines fit into the present file. At least one, because a line is never divided.
   * @param sizes bytes of each line
   */
  fitting(sizes: readonly number[]): number {
    let size = this.#size;
    let count = 0;
    for (const bytes of sizes) {
      if (size + bytes > this.#bytesMax && count > 0) break;
      size += bytes;
      count++;
    }
    return count;
  }

  /**
   * Appends bytes. Replaces the file first if they do not fit. After a failure, the file does not contain a part of them.
   * @throws Error of the file system
   */
  async append(pieces: readonly Buffer[]): Promise<void> {
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    if (this.#size > 0 && this.#size + bytes > this.#bytesMax) await this.#rotate();
    const file = this.#file ?? (await this.#openFile());
    try {
      await writeAll(file, pieces);
      this.#size += bytes;
    } catch (error) {
      await this.#removePart(file);
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
    await this.#cleaning;
  }

  async #openFile(): Promise<FileHandle> {
    const file = await open(this.#options.path, "a", fileMode);
    this.#file = file;
    const stats = await file.stat();
    this.#size = stats.size;
    this.#bytesMax = stats.isFile() ? this.#options.bytesMax : Number.POSITIVE_INFINITY;
    return file;
  }

  /** Removes the part of a line that was written before a failure. */
  async #removePart(file: FileHandle): Promise<void> {
    try {
      await file.truncate(this.#size);
    } catch (error) {
      // A pipe or a device has no length. The next write reports whether the file still works.
      this.#options.logger.warning("a part of an audit event may remain in the log", { reason: String(error) });
    }
  }

  async #rotate(): Promise<void> {
    const { path, clock } = this.#options;
    await this.#file?.close();
    this.#file = undefined;
    // Another program may have moved or deleted the file, or its folder.
    if (await exists(path)) await rename(path, await this.#freeBackupName(clock.nowMs()));
    await this.open();
  }

  /** Two files cannot have the same name, even if they were replaced in the same millisecond. */
  async #freeBackupName(nowMs: number): Promise<string> {
    for (let ms = nowMs; ; ms++) {
      const name = backupName(this.#options.path, ms);
      const names = await Promise.all([name, name + compressedSuffix].map(async (one) => await exists(one)));
      if (!names.includes(true)) return name;
    }
  }

  /** Compresses and deletes old files, one clean-up after the other. */
  #clean(): void {
    this.#cleaning = this.#cleanAfter(this.#cleaning, this.#options.clock.nowMs());
  }

  async #cleanAfter(previous: Promise<void>, nowMs: number): Promise<void> {
    await previous;
    try {
      await this.#removeOld(nowMs);
    } catch (error) {
      this.#options.logger.error("old audit logs could not be cleaned up", error);
    }
  }

  /** @param nowMs time at which the clean-up was requested. It can run later, when others have ended. */
  async #removeOld(nowMs: number): Promise<void> {
    const { path, backupsMax, ageMsMax, compresses } = this.#options;
    const directory = dirname(path);
    const backups = oldFiles(await readdir(directory), path);
    const oldestMs = nowMs - ageMsMax;
    const times = [...new Set(backups.map(({ timeMs }) => timeMs))].sort((one, other) => other - one);
    const kept = new Set(times.slice(0, backupsMax).filter((timeMs) => timeMs >= oldestMs));
    for (const { name, timeMs, isCompressed } of backups) {
      const backup = join(directory, name);
      if (!kept.has(timeMs)) await unlink(backup);
      else if (compresses && !isCompressed) await compressFile(backup);
    }
  }
}

async function writeAll(file: FileHandle, pieces: readonly Buffer[]): Promise<void> {
  let remaining = pieces;
  while (remaining.length > 0) remaining = after(remaining, await writeOnce(file, remaining));
}

/** Uses callbacks, because a write of a FileHandle takes twice the time. @returns number of bytes that were written */
function writeOnce({ fd }: FileHandle, pieces: readonly Buffer[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null, bytes: number): void => (error ? reject(error) : resolve(bytes));
    const [first] = pieces;
    if (pieces.length === 1 && first) write(fd, first, 0, first.length, null, settle);
    else writev(fd, pieces as Buffer[], settle);
  });
}

/** Returns what remains of the pieces after their first bytes. */
function after(pieces: readonly Buffer[], bytes: number): readonly Buffer[] {
  let skipped = bytes;
  let index = 0;
  for (const { length } of pieces) {
    if (skipped < length) break;
    skipped -= length;
    index++;
  }
  const [first, ...others] = pieces.slice(index);
  return first ? [first.subarray(skipped), ...others] : [];
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    // Any failure means that the name can be used, or that renaming reports the failure.
    return false;
  }
}

/** Returns the name of an old file, in UTC: `audit-2026-01-02T03-04-05.678.log`. */
function backupName(path: string, nowMs: number): string {
  const { prefix, extension } = nameParts(path);
  const time = new Date(nowMs).toISOString().slice(0, -1).replaceAll(":", "-");
  return join(dirname(path), `${prefix}${time}${extension}`);
}

function nameParts(path: string): { readonly prefix: string; readonly extension: string } {
  const extension = extname(path);
  return { prefix: `${basename(path, extension)}-`, extension };
}

interface OldFile {
  readonly name: string;
  readonly timeMs: number;
  readonly isCompressed: boolean;
}

/** Returns the old files among the names of a directory. */
function oldFiles(names: readonly string[], path: string): readonly OldFile[] {
  const { prefix, extension } = nameParts(path);
  return names.flatMap((name) => {
    const isCompressed = name.endsWith(compressedSuffix);
    const plain = isCompressed ? name.slice(0, -compressedSuffix.length) : name;
    if (!plain.startsWith(prefix) || !plain.endsWith(extension)) return [];
    const time = plain.slice(prefix.length, plain.length - extension.length);
    if (!timeInName.test(time)) return [];
    const [date = "", clockTime = ""] = time.split("T");
    return [{ name, timeMs: Date.parse(`${date}T${clockTime.replaceAll("-", ":")}Z`), isCompressed }];
  });
}

/** Replaces a file by its compressed form. The new file appears only when it is complete. */
async function compressFile(path: string): Promise<void> {
  const partial = `${path}.part`;
  try {
    await pipeline(createReadStream(path), createGzip(), createWriteStream(partial, { mode: fileMode }));
    await rename(partial, path + compressedSuffix);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await unlink(path);
}
