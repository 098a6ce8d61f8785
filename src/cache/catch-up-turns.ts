/**
 * Limits how much the watches that catch up are sent in one turn of the event loop, all of them together. Without this
 * limit, a hundred watches that start on one connection would write their initial states at once. Node keeps a buffer
 * as large as the largest write of a TLS connection until the connection closes, so each of them would need this memory
 * for its lifetime. docs/performance.md, "Optimizations", has the measurement ("watches that catch up share turns").
 */

/** The part of one turn that is left, and the watches that wait for the next one. */
export class CatchUpTurns {
  readonly #bytesMax: number;
  #bytesLeft: number;
  #isNextScheduled = false;
  #waiting: (() => void)[] = [];

  /** @param bytesMax no watch begins to send in a turn in which this much was sent */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
    this.#bytesLeft = bytesMax;
  }

  /** Whether nothing more may be sent in this turn. */
  get isOver(): boolean {
    return this.#bytesLeft <= 0;
  }

  /** Counts what was sent. The next waiting watch continues in the same turn if something is left of it. */
  spend(bytes: number): void {
    this.#bytesLeft -= bytes;
    this.#scheduleNext();
    if (!this.isOver) this.#waiting.shift()?.();
  }

  /** Resolves when the caller may check again whether the turn is over. Callers continue in the order of their calls. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#scheduleNext();
    });
  }

  #scheduleNext(): void {
    if (this.#isNextScheduled) return;
    this.#isNextScheduled = true;
    setImmediate(() => this.#begin());
  }

  #begin(): void {
    this.#isNextScheduled = false;
    this.#bytesLeft = this.#bytesMax;
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) this.#scheduleNext();
  }
}
