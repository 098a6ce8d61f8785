/** Polls the size of a store that is not a file of this machine, for metrics. */
import type { Clock } from "../../base/clock.ts";
import { deferred } from "../../base/deferred.ts";
import type { Logger } from "../../base/logger.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { RepeatedTask } from "../../base/repeated-task.ts";
import { isStorageError } from "../../storage/index.ts";

/** How the size is read, and how often. */
export interface StoreSizeOptions {
  /** Returns the size in bytes. */
  readonly readBytes: () => Promise<number>;
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The size of a store, as of the last poll. */
export class StoreSize implements AsyncDisposable {
  readonly #options: StoreSizeOptions;
  readonly #stopping = deferred();
  readonly #repeated: RepeatedTask;
  #bytes: number | undefined;

  /** Polls at once, and then at intervals until it is disposed. */
  constructor(options: StoreSizeOptions) {
    this.#options = options;
    void this.#poll();
    // Disposal does not wait for a store that does not answer.
    const run = async (): Promise<void> => await Promise.race([this.#poll(), this.#stopping.promise]);
    this.#repeated = new RepeatedTask({ clock: options.clock, intervalMs: options.intervalMs, run });
  }

  /** Size in bytes. Undefined before the first poll, and after a failed one. */
  get bytes(): number | undefined {
    return this.#bytes;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.resolve();
    await this.#repeated[Symbol.asyncDispose]();
  }

  async #poll(): Promise<void> {
    const { readBytes, logger } = this.#options;
    try {
      this.#bytes = await readBytes();
    } catch (error) {
      this.#bytes = undefined;
      if (!isStorageError(error, "closed")) {
        logger.warning("the size of the store cannot be read", { reason: reasonOf(error) });
      }
    }
  }
}
