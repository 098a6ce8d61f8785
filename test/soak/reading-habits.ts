/** Reading behaviour of watchers. Most read immediately, some pause, and a few stop for minutes. */
import type { Random } from "../../src/base/random.ts";

/** How a watcher reads its events. */
export type ReadingHabit =
  /** Reads events immediately. */
  | "steady"
  /** Stops reading for some seconds from time to time. The server stops sending and later continues from memory. */
  | "pausing"
  /** Stops reading for minutes, so the server closes the watch. */
  | "stalling"
  /** Disconnects for longer than the server keeps history, and must list again. */
  | "sleeping";

/** A time without reading. `afterMs` is the time until it starts. */
export interface ReadingBreak {
  readonly afterMs: number;
  readonly durationMs: number;
}

const second = 1000;
const minute = 60 * second;

/** Returns the next break of a watcher. Undefined for a steady watcher. */
export function nextBreak(habit: ReadingHabit, random: Random): ReadingBreak | undefined {
  const between = (least: number, most: number): number => least + random.below(most - least);
  switch (habit) {
    case "steady":
      return undefined;
    case "pausing":
      return { afterMs: between(5 * second, 40 * second), durationMs: between(second, 20 * second) };
    case "stalling":
      return { afterMs: between(20 * second, minute), durationMs: between(90 * second, 150 * second) };
    case "sleeping":
      return { afterMs: between(20 * second, 2 * minute), durationMs: between(6 * minute, 8 * minute) };
  }
}
