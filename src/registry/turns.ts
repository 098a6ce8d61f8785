/**
 * Lets those who write one object go one after another, in the order in which they came. Without it, writers that all
 * start from the same state beat each other round after round, and the last of many gives up.
 */
import { deferred } from "../base/deferred.ts";

export class Turns {
  /** The end of the last turn that was asked for, by key. */
  readonly #last = new Map<string, Promise<void>>();

  /** True while somebody has a turn, or waits for one. */
  isTaken(key: string): boolean {
    return this.#last.has(key);
  }

  /** Runs `run` once all turns that were taken before have ended. */
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
