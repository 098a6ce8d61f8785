/**
 * Records how long a ratio had each value. As in the reference, the histogram counts nanoseconds: it has one observation for
 * each nanosecond.
 */
import type { Histogram } from "../base/metrics.ts";

const nanosPerMs = 1e6;

/** The ratio of a number, such as taken seats, to its limit. */
export class TimingMeter {
  readonly #record: (value: number, weight: number) => void;
  #numerator = 0;
  #denominator = 1;
  #lastMs: number;

  /** @param nowMs monotonic time */
  constructor(histogram: Histogram, labels: readonly string[], nowMs: number) {
    this.#record = histogram.recorder(labels);
    this.#lastMs = nowMs;
  }

  /** Sets the number from now on. */
  set(numerator: number, nowMs: number): void {
    if (numerator === this.#numerator) return;
    this.flush(nowMs);
    this.#numerator = numerator;
  }

  /** Sets the limit from now on. @param denominator positive */
  setDenominator(denominator: number, nowMs: number): void {
    if (denominator === this.#denominator) return;
    this.flush(nowMs);
    this.#denominator = denominator;
  }

  /** Records the time since the last change. */
  flush(nowMs: number): void {
    const nanos = Math.round((nowMs - this.#lastMs) * nanosPerMs);
    this.#lastMs = nowMs;
    if (nanos > 0) this.#record(this.#numerator / this.#denominator, nanos);
  }
}
