/** How long requests took: a histogram whose size does not depend on their number. */

/** Each bucket is so much wider than the one before. */
const growth = 1.05;
const smallestMs = 0.05;

export class Latencies {
  readonly #counts: number[] = [];
  #total = 0;

  get count(): number {
    return this.#total;
  }

  add(ms: number): void {
    const bucket = Math.max(0, Math.ceil(Math.log(ms / smallestMs) / Math.log(growth)));
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#total++;
  }

  /** The time within which `share` of the requests were answered, to five percent. */
  quantile(share: number): number {
    let left = this.#total * share;
    for (const [bucket, count] of this.#counts.entries()) {
      left -= count ?? 0;
      if (left <= 0) return smallestMs * growth ** bucket;
    }
    return 0;
  }
}
