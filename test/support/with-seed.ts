/** Runs a random test. If it fails, the error contains the seed that repeats it. */
import { newSeed, type Random, seededRandom } from "../../src/base/random.ts";

export async function withSeed(run: (random: Random) => Promise<void>, seed: number = newSeed()): Promise<void> {
  try {
    await run(seededRandom(seed));
  } catch (error) {
    throw new Error(`failed with the seed ${seed}`, { cause: error });
  }
}
