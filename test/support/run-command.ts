/** Runs commands from a small process, because starting them from a test worker is slow. See `command-process.mjs`. */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { type Deferred, deferred } from "../../src/base/deferred.ts";

/** Environment and limits of a command. */
export interface CommandOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Time after which the command is killed. */
  readonly timeoutMs: number;
  /** Most bytes of standard output, and of standard error. A command that prints more is killed. */
  readonly outputBytesMax: number;
}

/** How a command ended. */
export interface EndedCommand {
  /** The exit code. Undefined if a signal ended the command, and a text if it could not be started. */
  readonly code: number | string | undefined;
  /** Why the command failed. Undefined if it succeeded. */
  readonly message?: string;
  readonly stdout: string;
  readonly stderr: string;
}

interface Reply extends EndedCommand {
  readonly id: number;
}

let runner: ChildProcess | undefined;
let commands = 0;
const running = new Map<number, Deferred<EndedCommand>>();

/**
 * Runs a command and resolves when it has ended.
 * @param stdin default: empty
 */
export function runCommand(
  file: string,
  args: readonly string[],
  options: CommandOptions,
  stdin?: string,
): Promise<EndedCommand> {
  runner ??= startRunner();
  const id = commands++;
  const ended = deferred<EndedCommand>();
  running.set(id, ended);
  const { env, timeoutMs, outputBytesMax } = options;
  runner.send({ id, file, args, options: { env, timeout: timeoutMs, maxBuffer: outputBytesMax }, stdin });
  return ended.promise;
}

function startRunner(): ChildProcess {
  const child = fork(join(import.meta.dirname, "command-process.mjs"), { execArgv: [] });
  child.on("message", (reply: Reply) => {
    running.get(reply.id)?.resolve(reply);
    running.delete(reply.id);
  });
  child.on("exit", (code, signal) => {
    runner = undefined;
    const error = new Error(`the process that runs commands ended with ${signal ?? code}`);
    for (const { reject } of running.values()) reject(error);
    running.clear();
  });
  // The worker does not wait for this process, which ends with it.
  child.unref();
  child.channel?.unref();
  return child;
}
