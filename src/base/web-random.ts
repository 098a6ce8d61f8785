/** Randomness of the platform, for browsers. The faster implementation in `random.ts` needs Node. */
import type { Random } from "./random.ts";

const range = 2 ** 32;

/** Random numbers of the Web Crypto API. */
export const webRandom: Random = {
  uuid: () => crypto.randomUUID(),
  below(limit) {
    const numbers = new Uint32Array(1);
    // Numbers of the last, incomplete part of the range are discarded, because they would make small results more
    // likely.
    const usable = range - (range % limit);
    for (;;) {
      const [number = 0] = crypto.getRandomValues(numbers);
      if (number < usable) return number % limit;
    }
  },
};
