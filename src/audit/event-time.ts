/** Times of events, in microseconds. */
import type { Clock } from "../base/clock.ts";

/** Time between two comparisons of the clocks. Several events share one. */
const compareMs = 1;
/** Difference between the clocks after which the wall clock counts again. */
const driftMsMax = 5;
const microsPerMs = 1000;
const msPerSecond = 1000;

/**
 * Converts monotonic times to the wall clock. The wall clock has milliseconds only, so the fraction comes from the monotonic clock.
 * The times of one request are therefore in order.
 */
export class EventTime {
  readonly #clock: Clock;
  #offsetMs: number;
  /** Monotonic time at which the clocks were last compared. */
  #comparedMs = Number.NEGATIVE_INFINITY;
  #second = Number.NaN;
  #secondText = "";

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offsetMs = clock.nowMs() - clock.monotonicMs();
  }

  /** Returns the present monotonic time, in milliseconds. */
  nowMs(): number {
    return this.#clock.monotonicMs();
  }

  /** Returns a monotonic time as text: `2026-01-02T03:04:05.123456Z`. */
  text(monotonicMs: number): string {
    if (monotonicMs >= this.#comparedMs + compareMs) this.#compareClocks();
    const micros = Math.round((monotonicMs + this.#offsetMs) * microsPerMs);
    const second = Math.floor(micros / (microsPerMs * msPerSecond));
    if (second !== this.#second) {
      this.#second = second;
      this.#secondText = new Date(second * msPerSecond).toISOString().slice(0, "2026-01-02T03:04:05.".length);
    }
    return `${this.#secondText}${String(micros - second * microsPerMs * msPerSecond).padStart(6, "0")}Z`;
  }

  #compareClocks(): void {
    this.#comparedMs = this.#clock.monotonicMs();
    const offsetMs = this.#clock.nowMs() - this.#comparedMs;
    if (Math.abs(offsetMs - this.#offsetMs) > driftMsMax) this.#offsetMs = offsetMs;
  }
}
