/** Runs Node in a copy of the sources, with a time limit. */
import { spawn } from "node:child_process";
import type { SourceCopy } from "./source-copy.ts";

/** Outcome of a command. */
export interface CommandEnd {
  /** Undefined if the time limit ended the command. */
  readonly exitCode: number | undefined;
  /** The last characters of standard output and standard error together. */
  readonly output: string;
}

const outputCharactersMax = 200_000;

/**
 * Runs Node until it exits, or until the time limit ends it and its child processes.
 * @throws the signal's reason, after the signal has ended the command
 */
export async function runNode(
  copy: SourceCopy,
  args: readonly string[],
  { timeLimitMs, signal }: { readonly timeLimitMs: number; readonly signal: AbortSignal },
): Promise<CommandEnd> {
  signal.throwIfAborted();
  // A new process group, so that processes that the tests started end with it.
  const child = spawn(process.execPath, args, {
    cwd: copy.root,
    env: { ...withoutVitest(process.env), TMPDIR: copy.temporary },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      output = (output + text).slice(-outputCharactersMax);
    });
  }
  const stop = (): void => endGroup(child.pid);
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    stop();
  }, timeLimitMs);
  signal.addEventListener("abort", stop);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    signal.throwIfAborted();
    return { exitCode: isTimedOut ? undefined : (code ?? 1), output };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** Returns the environment without the variables that would make vitest believe that it is a worker process. */
function withoutVitest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("VITEST")));
}
