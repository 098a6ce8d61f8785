/** Tasks that run once after the server has started to listen. The server is ready when all of them are done. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { HealthCheck } from "./health.ts";

/** A task that runs once after the start. */
export interface PostStartHook {
  readonly name: string;
  run(): Promise<void>;
}

/** The post-start tasks of a server, with a health check for each. */
export class PostStartHooks {
  readonly #hooks: readonly PostStartHook[];
  readonly #finishedHooks = new Set<string>();
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #startedMs: number;

  constructor(hooks: readonly PostStartHook[], clock: Clock, logger: Logger) {
    this.#hooks = hooks;
    this.#clock = clock;
    this.#logger = logger;
    this.#startedMs = clock.monotonicMs();
  }

  /** Runs all hooks at once. Rejects with the first failure after all have ended. */
  async run(): Promise<void> {
    const results = await Promise.allSettled(this.#hooks.map((hook) => this.#runOne(hook)));
    for (const result of results) {
      if (result.status === "rejected") throw result.reason;
    }
  }

  /**
   * Returns a health check for each hook.
   * @param graceMs time after the start during which the check of an unfinished hook passes
   */
  checks(graceMs: number): readonly HealthCheck[] {
    return this.#hooks.map(({ name }) => ({
      name: `poststarthook/${name}`,
      check: () => {
        const isInGracePeriod = this.#clock.monotonicMs() - this.#startedMs < graceMs;
        if (!this.#finishedHooks.has(name) && !isInGracePeriod) throw new Error("not finished");
      },
    }));
  }

  async #runOne(hook: PostStartHook): Promise<void> {
    try {
      await hook.run();
      this.#finishedHooks.add(hook.name);
    } catch (error) {
      this.#logger.error("a post-start hook failed", error, { hook: hook.name });
      throw error;
    }
  }
}
