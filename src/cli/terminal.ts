/** Where a command reads and writes; tests have their own. */
import type { Paint } from "./screen/paint.ts";

export interface Terminal {
  /** Against which relative paths are understood. */
  readonly cwd: string;
  /** All of standard input, as far as it is needed. */
  readonly input: AsyncIterable<Buffer>;
  out(text: string): void;
  error(text: string): void;
}

/** A terminal that somebody may be looking at. */
export interface Screen extends Terminal {
  /** Of standard output, where that is a terminal; undefined: nothing is cut off for lack of room. */
  readonly columns: number | undefined;
  readonly paint: Paint;
  /**
   * Says how far long work is, where somebody can see it, until anything else is printed.
   * @param text empty: it is done
   */
  progress(text: string): void;
}

/** What a command cannot go on from; the message says what to do next. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** The command line asks for nothing that the command could do. Nothing was done. */
export class CommandUsageError extends CommandError {}

/** `changed` is the answer of `diff` alone, which therefore fails with another code. */
export const exitCodes = { fine: 0, failed: 1, changed: 1, refused: 2, diffFailed: 2 } as const;

/** `1 object`, `2 objects`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
