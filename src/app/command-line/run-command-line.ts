/** Runs the command line of this process. */
import type { VocabularyName } from "../../meta/vocabulary.ts";
import type { Command } from "./command.ts";
import { exitOnOutputError } from "./exit-on-output-error.ts";
import { printText } from "./printed-text.ts";
import { readCommandLine } from "./read-command-line.ts";

/** Width of help where standard output is no terminal. */
const columnsDefault = 80;

/** Options that differ between the two programs. */
export interface ProgramOptions {
  /** Returns the vocabulary of the cluster in a data directory, or undefined if it holds no cluster. */
  readonly recordedVocabulary?: (dataDir: string) => VocabularyName | undefined;
}

/**
 * Runs the command that the arguments of this process name, and sets the exit code.
 * @param commands all that this program can run or describe, in the order in which help lists them
 * @throws whatever the command throws
 */
export async function runCommandLine(commands: readonly Command[], options: ProgramOptions = {}): Promise<void> {
  exitOnOutputError();
  const invocation = await readCommandLine(process.argv.slice(2), {
    ...options,
    commands,
    cwd: process.cwd(),
    columns: process.stdout.columns ?? columnsDefault,
  });
  process.exitCode =
    invocation.kind === "run" ? await invocation.command.run(invocation.options) : printText(invocation);
}
