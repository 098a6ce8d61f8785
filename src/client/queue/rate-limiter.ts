/**
 * Delays of retries. The delay of a key doubles with each of its failures. A token bucket limits the retries of all
 * keys together.
 * @see k8s.io/client-go/util/workqueue/default_rate_limiters.go DefaultTypedControllerRateLimiter, for the defaults
 */
import { type Clock, systemClock } from "../../base/clock.ts";
import { TokenBucket } from "../../base/token-bucket.ts";

/** Options of the `RateLimiter` constructor. */
export interface RateLimiterOptions {
  /** Default: the system's clock. */
  readonly clock?: Clock;
  /** Delay after the first failure. It doubles with each further one. Default: 5. */
  readonly firstDelayMs?: number;
  /** Maximum delay of one key. Default: 1,000,000. */
  readonly longestDelayMs?: number;
  /** Maximum rate of retries, for all keys together. Default: 10. */
  readonly perSecond?: number;
  /** How many retries may exceed the rate at once. Default: 100. */
  readonly burst?: number;
}

/**
 * Computes the delay before a failed key is retried.
 * @example
 * ```ts
 * const limiter = new RateLimiter<string>({ firstDelayMs: 100, longestDelayMs: 60_000 });
 * const queue = new WorkQueue({ name: "greeter", limiter });
 * ```
 */
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

  /**
   * Counts a failure of the key.
   * @param key compared like the keys of a Map
   * @returns the delay before the retry, in milliseconds
   */
  delayMs(key: K): number {
    const failures = this.failures(key);
    this.#failures.set(key, failures + 1);
    const keyDelayMs = Math.min(this.#firstDelayMs * 2 ** failures, this.#longestDelayMs);
    return Math.max(keyDelayMs, this.#bucket.takeMs());
  }

  /**
   * Returns the number of failures since the last `forget()`.
   * @param key compared like the keys of a Map
   */
  failures(key: K): number {
    return this.#failures.get(key) ?? 0;
  }

  /**
   * Resets the failures of a key. Call it after a success.
   * @param key compared like the keys of a Map
   */
  forget(key: K): void {
    this.#failures.delete(key);
  }
}
