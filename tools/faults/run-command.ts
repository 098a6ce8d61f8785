/** Runs Node in a copy of the sources, for a bounded time. */
import { spawn } from "node:child_process";
import type { SourceCopy } from "./source-copy.ts";

export interface CommandEnd {
  /** Absent when it was ended after its time. */
  readonly exitCode: number | undefined;
  /** Both streams, the last of it. */
  readonly output: string;
}

const outputCharactersMax = 200_000;

/** @throws the signal's reason once the command has been ended for it */
export async function runNode(
  copy: SourceCopy,
  args: readonly string[],
  { timeLimitMs, signal }: { readonly timeLimitMs: number; readonly signal: AbortSignal },
): Promise<CommandEnd> {
  signal.throwIfAborted();
  // A group of its own, so that whatever the tests have started ends with it.
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
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop();
  }, timeLimitMs);
  signal.addEventListener("abort", stop);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    signal.throwIfAborted();
    return { exitCode: late ? undefined : (code ?? 1), output };
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

/** Variables of a vitest that runs this would make the inner one believe that it is a worker. */
function withoutVitest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("VITEST")));
}
