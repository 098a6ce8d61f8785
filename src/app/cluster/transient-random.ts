import { isRepeatable, type Random, seededRandom } from "../../base/random.ts";

/**
 * Returns a source for values that no object keeps: request ids, jitter. With a seed it is separate from `random`, so that
 * the number of reads does not change the names and uids of objects that are created.
 */
export function transientRandom(random: Random): Random {
  return isRepeatable(random) ? seededRandom(~random.state) : random;
}
