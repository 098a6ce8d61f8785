/** Objects that the API server keeps as they should be: at its start, and at intervals while it runs. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { Repeated } from "../../base/repeated.ts";
import type { PostStartHook } from "../../server/index.ts";

export interface UpkeepOptions {
  /** Name of the post-start hook. */
  readonly name: string;
  readonly intervalMs: number;
  /** Brings the objects into their state. The first run must succeed before the server is ready. */
  readonly ensure: () => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export class Upkeep implements AsyncDisposable {
  readonly #options: UpkeepOptions;
  #repeated: Repeated | undefined;
  #underway: Promise<void> = Promise.resolve();

  constructor(options: UpkeepOptions) {
    this.#options = options;
  }

  /** Does the first run, and starts the interval. */
  get hook(): PostStartHook {
    const { name, clock, intervalMs } = this.#options;
    return {
      name,
      run: async () => {
        await this.#options.ensure();
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
