/** What the bench measures, and in which form the measurements are kept. */
import type { Generator } from "./generator.ts";

/** One line of the table. */
export interface Measurement {
  /** Unique; the same in every run, so that runs can be compared. */
  readonly name: string;
  readonly unit: string;
  readonly better: "more" | "less";
  /** One a run. */
  readonly values: readonly number[];
  /** The limit of the machine for the same thing, in the same unit. */
  readonly raw?: { readonly name: string; readonly values: readonly number[] };
  readonly goal?: Goal;
  /** Of one core, the greatest of all runs; near 1 the generator is what was measured. */
  readonly loadCpu?: number;
}

/** What is to be reached: a share of the raw limit, or a value by itself. */
export interface Goal {
  readonly of: "ratio" | "value";
  readonly bound: number;
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

/** Undefined without a goal. */
export function isReached(measurement: Measurement): boolean | undefined {
  const { goal, values, better } = measurement;
  if (!goal) return undefined;
  const reached = goal.of === "ratio" ? (ratioOf(measurement) ?? Number.NaN) : median(values);
  return better === "more" ? reached >= goal.bound : reached <= goal.bound;
}
