/** The end of a process whose output cannot be written. */
import { reasonOf } from "../../base/reason-of.ts";

/** Exit code with which shells report a process that SIGPIPE ended. */
const brokenPipeCode = 141;

/**
 * Ends the process when its output cannot be written. There is no error when the reader of the output has closed the pipe, as in
 * `orch get pods | head`.
 */
export function exitOnOutputError(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(brokenPipeCode);
    process.stderr.write(`error: the output cannot be written: ${reasonOf(error)}\n`);
    process.exit(1);
  });
}
