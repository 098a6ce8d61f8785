/** `orch convert` and `orch check`, on the terminal of this process. */
import { ruleCosts } from "../../cli/definitions/index.ts";
import {
  type CheckCommand,
  CommandError,
  type ConvertCommand,
  check,
  convert,
  exitCodes,
  type Terminal,
} from "../../cli/index.ts";
import { openJudge } from "./manifest-judge.ts";

/** Runs `orch convert`. Returns the exit code. */
export async function runConvert(options: ConvertCommand): Promise<number> {
  return await runOnTerminal("convert", (terminal) => convert(options, terminal));
}

/** Runs `orch check`. Returns the exit code. */
export async function runCheck(options: CheckCommand): Promise<number> {
  return await runOnTerminal("check", (terminal) => check(options, { openJudge, costsOf: ruleCosts }, terminal));
}

/** Runs the work of a command on the terminal of this process. Prints errors that end it. Returns the exit code. */
export async function runOnTerminal(command: string, work: (terminal: Terminal) => Promise<number>): Promise<number> {
  const terminal: Terminal = {
    cwd: process.cwd(),
    input: process.stdin,
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
  };
  try {
    return await work(terminal);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    terminal.error(`orch ${command}: ${error.message}\n`);
    return exitCodes.failed;
  }
}
