/**
 * Keeps long work from making everything else wait. Whoever works through many objects asks now and then whether the turn
 * is over, and then awaits another one:
 *
 *     if (fairTurns.isOver) await fairTurns.next();
 *
 * All such work together has one turn in each round of the event loop, and goes on one after another, so that ten long
 * lists at a time hold up a short request no longer than one does.
 */
import { systemClock } from "./clock.ts";

/** How long the rest of the process waits. Work that cannot be divided may take longer. */
const turnMs = 10;

export class FairTurns {
  readonly #nowMs: () => number;
  /** When the turn in this round of the event loop ends; undefined until somebody asks. */
  #endMs: number | undefined;
  /** Begins the next round's turn. */
  #scheduled: NodeJS.Immediate | undefined;
  readonly #waiting: (() => void)[] = [];

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  get isOver(): boolean {
    const nowMs = this.#nowMs();
    if (this.#endMs === undefined) {
      this.#endMs = nowMs + turnMs;
      // Nobody may be waiting, and then the process may end. When it is idle instead, the round lasts until something
      // happens, and who comes first then may await another one in vain: that takes no time.
      if (!this.#scheduled) this.#schedule().unref();
    }
    return nowMs >= this.#endMs;
  }

  /** Resolves in a later round of the event loop. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      (this.#scheduled ?? this.#schedule()).ref();
    });
  }

  #schedule(): NodeJS.Immediate {
    this.#scheduled = setImmediate(() => this.#begin());
    return this.#scheduled;
  }

  #begin(): void {
    this.#scheduled = undefined;
    this.#endMs = undefined;
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) this.#schedule();
  }
}

/** There is one event loop for all servers of a process. Its time is the machine's, also where a test holds a clock. */
export const fairTurns = new FairTurns(() => systemClock.monotonicMs());
