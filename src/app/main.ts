/** The entry of the command line: what it prints and with which code the process ends. */
import { CommandError } from "../cli/index.ts";
import { ConfigError } from "../client/config/index.ts";
import { StorageError } from "../storage/index.ts";
import { parseCommandLine } from "./commands/command-line.ts";
import { helpColumns, runAnswer } from "./commands/run-answer.ts";
import { recordedVocabulary } from "./machine/data-directory.ts";
import { StartupError } from "./machine/startup-error.ts";

const failedCode = 1;
/** Errors that say what whoever started the program can mend. */
const mendable = [StartupError, StorageError, ConfigError, CommandError];

export { serveRequests } from "./request-worker/serve-requests.ts";

export async function run(): Promise<void> {
  const invocation = parseCommandLine(process.argv.slice(2), {
    cwd: process.cwd(),
    columns: helpColumns(),
    recordedVocabulary,
  });
  switch (invocation.kind) {
    case "convert":
    case "check": {
      const { runFileCommand } = await import("./commands/run-file-command.ts");
      process.exitCode = await runFileCommand(invocation.kind, invocation.options);
      return;
    }
    case "serve": {
      const { runServer } = await import("./serving/run-server.ts");
      try {
        await runServer(invocation.config);
      } catch (error) {
        reportFailure(error);
        process.exitCode = failedCode;
      }
      return;
    }
    case "storage": {
      const { runStorageCommand } = await import("./commands/run-storage-command.ts");
      try {
        process.exitCode = await runStorageCommand(invocation.options, (text) => process.stdout.write(text));
      } catch (error) {
        reportFailure(error);
        process.exitCode = failedCode;
      }
      return;
    }
    case "manage": {
      const { runControllerManager } = await import("./controller-manager/run-controller-manager.ts");
      try {
        await runControllerManager(invocation.options);
      } catch (error) {
        reportFailure(error);
        process.exitCode = failedCode;
      }
      return;
    }
    case "help":
    case "refused":
      runAnswer(invocation);
      return;
    default:
      throw new Error("bin/orch.js starts such commands with the other program");
  }
}

/** What whoever started the server can mend is one sentence; anything else is a fault, and shown with its stack. */
function reportFailure(error: unknown): void {
  const isMendable = mendable.some((one) => error instanceof one) || isListenError(error);
  const text = isMendable ? (error as Error).message : error instanceof Error ? (error.stack ?? error.message) : error;
  process.stderr.write(`orch: ${String(text)}\n`);
}

/** The port is taken, or not ours to take. */
function isListenError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "listen";
}
