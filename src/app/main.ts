/** Entry of the program `server`: the commands that serve, and those that know all kinds. */
import { CommandError } from "../cli/index.ts";
import { ConfigError } from "../client/config/index.ts";
import { StorageError } from "../storage/index.ts";
import { runCommandLine } from "./command-line/run-command-line.ts";
import { serverCommands } from "./commands/index.ts";
import { recordedVocabulary } from "./machine/data-directory.ts";
import { StartupError } from "./machine/startup-error.ts";

export { serveRequests } from "./request-worker/serve-requests.ts";
export { runWorker } from "./workers/run-worker.ts";

const failedCode = 1;
/** Errors that the user can correct. Their messages say how. */
const userErrors = [StartupError, StorageError, ConfigError, CommandError];

/** Runs the command line of this process, and reports an error that ends it. */
export async function run(): Promise<void> {
  try {
    await runCommandLine(serverCommands, { recordedVocabulary });
  } catch (error) {
    process.stderr.write(`orch: ${describeError(error)}\n`);
    process.exitCode = failedCode;
  }
}

/** Returns the message of an error that the user can correct. Any other error is a fault of ours, and shown with its stack. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isUserError = userErrors.some((type) => error instanceof type) || isListenError(error);
  return isUserError ? error.message : (error.stack ?? error.message);
}

/** Whether the operating system refused to open the port. */
function isListenError(error: Error): boolean {
  return "syscall" in error && error.syscall === "listen";
}
