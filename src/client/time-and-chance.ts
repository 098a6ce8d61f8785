/** Where the parts of the library have their time and their chances from: a test hands in its own. */
import { type Clock, systemClock } from "../base/clock.ts";
import type { Random } from "../base/random.ts";
import { webRandom } from "../base/web-random.ts";

/** What a test hands in so that it can move the one and repeat the other. */
export interface TimeAndChance {
  /** Default: the system's. */
  readonly clock?: Clock;
  /** Of pauses after failures, so that many clients do not come back at once. Default: the system's. */
  readonly random?: Random;
}

/** The options, with the system's clock and randomness where they name none. */
export function withSystem<O extends TimeAndChance>(options: O): O & Required<TimeAndChance> {
  return { clock: systemClock, random: webRandom, ...options };
}
