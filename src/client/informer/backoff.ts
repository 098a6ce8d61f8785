/**
 * How long to wait after a failure: twice as long each time, and as long again at random, so that many clients of one
 * server that failed do not all come back at once.
 * @see k8s.io/client-go/tools/cache/reflector.go NewNamedReflector, whose times these are
 */
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { TimeAndChance } from "../time-and-chance.ts";

const firstMs = 800;
const longestMs = 30_000;
/** Whoever has had no failure for so long begins anew. */
const forgetAfterMs = 120_000;

export class Backoff {
  readonly #clock: Clock;
  readonly #random: Random;
  #baseMs = firstMs;
  #lastMs: number | undefined;

  constructor({ clock, random }: Required<TimeAndChance>) {
    this.#clock = clock;
    this.#random = random;
  }

  /** How long to wait now. @param atLeastMs what the server asks for */
  nextMs(atLeastMs = 0): number {
    const nowMs = this.#clock.monotonicMs();
    if (this.#lastMs !== undefined && nowMs - this.#lastMs > forgetAfterMs) this.reset();
    this.#lastMs = nowMs;
    const baseMs = this.#baseMs;
    this.#baseMs = Math.min(2 * baseMs, longestMs);
    // What the server asks for is waited for in full, and the jitter comes on top.
    return Math.max(baseMs, atLeastMs) + this.#random.below(baseMs);
  }

  /** Something went well. */
  reset(): void {
    this.#baseMs = firstMs;
  }
}
