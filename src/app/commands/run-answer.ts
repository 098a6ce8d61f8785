/** Prints what a command line is answered without doing anything. */
import type { Answer } from "./answers.ts";

/** Nothing was done. */
const refusedCode = 2;
const terminalColumns = 80;

/** Of the terminal, for help. */
export function helpColumns(): number {
  return process.stdout.columns ?? terminalColumns;
}

export function runAnswer({ kind, text }: Answer): void {
  if (kind === "help") {
    process.stdout.write(text);
    return;
  }
  process.stderr.write(text);
  process.exitCode = refusedCode;
}
