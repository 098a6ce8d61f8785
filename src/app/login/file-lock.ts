/** A lock between processes: a file that exists while one of them holds it. */
import { rmSync } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { type Clock, sleep } from "../../base/clock.ts";
import { isErrno, secretMode } from "../machine/files.ts";

/** Clock and abort signal of a wait. */
export interface FileLockOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Interval at which a waiting process looks for the file. */
const pollMs = 50;
/** A process that holds a lock longer has been killed: its work has shorter time limits. */
const staleMs = 60_000;

/** A lock that this process holds until it is disposed. The end of the process releases it, too. */
export class FileLock implements AsyncDisposable {
  readonly #path: string;
  readonly #onExit = (): void => rmSync(this.#path, { force: true });

  private constructor(path: string) {
    this.#path = path;
    process.once("exit", this.#onExit);
  }

  /** Waits until no other process holds the lock. @param path the file, in an existing folder */
  static async acquire(path: string, { clock, signal }: FileLockOptions): Promise<FileLock> {
    for (;;) {
      signal.throwIfAborted();
      if (await create(path)) return new FileLock(path);
      if (await isStale(path, clock)) await rm(path, { force: true });
      else await sleep(clock, pollMs, signal);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    process.off("exit", this.#onExit);
    await rm(this.#path, { force: true });
  }
}

/** Creates the file. Returns false if it exists. */
async function create(path: string): Promise<boolean> {
  try {
    const file = await open(path, "wx", secretMode);
    await file.close();
    return true;
  } catch (error) {
    if (isErrno(error, "EEXIST")) return false;
    throw error;
  }
}

async function isStale(path: string, clock: Clock): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(path);
    return clock.nowMs() - mtimeMs > staleMs;
  } catch (error) {
    if (isErrno(error, "ENOENT")) return false;
    throw error;
  }
}
