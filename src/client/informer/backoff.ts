/**
 * Delays of retries. The delay doubles with each failure. A random part of up to the same length is added, so that many
 * clients of a failed server do not return at once.
 * @see k8s.io/client-go/tools/cache/reflector.go NewNamedReflector, for the durations
 */
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { ClockAndRandom } from "../clock-and-random.ts";

const firstMs = 800;
const longestMs = 30_000;
/** After this time without a failure, the delay is reset. */
const forgetAfterMs = 120_000;

/** Computes the delay before each retry. */
export class Backoff {
  readonly #clock: Clock;
  readonly #random: Random;
  #baseMs = firstMs;
  #lastMs: number | undefined;

  constructor({ clock, random }: Required<ClockAndRandom>) {
    this.#clock = clock;
    this.#random = random;
  }

  /**
   * Returns the delay before the next retry, in milliseconds. @param atLeastMs the delay that the server requested, if
   * any
   */
  nextMs(atLeastMs = 0): number {
    const nowMs = this.#clock.monotonicMs();
    if (this.#lastMs !== undefined && nowMs - this.#lastMs > forgetAfterMs) this.reset();
    this.#lastMs = nowMs;
    const baseMs = this.#baseMs;
    this.#baseMs = Math.min(2 * baseMs, longestMs);
    // The jitter is added to the server's delay, never subtracted from it.
    return Math.max(baseMs, atLeastMs) + this.#random.below(baseMs);
  }

  /** Resets the delay after a success. */
  reset(): void {
    this.#baseMs = firstMs;
  }
}
