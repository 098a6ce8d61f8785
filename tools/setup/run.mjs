/** Runs the commands of the setup. Their output is kept, and shown only when they fail. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { SetupError } from "./errors.mjs";

/** Limit of the output that is kept of a command: its end, which holds the reason of a failure. */
const outputCharactersMax = 200_000;

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/**
 * Forwards stop signals to the running command, and exits once it has exited. Otherwise another setup could take the lock
 * while the command still writes.
 */
export function onStopSignal() {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.once(signal, () => {
      const code = 128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[signal];
      if (running.size === 0) process.exit(code);
      for (const child of running) {
        child.removeAllListeners("close").once("close", () => process.exit(code));
        // The process group, because npm does not forward the signal to the script that it runs.
        if (child.pid) process.kill(-child.pid, signal);
      }
    });
  }
}

/**
 * @typedef {object} RunOptions
 * @property {string} cwd
 * @property {string} title names the work in the error message
 * @property {string} remedy says in the error message what to do next
 * @property {(line: string) => void} [onLine] called with each line of standard output
 */

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} options
 * @returns {Promise<void>} rejected with a `SetupError` unless the exit code is 0
 */
export function run(command, args, { cwd, title, remedy, onLine }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"], detached: true });
    running.add(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text) => {
        output = (output + text).slice(-outputCharactersMax);
      });
    }
    if (onLine) createInterface({ input: child.stdout }).on("line", onLine);
    child.once("error", (error) => {
      running.delete(child);
      reject(new SetupError(`${title} failed: cannot run \`${command}\` (${error.message}); is it on the PATH?`));
    });
    child.once("close", (code, signal) => {
      running.delete(child);
      const ending = signal ? `signal ${signal}` : `exit code ${code}`;
      if (code === 0) resolve();
      else reject(new SetupError(`${title} failed (\`${command} ${args.join(" ")}\`: ${ending}): ${remedy}`, output));
    });
  });
}
