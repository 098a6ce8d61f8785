/**
 * A clock that only moves on request, for tests and for in-process servers that a test controls. `advance()` runs
 * callbacks in the order of their times, including those that a callback schedules within the same period.
 */
import { assert } from "./assert.ts";
import type { Clock, Timer } from "./clock.ts";

interface Pending extends Timer {
  readonly dueMs: number;
  readonly sequence: number;
  readonly callback: () => void;
}

/** A clock that only moves on request. */
export class ManualClock implements Clock {
  #nowMs: number;
  #elapsedMs = 0;
  #sequence = 0;
  readonly #pending = new Set<Pending>();

  /** @param startMs initial wall-clock time in milliseconds since the epoch; default 2025-01-01T00:00:00Z */
  constructor(startMs: number = Date.UTC(2025, 0, 1)) {
    this.#nowMs = startMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  monotonicMs(): number {
    return this.#elapsedMs;
  }

  after(delayMs: number, callback: () => void): Timer {
    const cancel = (): void => {
      this.#pending.delete(timer);
    };
    const timer: Pending = {
      dueMs: this.#elapsedMs + Math.max(0, delayMs),
      sequence: this.#sequence++,
      callback,
      cancel,
      [Symbol.dispose]: cancel,
    };
    this.#pending.add(timer);
    return timer;
  }

  /** Number of pending callbacks. A test can use it to see that a component has set its timer. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  /** Moves time forward by `byMs` and runs the callbacks that become due. Promises settle before each callback. */
  async advance(byMs: number): Promise<void> {
    assert(byMs >= 0 && Number.isFinite(byMs), `time moves forward only, not by ${byMs} ms`);
    const targetMs = this.#elapsedMs + byMs;
    await this.settle();
    for (let next = this.#firstDue(targetMs); next !== undefined; next = this.#firstDue(targetMs)) {
      this.#pending.delete(next);
      this.#moveTo(next.dueMs);
      next.callback();
      await this.settle();
    }
    this.#moveTo(targetMs);
  }

  /** Sets the wall clock, forward or back. Timers are not affected. */
  setNowMs(nowMs: number): void {
    this.#nowMs = nowMs;
  }

  /** Runs the continuations of resolved promises before the next callback. A subclass can wait for more. */
  protected async settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  #moveTo(elapsedMs: number): void {
    this.#nowMs += elapsedMs - this.#elapsedMs;
    this.#elapsedMs = elapsedMs;
  }

  #firstDue(targetMs: number): Pending | undefined {
    let first: Pending | undefined;
    for (const timer of this.#pending) {
      if (timer.dueMs > targetMs) continue;
      if (!first || timer.dueMs < first.dueMs || (timer.dueMs === first.dueMs && timer.sequence < first.sequence)) {
        first = timer;
      }
    }
    return first;
  }
}
