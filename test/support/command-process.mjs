/**
 * A small process that runs commands for a test worker. To start a command, the system copies the page tables of the process that
 * starts it. For a worker with 550 MB this takes 29 ms, for this process 2 ms.
 *
 * It receives a message for each command, and sends one when the command has ended. See `run-command.ts`.
 */
import { execFile } from "node:child_process";

process.on("disconnect", () => process.exit(0));
process.on(
  "message",
  (/** @type {{ id: number, file: string, args: string[], options: object, stdin: string | undefined }} */ message) => {
    const { id, file, args, options, stdin } = message;
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      process.send?.({ id, code: error ? error.code : 0, message: error?.message, stdout, stderr });
    });
    // A command may end without reading its input.
    child.stdin?.on("error", (error) => {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EPIPE") throw error;
    });
    child.stdin?.end(stdin);
  },
);
