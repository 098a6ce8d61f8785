/** A file that may change while the server runs. Its state is compared, because notifications miss changes on some file systems. */
import { statSync } from "node:fs";
import { isErrno, readIfPresent } from "./files.ts";

/** State of a file that does not exist. */
const missing = "missing";

/** A file whose changes are noticed when it is read again. */
export class WatchedFile {
  readonly path: string;
  #state: string | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Returns the content if the file has changed since the last call, or at the first call. Otherwise returns undefined.
   * @throws Error if the file has changed and cannot be read
   */
  readIfChanged(): string | undefined {
    // The state is read first, so that a change during the reading of the content is noticed at the next call.
    const state = this.#stateNow();
    if (state === this.#state) return undefined;
    this.#state = state;
    const content = state === missing ? undefined : readIfPresent(this.path);
    if (content === undefined) throw new Error(`file ${this.path} does not exist`);
    return content;
  }

  /** Makes the next call of `readIfChanged()` read the file, even if it has not changed. */
  forget(): void {
    this.#state = undefined;
  }

  #stateNow(): string {
    try {
      const { ino, size, mtimeNs, ctimeNs } = statSync(this.path, { bigint: true });
      return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
    } catch (error) {
      if (isErrno(error, "ENOENT", "ENOTDIR")) return missing;
      throw error;
    }
  }
}
