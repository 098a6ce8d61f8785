/** Types of the benchmark's measurements, and the functions that judge them. */
import type { Generator } from "./generator.ts";
import type { StudyLimit } from "./study.ts";

/** One line of the table that a run prints, and one entry of `bench/results.json`. */
export interface Measurement {
  /** Unique. The same in every run, so that `--compare` finds it. */
  readonly name: string;
  readonly unit: string;
  readonly better: "more" | "less";
  /** One value per run. */
  readonly values: readonly number[];
  readonly raw?: RawLimit;
  readonly goal?: Goal;
  /**
   * Greatest processor time of the load generator in all runs, as a share of one core. Near 1, the generator limits the
   * result.
   */
  readonly loadCpu?: number;
  /**
   * Set if the figure is measured with several numbers of objects. The raw limit is then the value with the fewest
   * objects.
   */
  readonly growth?: Growth;
}

/** Limit of the machine for the same work, in the same unit and measured in the same run. */
export interface RawLimit {
  readonly name: string;
  readonly values: readonly number[];
  /** The limit that the study found. A lower limit here would make the server look better than it is. */
  readonly study?: StudyLimit;
}

/** Value to reach: a share of the raw limit, or an absolute value. */
export interface Goal {
  readonly of: "ratio" | "value";
  readonly bound: number;
  /** Allowance in addition to the share of the raw limit, in the unit of the measurement. */
  readonly plus?: number;
}

/** Number of objects of a measurement that is repeated with more and more objects. */
export interface Growth {
  readonly subject: string;
  readonly objects: number;
  /** Number of objects at the measurement of the raw limit. */
  readonly fromObjects: number;
}

/** Settings of the run, passed to each figure. */
export interface FigureContext {
  readonly generator: Generator;
  /** Number of measurements of each figure. The median counts. */
  readonly runs: number;
  readonly measureMs: number;
  /** Processes of the measured server, if the run sets their number. */
  readonly serverProcesses?: number;
  /** Prints what the benchmark is doing. */
  readonly progress: (text: string) => void;
}

/** A group of measurements that can be chosen on the command line by its name. */
export interface Figure {
  readonly name: string;
  readonly title: string;
  measure(context: FigureContext): Promise<Measurement[]>;
}

/** Returns the median. NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - ((sorted.length + 1) % 2)], sorted[middle]];
  return (low + high) / 2;
}

/** Returns the median divided by the median of the raw limit. Undefined without a raw limit. */
export function ratioOf({ values, raw }: Measurement): number | undefined {
  return raw && median(values) / median(raw.values);
}

/**
 * Returns the goal as a value in the measurement's unit: the minimum if more is better, else the maximum. Undefined
 * without a goal.
 */
export function boundOf({ goal, raw }: Measurement): number | undefined {
  if (!goal) return undefined;
  if (goal.of === "value") return goal.bound;
  return goal.bound * median(raw?.values ?? []) + (goal.plus ?? 0);
}

/** Returns how far the goal is reached: 1 if exactly, above 1 if better. Undefined without a goal. */
export function goalShare(measurement: Measurement): number | undefined {
  const bound = boundOf(measurement);
  if (bound === undefined) return undefined;
  const value = median(measurement.values);
  if (value === bound) return 1;
  return measurement.better === "more" ? value / bound : bound / value;
}

/** Whether the goal is reached. A ratio to a raw limit of zero reaches none. Undefined without a goal. */
export function isReached(measurement: Measurement): boolean | undefined {
  const bound = boundOf(measurement);
  if (bound === undefined) return undefined;
  const { goal, raw } = measurement;
  if (goal?.of === "ratio" && !(median(raw?.values ?? []) > 0)) return false;
  const value = median(measurement.values);
  return measurement.better === "more" ? value >= bound : value <= bound;
}
