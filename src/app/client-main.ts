/**
 * Entry of the program `client`: commands that connect to a server, help and completion. It describes the commands of the
 * other program too, but has no code of servers, so that it starts sooner.
 */
import { runCommandLine } from "./command-line/run-command-line.ts";
import { commands } from "./commands/index.ts";

/** Runs the command line of this process. */
export async function run(): Promise<void> {
  await runCommandLine(commands);
}
