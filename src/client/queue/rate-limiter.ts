/**
 * When something that has failed is tried again: longer after each failure of the same key, and not more often in all
 * than a bucket of tokens allows.
 * @see k8s.io/client-go/util/workqueue/default_rate_limiters.go DefaultTypedControllerRateLimiter, whose figures these are
 */
import { type Clock, systemClock } from "../../base/clock.ts";

/** How long, and how many in all. */
export interface RateLimiterOptions {
  /** Default: the system's. */
  readonly clock?: Clock;
  /** After the first failure; it doubles with each. Default: 5 ms. */
  readonly firstDelayMs?: number;
  /** Default: 1000 s. */
  readonly longestDelayMs?: number;
  /** Of all keys together. Default: 10. */
  readonly perSecond?: number;
  /** How many at once after a pause. Default: 100. */
  readonly burst?: number;
}

/** Says how long to wait before a key is tried again. */
export class RateLimiter<K> {
  readonly #failures = new Map<K, number>();
  readonly #firstDelayMs: number;
  readonly #longestDelayMs: number;
  readonly #bucket: TokenBucket;

  constructor(options: RateLimiterOptions = {}) {
    const { clock = systemClock, firstDelayMs = 5, longestDelayMs = 1_000_000, perSecond = 10, burst = 100 } = options;
    this.#firstDelayMs = firstDelayMs;
    this.#longestDelayMs = longestDelayMs;
    this.#bucket = new TokenBucket(clock, perSecond, burst);
  }

  /** Counts a failure. @returns how long to wait */
  delayMs(key: K): number {
    const failures = this.failures(key);
    this.#failures.set(key, failures + 1);
    const ownMs = Math.min(this.#firstDelayMs * 2 ** failures, this.#longestDelayMs);
    return Math.max(ownMs, this.#bucket.takeMs());
  }

  /** In a row. */
  failures(key: K): number {
    return this.#failures.get(key) ?? 0;
  }

  /** It has gone well, or is of no interest any more. */
  forget(key: K): void {
    this.#failures.delete(key);
  }
}

/** Tokens come at a steady rate and are kept up to a number. Whoever takes one that is not there yet is told when it is. */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #perMs: number;
  readonly #burst: number;
  /** Negative: promised. */
  #tokens: number;
  #countedMs: number;

  constructor(clock: Clock, perSecond: number, burst: number) {
    this.#clock = clock;
    this.#perMs = perSecond / 1000;
    this.#burst = burst;
    this.#tokens = burst;
    this.#countedMs = clock.monotonicMs();
  }

  /** Takes a token. @returns how long it takes to be there */
  takeMs(): number {
    this.#count();
    this.#tokens--;
    return this.#tokens >= 0 ? 0 : -this.#tokens / this.#perMs;
  }

  /** Takes a token if there is one. */
  tryTake(): boolean {
    this.#count();
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }

  #count(): void {
    const nowMs = this.#clock.monotonicMs();
    this.#tokens = Math.min(this.#burst, this.#tokens + (nowMs - this.#countedMs) * this.#perMs);
    this.#countedMs = nowMs;
  }
}
