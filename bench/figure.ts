/** What the bench measures, and in which form the measurements are kept. */
import type { Generator } from "./generator.ts";
import type { StudyLimit } from "./study.ts";

/** One line of the table. */
export interface Measurement {
  /** Unique; the same in every run, so that runs can be compared. */
  readonly name: string;
  readonly unit: string;
  readonly better: "more" | "less";
  /** One a run. */
  readonly values: readonly number[];
  readonly raw?: RawLimit;
  readonly goal?: Goal;
  /** Of one core, the greatest of all runs; near 1 the generator is what was measured. */
  readonly loadCpu?: number;
  /** Of a figure that is taken with more and more objects: the raw limit is the same with the fewest. */
  readonly growth?: Growth;
}

/** The limit of the machine for the same thing, in the same unit and in the same run. */
export interface RawLimit {
  readonly name: string;
  readonly values: readonly number[];
  /** What the study found it to be, for a limit that is too low would flatter. */
  readonly study?: StudyLimit;
}

/** What is to be reached: a share of the raw limit, or a value by itself. */
export interface Goal {
  readonly of: "ratio" | "value";
  readonly bound: number;
  /** What is allowed besides the share of the raw limit, in the unit of the measurement. */
  readonly plus?: number;
}

export interface Growth {
  readonly subject: string;
  readonly objects: number;
  /** How many there are when the raw limit is taken. */
  readonly fromObjects: number;
}

export interface Context {
  readonly generator: Generator;
  /** How often each figure is measured; the median counts. */
  readonly runs: number;
  readonly measureMs: number;
  /** Says what is being done. */
  readonly progress: (text: string) => void;
}

export interface Figure {
  readonly name: string;
  readonly title: string;
  measure(context: Context): Promise<Measurement[]>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - ((sorted.length + 1) % 2)], sorted[middle]];
  return (low + high) / 2;
}

/** The share of the raw limit. Undefined without one. */
export function ratioOf({ values, raw }: Measurement): number | undefined {
  return raw && median(values) / median(raw.values);
}

/** The least that is to be reached, or the most that is allowed, in the measurement's unit. Undefined without a goal. */
export function boundOf({ goal, raw }: Measurement): number | undefined {
  if (!goal) return undefined;
  if (goal.of === "value") return goal.bound;
  return goal.bound * median(raw?.values ?? []) + (goal.plus ?? 0);
}

/** How far the goal is reached: 1 is just so, more is better. Undefined without a goal. */
export function goalShare(measurement: Measurement): number | undefined {
  const bound = boundOf(measurement);
  if (bound === undefined) return undefined;
  const value = median(measurement.values);
  return measurement.better === "more" ? value / bound : bound / value;
}

/** Undefined without a goal. */
export function isReached(measurement: Measurement): boolean | undefined {
  const bound = boundOf(measurement);
  if (bound === undefined) return undefined;
  const value = median(measurement.values);
  return measurement.better === "more" ? value >= bound : value <= bound;
}
