/** Average, deviation and maximum of a value over time. */

/** Results since the last reset. */
export interface DemandResults {
  /** 0 if no time has passed. The average and the deviation are then undefined numbers. */
  readonly durationMs: number;
  readonly average: number;
  readonly deviation: number;
  readonly max: number;
}

/** Integrates a value and its square over time. */
export class DemandIntegrator {
  #value = 0;
  #max = 0;
  #lastMs: number;
  #durationMs = 0;
  #sum = 0;
  #squareSum = 0;

  /** @param nowMs monotonic time */
  constructor(nowMs: number) {
    this.#lastMs = nowMs;
  }

  /** Sets the value from now on. */
  set(value: number, nowMs: number): void {
    this.#advance(nowMs);
    this.#value = value;
    if (value > this.#max) this.#max = value;
  }

  /** Returns the results, and begins anew with the present value. */
  reset(nowMs: number): DemandResults {
    this.#advance(nowMs);
    const durationMs = this.#durationMs;
    const average = this.#sum / durationMs;
    const variance = this.#squareSum / durationMs - average * average;
    const results = { durationMs, average, deviation: Math.sqrt(variance), max: this.#max };
    this.#durationMs = 0;
    this.#sum = 0;
    this.#squareSum = 0;
    this.#max = this.#value;
    return results;
  }

  #advance(nowMs: number): void {
    const elapsedMs = nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    this.#durationMs += elapsedMs;
    this.#sum += this.#value * elapsedMs;
    this.#squareSum += this.#value * this.#value * elapsedMs;
  }
}
