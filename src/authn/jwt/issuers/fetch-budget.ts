/** Limits how often the keys of an issuer are fetched, so that forged tokens cannot flood the issuer with requests. */
import type { Clock } from "../../../base/clock.ts";

/** Fetches that may follow one another at once, such as after a change of keys. */
const burst = 5;
/** Time after which one more fetch is allowed. */
const refillMs = 2_000;

/** A token bucket of fetches. */
export class FetchBudget {
  readonly #clock: Clock;
  #available = burst;
  #countedMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#countedMs = clock.monotonicMs();
  }

  /** Takes one fetch from the budget. Returns false if there is none. */
  take(): boolean {
    const nowMs = this.#clock.monotonicMs();
    this.#available = Math.min(burst, this.#available + (nowMs - this.#countedMs) / refillMs);
    this.#countedMs = nowMs;
    if (this.#available < 1) return false;
    this.#available--;
    return true;
  }
}
