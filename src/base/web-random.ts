/** Randomness of the platform that browsers have as well. The server's own, which makes uids faster, needs Node. */
import type { Random } from "./random.ts";

const range = 2 ** 32;

export const webRandom: Random = {
  uuid: () => crypto.randomUUID(),
  below(limit) {
    const numbers = new Uint32Array(1);
    // The last, incomplete part of the range would make small numbers more likely than others.
    const usable = range - (range % limit);
    for (;;) {
      const [number = 0] = crypto.getRandomValues(numbers);
      if (number < usable) return number % limit;
    }
  },
};
