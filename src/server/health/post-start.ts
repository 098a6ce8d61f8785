/** What has to be done once after the server has started to listen; readiness waits for all of it. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { HealthCheck } from "./health.ts";

export interface PostStartHook {
  readonly name: string;
  run(): Promise<void>;
}

export class PostStartHooks {
  readonly #hooks: readonly PostStartHook[];
  readonly #done = new Set<string>();
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #startedMs: number;

  constructor(hooks: readonly PostStartHook[], clock: Clock, logger: Logger) {
    this.#hooks = hooks;
    this.#clock = clock;
    this.#logger = logger;
    this.#startedMs = clock.monotonicMs();
  }

  /** Runs all hooks; rejects with the first failure, after all have ended. */
  async run(): Promise<void> {
    const results = await Promise.allSettled(this.#hooks.map((hook) => this.#runOne(hook)));
    for (const result of results) {
      if (result.status === "rejected") throw result.reason;
    }
  }

  /** A check per hook. @param graceMs for so long an unfinished hook does not count */
  checks(graceMs: number): readonly HealthCheck[] {
    return this.#hooks.map(({ name }) => ({
      name: `poststarthook/${name}`,
      check: () => {
        const inGrace = this.#clock.monotonicMs() - this.#startedMs < graceMs;
        if (!this.#done.has(name) && !inGrace) throw new Error("not finished");
      },
    }));
  }

  async #runOne(hook: PostStartHook): Promise<void> {
    try {
      await hook.run();
      this.#done.add(hook.name);
    } catch (error) {
      this.#logger.error("a post-start hook failed", error, { hook: hook.name });
      throw error;
    }
  }
}
