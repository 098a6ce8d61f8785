/** Durations of requests in a histogram of constant size. */

/** Ratio of the upper bounds of successive buckets. */
const growth = 1.05;
const smallestMs = 0.05;

/** Histogram with exponential buckets, so that quantiles are accurate to five percent. */
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

  /** Returns the duration within which `share` of the requests were answered, in milliseconds. */
  quantile(share: number): number {
    let left = this.#total * share;
    for (const [bucket, count] of this.#counts.entries()) {
      left -= count ?? 0;
      if (left <= 0) return smallestMs * growth ** bucket;
    }
    return 0;
  }
}
