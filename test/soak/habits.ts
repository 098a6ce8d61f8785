/** How a watcher reads: most at once, some with breaks, a few hardly. */
import type { Random } from "../../src/base/random.ts";

export type Habit =
  /** Reads what comes. */
  | "steady"
  /** Stops reading for some seconds now and then: the server holds back, and goes on from what it keeps in memory. */
  | "pausing"
  /** Stops for minutes: the server ends such a watch. */
  | "stalling"
  /** Goes away for longer than history is kept, and has to begin anew. */
  | "sleeping";

export interface Break {
  readonly afterMs: number;
  readonly lastsMs: number;
}

const second = 1000;
const minute = 60 * second;

/** The next time that a watcher does not read; for one that sleeps, the next time that it is away. */
export function nextBreak(habit: Habit, random: Random): Break | undefined {
  const between = (least: number, most: number): number => least + random.below(most - least);
  switch (habit) {
    case "steady":
      return undefined;
    case "pausing":
      return { afterMs: between(5 * second, 40 * second), lastsMs: between(second, 20 * second) };
    case "stalling":
      return { afterMs: between(20 * second, minute), lastsMs: between(90 * second, 150 * second) };
    case "sleeping":
      return { afterMs: between(20 * second, 2 * minute), lastsMs: between(6 * minute, 8 * minute) };
  }
}
