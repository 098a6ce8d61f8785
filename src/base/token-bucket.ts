/** A token bucket. */
import type { Clock } from "./clock.ts";

/**
 * Limits a rate with bursts. Tokens are added at a constant rate, up to the burst. A token can be taken in advance: the caller
 * then waits for it.
 */
export class TokenBucket {
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #perMs: number;
  readonly #burst: number;
  /** Negative if tokens were taken in advance. */
  #tokens: number;
  #countedMs: number;

  constructor(clock: Pick<Clock, "monotonicMs">, perSecond: number, burst: number) {
    this.#clock = clock;
    this.#perMs = perSecond / 1000;
    this.#burst = burst;
    this.#tokens = burst;
    this.#countedMs = clock.monotonicMs();
  }

  /** Takes a token, if necessary in advance. @returns how long to wait for it, in milliseconds */
  takeMs(): number {
    this.#refill();
    this.#tokens--;
    return this.#tokens >= 0 ? 0 : -this.#tokens / this.#perMs;
  }

  /** Takes a token if one is available. @returns whether it did */
  tryTake(): boolean {
    this.#refill();
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }

  #refill(): void {
    const nowMs = this.#clock.monotonicMs();
    this.#tokens = Math.min(this.#burst, this.#tokens + (nowMs - this.#countedMs) * this.#perMs);
    this.#countedMs = nowMs;
  }
}
