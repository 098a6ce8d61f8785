/** A serving certificate and its key, which are read again when their files change. */
import type { Logger } from "../../base/logger.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { WatchedFile } from "../machine/watched-file.ts";
import { type PairFiles, requireMatchingPair } from "./serving-credentials.ts";

/** The current certificate and key in two files. */
export class ReloadingPair {
  readonly #logger: Logger;
  readonly #certFile: WatchedFile;
  readonly #keyFile: WatchedFile;
  /** The last contents of the files. They may not belong together. */
  #found: PairFiles;
  #current: PairFiles;
  /** Numbers of reloads. */
  readonly reloads = { success: 0, failure: 0 };

  constructor(files: PairFiles, logger: Logger) {
    this.#found = files;
    this.#current = files;
    this.#logger = logger;
    this.#certFile = new WatchedFile(files.certFile);
    this.#keyFile = new WatchedFile(files.keyFile);
  }

  /** The flag that names the certificate. */
  get flag(): string {
    return this.#current.certFlag;
  }

  /** The certificate and its key. It is another object after a change. */
  get current(): PairFiles {
    return this.#current;
  }

  /**
   * Reads the files again if they have changed. A pair that cannot be used is logged, and the previous one stays. This includes a
   * certificate whose key is not written yet.
   * @returns whether the pair has changed
   */
  reload(): boolean {
    const { certFlag: flag, certFile: path } = this.#current;
    try {
      const certificate = this.#certFile.readIfChanged();
      if (certificate !== undefined) this.#found = { ...this.#found, certificate };
      const key = this.#keyFile.readIfChanged();
      if (key !== undefined) this.#found = { ...this.#found, key };
      const hasChanged = certificate !== undefined || key !== undefined;
      if (!hasChanged || haveSamePem(this.#found, this.#current)) return false;
      requireMatchingPair(this.#found);
      this.#current = this.#found;
      this.reloads.success++;
      this.#logger.info(`${flag}: the changed certificate was loaded`, { path });
      return true;
    } catch (error) {
      this.reloads.failure++;
      this.#logger.error(`${flag}: the changed certificate cannot be used, the previous one stays`, undefined, {
        path,
        reason: reasonOf(error),
      });
      return false;
    }
  }
}

function haveSamePem(a: PairFiles, b: PairFiles): boolean {
  return a.certificate === b.certificate && a.key === b.key;
}
