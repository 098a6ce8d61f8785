/** Stores logins in files that only the user can read. */
import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { CommandError, type SessionStore } from "../../cli/index.ts";
import { machineSource } from "../connection/machine-source.ts";
import { isErrno, makeFolders, secretDirMode, secretMode, writeAtomically } from "../machine/files.ts";
import { FileLock } from "./file-lock.ts";

/** Largest stored login. Tokens have a few kilobytes. */
const sessionBytesMax = 1_048_576;

/** Names of the files. Those of locks and of incomplete writes differ. */
const fileName = /^([0-9a-z]+)\.json$/;

/** Keeps each login in one file of a folder. */
export class SessionFiles implements SessionStore {
  readonly #folder: string;
  readonly #clock: Clock;

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  async list(): Promise<readonly string[]> {
    try {
      const names = await readdir(this.#folder);
      return names.flatMap((name) => fileName.exec(name)?.[1] ?? []);
    } catch (error) {
      if (isErrno(error, "ENOENT")) return [];
      throw error;
    }
  }

  async read(id: string): Promise<string | undefined> {
    const content = await machineSource.readFile(this.#path(id), { bytesMax: sessionBytesMax });
    return content?.toString("utf8");
  }

  async write(id: string, text: string): Promise<void> {
    await this.#makeFolder();
    await writeAtomically(this.#path(id), text, { mode: secretMode });
  }

  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
  }

  async exclusively<T>(id: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#makeFolder();
    await using _ = await FileLock.acquire(`${this.#path(id)}.lock`, { clock: this.#clock, signal });
    return await work();
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.json`);
  }

  /** Creates the folder, or closes an existing one to other users. */
  async #makeFolder(): Promise<void> {
    await makeFolders(this.#folder, { mode: secretDirMode });
    const { uid } = await lstat(this.#folder);
    if (uid !== (process.getuid?.() ?? uid)) throw new CommandError(`${this.#folder} belongs to another user`);
    await chmod(this.#folder, secretDirMode);
  }
}
