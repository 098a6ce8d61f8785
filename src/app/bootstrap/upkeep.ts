/** Tasks with which the API server maintains objects, at its start and while it runs. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { RepeatedTask } from "../../base/repeated-task.ts";
import type { FeedListener } from "../../cache/index.ts";
import type { Resource } from "../../registry/index.ts";
import type { PostStartHook } from "../../server/index.ts";

/** Work that an `Upkeep` repeats. */
export interface UpkeepTask {
  /** Name of the start hook. */
  readonly name: string;
  readonly intervalMs: number;
  /** Brings the objects into their required state. The server is not ready until the first run has succeeded. */
  readonly ensure: () => Promise<void>;
  /** Object whose changes start a run at once. Undefined: runs start only at intervals. */
  readonly watched?: { readonly resource: Resource; readonly namespace: string; readonly name: string };
}

/** A task, with the clock and the logger of its runs. */
export interface UpkeepOptions extends UpkeepTask {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Runs a task when the server starts, at intervals, and after changes of the watched object. */
export class Upkeep implements AsyncDisposable {
  readonly #options: UpkeepOptions;
  #repeated: RepeatedTask | undefined;
  #currentRun: Promise<void> = Promise.resolve();
  readonly #listener: FeedListener;

  constructor(options: UpkeepOptions) {
    this.#options = options;
    const { watched } = options;
    const watchedKey = watched?.resource.cache.fullKey(watched.resource.key(watched.namespace, watched.name));
    this.#listener = {
      onInterrupted: () => void this.ensure(),
      onChanges: (changes) => {
        if (changes.some(({ key }) => key === watchedKey)) void this.ensure();
      },
    };
  }

  /** Hook that runs the task for the first time, and then starts the interval and the watch. */
  get hook(): PostStartHook {
    const { name, clock, intervalMs } = this.#options;
    return {
      name,
      run: async () => {
        await this.#options.ensure();
        const { watched } = this.#options;
        watched?.resource.services.feed.listen(watched.resource.prefix, this.#listener);
        this.#repeated = new RepeatedTask({ clock, intervalMs, run: () => this.ensure() });
      },
    };
  }

  /**
   * Runs the task after the run in progress, if there is one. A failure is only logged, because the next run repeats
   * the work.
   */
  ensure(): Promise<void> {
    this.#currentRun = this.#currentRun.then(() => this.#ensureOnce());
    return this.#currentRun;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { watched } = this.#options;
    watched?.resource.services.feed.unlisten(watched.resource.prefix, this.#listener);
    await this.#repeated?.[Symbol.asyncDispose]();
    await this.#currentRun;
  }

  async #ensureOnce(): Promise<void> {
    const { name, ensure, logger } = this.#options;
    try {
      await ensure();
    } catch (error) {
      logger.error("objects of the API server cannot be maintained", error, { hook: name });
    }
  }
}
