/** `orch convert` and `orch check`, on the terminal of this process. */
import {
  type CheckCommand,
  CommandError,
  type ConvertCommand,
  check,
  convert,
  exitCodes,
  type Terminal,
} from "../../cli/index.ts";
import type { FileCommand } from "../flags/flag-spec.ts";
import { openJudge } from "./manifest-judge.ts";

/** @returns the exit code */
export async function runFileCommand(command: FileCommand, options: ConvertCommand & CheckCommand): Promise<number> {
  const terminal: Terminal = {
    cwd: process.cwd(),
    input: process.stdin,
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
  };
  try {
    return command === "convert" ? await convert(options, terminal) : await check(options, openJudge, terminal);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    terminal.error(`orch ${command}: ${error.message}\n`);
    return exitCodes.failed;
  }
}
