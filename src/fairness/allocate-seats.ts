/**
 * Distributes seats to priority levels in proportion to their targets, within the bounds of each level. The proportion is the
 * same for all levels that no bound restricts.
 */

/** Need of a level, and the bounds of its seats. */
export interface SeatClass {
  readonly lowerBound: number;
  readonly upperBound: number;
  /** Not below `lowerBound`. */
  readonly target: number;
}

/** Seats of each level, not rounded, in the order of the levels, and the common proportion. */
export interface SeatAllocation {
  readonly seats: readonly number[];
  readonly fairProportion: number;
}

/** Smaller targets count as this one, so that a level without demand gets a part of the rest. */
const targetMin = 0.001;
/** Differences up to this size are rounding errors. */
const tolerance = 1e-7;

/** Returns seats whose sum is `sum`. Undefined if the bounds do not allow this sum. */
export function allocateSeats(sum: number, classes: readonly SeatClass[]): SeatAllocation | undefined {
  const lowSum = total(classes.map(({ lowerBound }) => lowerBound));
  const highSum = total(classes.map(({ upperBound }) => upperBound));
  if (lowSum - sum > tolerance || sum - highSum > tolerance) return undefined;
  if (sum === 0) return { seats: classes.map(() => 0), fairProportion: 0 };
  const targets = classes.map(({ target }) => Math.max(target, targetMin));
  const lowProportions = classes.map(({ lowerBound }, index) => lowerBound / (targets[index] ?? 1));
  const highProportions = classes.map(({ upperBound }, index) => upperBound / (targets[index] ?? 1));
  if (lowSum - sum > -tolerance) {
    return { seats: classes.map(({ lowerBound }) => lowerBound), fairProportion: Math.min(...lowProportions) };
  }
  if (sum - highSum > -tolerance) {
    return { seats: classes.map(({ upperBound }) => upperBound), fairProportion: Math.max(...highProportions) };
  }
  const fairProportion = proportionFor(sum, { targets, lowProportions, highProportions });
  const seats = classes.map(({ lowerBound, upperBound }, index) =>
    Math.max(lowerBound, Math.min(upperBound, fairProportion * (targets[index] ?? 0))),
  );
  return { seats, fairProportion };
}

interface Proportions {
  readonly targets: readonly number[];
  readonly lowProportions: readonly number[];
  readonly highProportions: readonly number[];
}

/**
 * Returns the proportion with which the seats add up to `sum`. Their sum grows with the proportion, in straight lines between the
 * proportions at which a level leaves its lower bound or reaches its upper one.
 */
function proportionFor(sum: number, { targets, lowProportions, highProportions }: Proportions): number {
  const corners = [
    ...lowProportions.map((proportion, index) => ({ proportion, slopeChange: targets[index] ?? 0 })),
    ...highProportions.map((proportion, index) => ({ proportion, slopeChange: -(targets[index] ?? 0) })),
  ].toSorted((one, other) => one.proportion - other.proportion);
  let proportion = 0;
  let slope = 0;
  let reached = total(lowProportions.map((low, index) => low * (targets[index] ?? 0)));
  for (const corner of corners) {
    const needed = (sum - reached) / slope;
    if (slope > 0 && proportion + needed <= corner.proportion) return proportion + needed;
    reached += slope * (corner.proportion - proportion);
    proportion = corner.proportion;
    slope += corner.slopeChange;
  }
  return proportion;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0);
}
