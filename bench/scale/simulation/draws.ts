/** Random numbers of a simulation. Equal seeds give equal numbers. */
import { seededRandom } from "../../../src/base/random.ts";

const steps = 2 ** 32;

/** Draws from the distributions that a simulation needs. */
export class Draws {
  readonly #random;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** Returns a number from 0 to below 1. */
  share(): number {
    return this.#random.below(steps) / steps;
  }

  /** Returns an exponentially distributed number. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.share());
  }

  /**
   * Returns a number from a distribution of which some quantiles are known. Between them, the logarithm of the number is
   * interpolated.
   * @param quantiles ascending shares with their values, which are above 0
   */
  quantile(quantiles: readonly (readonly [share: number, value: number])[]): number {
    const share = this.share();
    let [lowShare, lowValue] = quantiles[0] ?? [0, 0];
    for (const [highShare, highValue] of quantiles) {
      if (share <= highShare) {
        if (highShare === lowShare) return highValue;
        const part = (share - lowShare) / (highShare - lowShare);
        return Math.exp(Math.log(lowValue) + part * (Math.log(highValue) - Math.log(lowValue)));
      }
      [lowShare, lowValue] = [highShare, highValue];
    }
    return lowValue;
  }
}
