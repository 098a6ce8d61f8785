/** Input and output of a command. Tests replace them. */
import type { Paint } from "./screen/paint.ts";

/** Standard input and output, and the current folder. */
export interface Terminal {
  /** Folder to resolve relative paths against. */
  readonly cwd: string;
  /** Standard input. It is read only if needed. */
  readonly input: AsyncIterable<Buffer>;
  out(text: string): void;
  error(text: string): void;
}

/** Output that may be shown on an interactive terminal. */
export interface Screen extends Terminal {
  /** Width of the terminal. Undefined if standard output is not a terminal: nothing is then truncated. */
  readonly columns: number | undefined;
  readonly paint: Paint;
  /**
   * Shows progress on an interactive terminal. The next output replaces it.
   * @param text empty to remove it
   */
  progress(text: string): void;
}

/** An error that ends a command. The message says what to do. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** An error of the command line. The command did nothing. */
export class CommandUsageError extends CommandError {}

/** Exit codes of commands. Only `diff` uses `changed`. Because that is 1, its failures have a separate code. */
export const exitCodes = { fine: 0, failed: 1, changed: 1, rejected: 2, diffFailed: 2 } as const;

/** Formats a count with its noun: `1 object`, `2 objects`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
