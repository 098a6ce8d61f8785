/**
 * Runs the functions of one key one after another, in the order of the calls. The registry uses it for writers of one
 * object: without it, writers that start from the same state conflict with each other in every round, and some of them
 * give up.
 */
import { deferred } from "../base/deferred.ts";

/** A mutex for each key. Waiting functions run in the order of their calls. */
export class Turns {
  /** For each key, the promise that resolves when the last function in its queue has ended. */
  readonly #last = new Map<string, Promise<void>>();

  /** Whether a function of this key is running or waiting. */
  isTaken(key: string): boolean {
    return this.#last.has(key);
  }

  /**
   * Runs `run` after all earlier functions of this key have ended. Rejects if `run` rejects; later functions still run.
   */
  async take<T>(key: string, run: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const turn = deferred();
    this.#last.set(key, turn.promise);
    try {
      await before;
      return await run();
    } finally {
      if (this.#last.get(key) === turn.promise) this.#last.delete(key);
      turn.resolve();
    }
  }
}
