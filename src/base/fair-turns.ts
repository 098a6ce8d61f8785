/**
 * Divides long work into turns, so that it does not block other requests. Code that processes many objects checks from
 * time to time whether the turn is over, and then waits for the next one:
 *
 *     if (fairTurns.isOver) await fairTurns.next();
 *
 * All such work in the process shares one turn in each round of the event loop, and waiting work continues in order.
 * Ten long lists therefore delay a short request no longer than one list does. docs/performance.md, "Optimizations",
 * has the measurement ("lists of all forms take turns of 10 ms").
 */
import { systemClock } from "./clock.ts";

/** Length of a turn, which is how long other work waits. Work that cannot be divided may take longer. */
const turnMs = 10;

/** The turns of long work in one event loop. */
export class FairTurns {
  readonly #nowMs: () => number;
  /** When the turn of this round of the event loop ends. Undefined until the first check in this round. */
  #endMs: number | undefined;
  /** The callback that begins the next round. */
  #scheduled: NodeJS.Immediate | undefined;
  readonly #waiting: (() => void)[] = [];

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Whether the turn of this round is over. The first check in a round begins the turn. */
  get isOver(): boolean {
    const nowMs = this.#nowMs();
    if (this.#endMs === undefined) {
      this.#endMs = nowMs + turnMs;
      // The callback must not keep the process alive while nothing waits. In an idle process the round then lasts until
      // the next event, and the first check after it may see an expired turn. It then waits once without need, which
      // takes almost no time.
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

/** Work that can be interrupted wherever it yields. */
export type Steps<T> = Generator<void, T>;

/** Does all steps at once. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
  }
}

/**
 * The turns of this process, which has one event loop for all servers. Uses the system clock, even if a test controls
 * the clock of a server.
 */
export const fairTurns = new FairTurns(() => systemClock.monotonicMs());

/** Does the steps in turns, so that other requests are processed between them. */
export async function runInTurns<T>(steps: Steps<T>, turns = fairTurns): Promise<T> {
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
    if (turns.isOver) await turns.next();
  }
}
