/** Objects that the API server keeps as they should be: at its start, and at intervals while it runs. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { Repeated } from "../../base/repeated.ts";
import type { FeedListener } from "../../cache/index.ts";
import type { Resource } from "../../registry/index.ts";
import type { PostStartHook } from "../../server/index.ts";

export interface UpkeepOptions {
  /** Name of the post-start hook. */
  readonly name: string;
  readonly intervalMs: number;
  /** Brings the objects into their state. The first run must succeed before the server is ready. */
  readonly ensure: () => Promise<void>;
  /** Object whose changes start a run at once. Absent: only the interval does. */
  readonly watched?: { readonly resource: Resource; readonly namespace: string; readonly name: string };
  readonly clock: Clock;
  readonly logger: Logger;
}

export class Upkeep implements AsyncDisposable {
  readonly #options: UpkeepOptions;
  #repeated: Repeated | undefined;
  #underway: Promise<void> = Promise.resolve();
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

  /** Does the first run, and starts the interval and the watch. */
  get hook(): PostStartHook {
    const { name, clock, intervalMs } = this.#options;
    return {
      name,
      run: async () => {
        await this.#options.ensure();
        const { watched } = this.#options;
        watched?.resource.services.feed.listen(watched.resource.prefix, this.#listener);
        this.#repeated = new Repeated({ clock, intervalMs, run: () => this.ensure() });
      },
    };
  }

  /** Runs again, after a run that is under way. A failure is logged; the next run repeats the work. */
  ensure(): Promise<void> {
    this.#underway = this.#underway.then(() => this.#ensureOnce());
    return this.#underway;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { watched } = this.#options;
    watched?.resource.services.feed.unlisten(watched.resource.prefix, this.#listener);
    await this.#repeated?.[Symbol.asyncDispose]();
    await this.#underway;
  }

  async #ensureOnce(): Promise<void> {
    const { name, ensure, logger } = this.#options;
    try {
      await ensure();
    } catch (error) {
      logger.error("objects of the API server cannot be kept", error, { hook: name });
    }
  }
}
