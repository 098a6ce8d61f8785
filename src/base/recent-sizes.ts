/** Counts of recent sizes, from which quantiles follow. Memory and time do not depend on the number of observations. */

/** Number of observations by classes of similar sizes, in ascending order. */
export type SizeCounts = readonly (readonly [sizeClass: number, count: number])[];

/** Each class ends at this multiple of the one before, so that its middle differs from all its sizes by at most 1 %. */
const classFactor = 1.02;
const logFactor = Math.log(classFactor);
/** Sizes outside of these limits are counted like the nearest limit, so that there are at most 1,750 classes. */
const [sizeMin, sizeMax] = [1e-9, 1e6];
/** Parts of the period, the oldest of which is forgotten as a whole. The reference has the same number. */
const partsMax = 5;

/** The sizes that were observed within a period. The oldest ones are forgotten after four fifths of it to the whole of it. */
export class RecentSizes {
  readonly #partMs: number;
  /** From the oldest part to the present one. */
  readonly #parts: Map<number, number>[] = [new Map()];
  #partEndMs: number | undefined;

  /** @param periodMs age at which a size is forgotten at the latest */
  constructor(periodMs: number) {
    this.#partMs = periodMs / partsMax;
  }

  /** Counts a size. */
  add(size: number, nowMs: number): void {
    this.#forget(nowMs);
    const part = this.#parts.at(-1);
    const sizeClass = Math.ceil(Math.log(Math.min(Math.max(size, sizeMin), sizeMax)) / logFactor);
    part?.set(sizeClass, (part.get(sizeClass) ?? 0) + 1);
  }

  /** Returns the counts of the sizes that are not forgotten. */
  countsAt(nowMs: number): SizeCounts {
    this.#forget(nowMs);
    return addSizeCounts(this.#parts);
  }

  #forget(nowMs: number): void {
    this.#partEndMs ??= nowMs + this.#partMs;
    if (nowMs < this.#partEndMs) return;
    const passed = 1 + Math.floor((nowMs - this.#partEndMs) / this.#partMs);
    this.#partEndMs += passed * this.#partMs;
    for (let count = Math.min(passed, partsMax); count > 0; count--) this.#parts.push(new Map());
    this.#parts.splice(0, this.#parts.length - partsMax);
  }
}

/** Returns the sums of counts. */
export function addSizeCounts(all: readonly Iterable<readonly [sizeClass: number, count: number]>[]): SizeCounts {
  const sums = new Map<number, number>();
  for (const counts of all) {
    for (const [sizeClass, count] of counts) sums.set(sizeClass, (sums.get(sizeClass) ?? 0) + count);
  }
  return [...sums].sort(([one], [other]) => one - other);
}

/** Returns the size that a share of the observations does not exceed, with a relative error of 1 %. NaN without observations. */
export function sizeAt(counts: SizeCounts, share: number): number {
  const rank = share * counts.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [sizeClass, count] of counts) {
    seen += count;
    if (seen >= rank) return (2 * classFactor ** sizeClass) / (classFactor + 1);
  }
  return Number.NaN;
}
