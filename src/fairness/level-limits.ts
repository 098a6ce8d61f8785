/** How many seats each priority level has, and how levels lend and borrow seats. */
import { allocateSeats } from "./allocate-seats.ts";
import type { DemandResults } from "./demand-integrator.ts";

/** The part of a level's spec that decides about its seats. */
export interface SeatShares {
  readonly nominalConcurrencyShares: number;
  /** 0 to 100. */
  readonly lendablePercent: number;
  /** Undefined: the level may borrow all seats. */
  readonly borrowingLimitPercent: number | undefined;
}

/** Numbers of seats that follow from the specs of all levels. */
export interface NominalLimits {
  readonly nominal: number;
  /** Seats that remain if the level lends as many as possible. */
  readonly min: number;
  readonly max: number;
}

/**
 * Returns the limits of a level.
 * @param serverSeats seats of all levels together
 * @param shareSum sum of the shares of all levels
 */
export function nominalLimits(shares: SeatShares, serverSeats: number, shareSum: number): NominalLimits {
  const { nominalConcurrencyShares, lendablePercent, borrowingLimitPercent } = shares;
  const nominal = shareSum === 0 ? 0 : Math.ceil((serverSeats * nominalConcurrencyShares) / shareSum);
  const lendable = Math.round((nominal * lendablePercent) / 100);
  const borrowable =
    borrowingLimitPercent === undefined ? serverSeats : Math.round((nominal * borrowingLimitPercent) / 100);
  return { nominal, min: nominal - lendable, max: nominal + borrowable };
}

/** Demand for seats in the last period, and smoothed over periods. */
export interface SeatDemand {
  readonly average: number;
  readonly deviation: number;
  readonly highWatermark: number;
  readonly smoothed: number;
}

/** Demand of a level without requests. */
export const noDemand: SeatDemand = { average: 0, deviation: 0, highWatermark: 0, smoothed: 0 };

/** With one period of ten seconds, a peak is halved after five minutes. */
const smoothing = 0.977;

/** Returns the demand after another period. Rising demand counts at once, falling demand slowly. */
export function updateDemand({ smoothed, ...last }: SeatDemand, period: DemandResults): SeatDemand {
  const highWatermark = Math.round(period.max);
  if (period.durationMs <= 0) return { ...last, smoothed, highWatermark };
  const deviation = Number.isNaN(period.deviation) ? 0 : period.deviation;
  const envelope = period.average + deviation;
  return {
    average: period.average,
    deviation,
    highWatermark,
    smoothed: Math.max(envelope, smoothing * smoothed + (1 - smoothing) * envelope),
  };
}

/** A level whose seats are adjusted. */
export interface AdjustedLevel extends NominalLimits {
  readonly isExempt: boolean;
  readonly demand: SeatDemand;
  /** Present number of seats. */
  readonly current: number;
}

/** Seats of each level, in the order of the levels. */
export interface AdjustedLimits {
  readonly current: readonly number[];
  /** Seats that a level would have if all targets could be met. Undefined for exempt levels. */
  readonly targets: readonly (number | undefined)[];
  /** Common proportion of seats and targets. */
  readonly fairProportion: number;
}

/** Returns the new numbers of seats. Levels get what they have needed, as far as others can lend it. */
export function adjustLimits(levels: readonly AdjustedLevel[]): AdjustedLimits {
  const floors = levels.map(floorOf);
  const targets = levels.map(({ isExempt, demand }, index) =>
    isExempt ? undefined : Math.max(floors[index] ?? 0, demand.smoothed),
  );
  const nominalSum = sumOf(levels, ({ nominal }) => nominal);
  const remaining = nominalSum - sumOf(levels, ({ isExempt }, index) => (isExempt ? (floors[index] ?? 0) : 0));
  const minSum = sumOf(levels, ({ isExempt, min }) => (isExempt ? 0 : min));
  const floorSum = sumOf(levels, ({ isExempt }, index) => (isExempt ? 0 : (floors[index] ?? 0)));
  const limitedTo = (seats: (level: AdjustedLevel, index: number) => number): AdjustedLimits["current"] =>
    levels.map((level, index) => (level.isExempt ? (floors[index] ?? 0) : seats(level, index)));
  if (remaining <= minSum) return { current: limitedTo(({ min }) => min), targets, fairProportion: 0 };
  if (remaining <= floorSum) {
    const part = (remaining - minSum) / (floorSum - minSum);
    const seats = ({ min }: AdjustedLevel, index: number): number =>
      min + Math.round(((floors[index] ?? 0) - min) * part);
    return { current: limitedTo(seats), targets, fairProportion: 0 };
  }
  const limited = levels.flatMap((level, index) => (level.isExempt ? [] : [index]));
  const allocation = allocateSeats(
    nominalSum,
    limited.map((index) => ({
      lowerBound: floors[index] ?? 0,
      upperBound: levels[index]?.max ?? 0,
      target: targets[index] ?? 0,
    })),
  );
  const seats = new Map(limited.map((index, position) => [index, allocation?.seats[position]]));
  return {
    current: limitedTo(({ current }, index) => Math.round(seats.get(index) ?? current)),
    targets,
    fairProportion: allocation?.fairProportion ?? 0,
  };
}

/** Returns the seats that a level keeps in any case: those that it has needed in the last period, up to its nominal ones. */
function floorOf({ isExempt, min, nominal, demand: { highWatermark } }: AdjustedLevel): number {
  return Math.max(min, isExempt ? highWatermark : Math.min(nominal, highWatermark));
}

function sumOf(levels: readonly AdjustedLevel[], number: (level: AdjustedLevel, index: number) => number): number {
  return levels.reduce((sum, level, index) => sum + number(level, index), 0);
}
