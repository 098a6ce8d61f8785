/**
 * Runs the functions of one key one after another, in the order of the calls. The registry uses it for writers of one
 * object: without it, writers that start from the same state conflict with each other in every round, and some of them
 * give up.
 */
import { deferred } from "../base/deferred.ts";

/** A mutex for each key. Waiting functions run in the order of their calls. */
export class KeyedMutex {
  /** For each key, the promise that resolves when the last function in its queue has ended. */
  readonly #lastRuns = new Map<string, Promise<void>>();

  /** Whether a function of this key is running or waiting. */
  isLocked(key: string): boolean {
    return this.#lastRuns.has(key);
  }

  /**
   * Runs `run` after all earlier functions of this key have ended. Rejects if `run` rejects; later functions still run.
   */
  async runExclusively<T>(key: string, run: () => Promise<T>): Promise<T> {
    const previousRun = this.#lastRuns.get(key);
    const thisRun = deferred();
    this.#lastRuns.set(key, thisRun.promise);
    try {
      await previousRun;
      return await run();
    } finally {
      if (this.#lastRuns.get(key) === thisRun.promise) this.#lastRuns.delete(key);
      thisRun.resolve();
    }
  }
}
