/** Runs the work of a command in this process until it ends or a signal interrupts it. */
import { setMaxListeners } from "node:events";
import { keepProcessAlive } from "../../base/clock.ts";
import { stopSignal } from "./stop-signal.ts";

/** Runs the work until it ends or a signal interrupts it. Returns the exit code. */
export async function runInterruptible(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
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
