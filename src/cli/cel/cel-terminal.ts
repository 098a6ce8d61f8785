/** The terminal of `orch cel`. */
import type { Clock } from "../../base/clock.ts";
import type { Terminal } from "../terminal.ts";

/** Returns the candidates for the end of a line, and the part of the line that they replace. */
export type LineCompleter = (line: string) => [candidates: string[], replaced: string];

/** The terminal of `orch cel`. */
export interface CelTerminal extends Terminal {
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Yields the lines that the user enters. */
  lines(completer: LineCompleter): AsyncIterable<string>;
}
