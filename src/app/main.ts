/** The entry of the command line: what it prints and with which code the process ends. */
import { StorageError } from "../storage/index.ts";
import { parseCommandLine } from "./command-line.ts";
import { packageVersion } from "./package-version.ts";
import { StartupError } from "./startup-error.ts";

const exitCodes = { failed: 1, refused: 2 } as const;
const terminalColumns = 80;

export async function run(): Promise<void> {
  const columns = process.stdout.columns ?? terminalColumns;
  const invocation = parseCommandLine(process.argv.slice(2), { cwd: process.cwd(), columns });
  switch (invocation.kind) {
    case "help":
      process.stdout.write(invocation.text);
      return;
    case "version":
      process.stdout.write(`orch ${packageVersion()}\n`);
      return;
    case "refused":
      process.stderr.write(invocation.text);
      process.exitCode = exitCodes.refused;
      return;
    case "ask": {
      const { runClientCommand } = await import("./run-client-command.ts");
      process.exitCode = await runClientCommand(invocation.invocation);
      return;
    }
    case "convert":
    case "check": {
      const { runFileCommand } = await import("./run-file-command.ts");
      process.exitCode = await runFileCommand(invocation.kind, invocation.options);
      return;
    }
    case "serve": {
      const { runServer } = await import("./run-server.ts");
      try {
        await runServer(invocation.config);
      } catch (error) {
        reportFailure(error);
        process.exitCode = exitCodes.failed;
      }
    }
  }
}

/** What whoever started the server can mend is one sentence; anything else is a fault, and shown with its stack. */
function reportFailure(error: unknown): void {
  const isMendable = error instanceof StartupError || error instanceof StorageError || isListenError(error);
  const text = isMendable ? (error as Error).message : error instanceof Error ? (error.stack ?? error.message) : error;
  process.stderr.write(`orch: ${String(text)}\n`);
}

/** The port is taken, or not ours to take. */
function isListenError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "listen";
}
