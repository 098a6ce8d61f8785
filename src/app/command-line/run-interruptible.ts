/** Runs the work of a command in this process until it ends or a signal interrupts it. */
import { setMaxListeners } from "node:events";
import { keepProcessAlive } from "../../base/clock.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { stopSignal } from "../machine/stop-signal.ts";

/** Runs the work until it ends or a signal interrupts it. Returns the exit code. */
export async function runInterruptible(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  exitOnOutputError();
  using _ = keepProcessAlive();
  const interruptController = new AbortController();
  // Each request in progress adds a listener.
  setMaxListeners(0, interruptController.signal);
  const interruptedCode = stopSignal().then((code) => {
    interruptController.abort(new Error("interrupted"));
    return code;
  });
  const code = await Promise.race([work(interruptController.signal), interruptedCode]);
  // The command may wait for something that never ends, such as standard input.
  if (interruptController.signal.aborted) process.exit(code);
  return code;
}

/**
 * Ends the process when its output cannot be written. There is no error when the reader of the output has closed the pipe, as in
 * `orch get pods | head`.
 */
function exitOnOutputError(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(brokenPipeCode);
    process.stderr.write(`error: the output cannot be written: ${reasonOf(error)}\n`);
    process.exit(1);
  });
}

/** Exit code with which shells report a process that SIGPIPE ended. */
const brokenPipeCode = 141;
