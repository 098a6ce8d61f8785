/** Options for the clock and the random numbers, which tests replace. */
import { type Clock, systemClock } from "../base/clock.ts";
import type { Random } from "../base/random.ts";
import { webRandom } from "../base/web-random.ts";

/**
 * The clock and the random numbers that a part of the library uses. Tests pass a manual clock and a seeded generator.
 */
export interface ClockAndRandom {
  /** Default: the system's clock. */
  readonly clock?: Clock;
  /** Randomizes delays, so that many clients do not retry at once. Default: the platform's generator. */
  readonly random?: Random;
}

/** Returns the options with the system's clock and random numbers as defaults. */
export function withSystemDefaults<O extends ClockAndRandom>(options: O): O & Required<ClockAndRandom> {
  return { clock: systemClock, random: webRandom, ...options };
}
