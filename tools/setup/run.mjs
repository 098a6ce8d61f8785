/** Runs the commands of the setup: their output is kept and shown only when they fail. */
import { spawn } from "node:child_process";
import { SetupError } from "./errors.mjs";

/** What is shown of a failing command: the end, where the reason stands. */
const outputCharactersMax = 200_000;

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/**
 * Passes a stop signal on to the command under way and ends when it has ended, so that nobody else finds the lock free
 * while the command still writes.
 */
export function onStopSignal() {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.once(signal, () => {
      const code = 128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[signal];
      if (running.size === 0) process.exit(code);
      for (const child of running) {
        child.removeAllListeners("close").once("close", () => process.exit(code));
        // The group, because npm does not pass the signal on to the script that it runs.
        if (child.pid) process.kill(-child.pid, signal);
      }
    });
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, what: string, remedy: string }} options `what` failed and what to do about it, for the message
 * @returns {Promise<void>}
 */
export function run(command, args, { cwd, what, remedy }) {
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
    child.once("error", (error) => {
      running.delete(child);
      reject(new SetupError(`${what} failed: cannot run \`${command}\` (${error.message}); is it on the PATH?`));
    });
    child.once("close", (code, signal) => {
      running.delete(child);
      const ending = signal ? `signal ${signal}` : `exit code ${code}`;
      if (code === 0) resolve();
      else reject(new SetupError(`${what} failed (\`${command} ${args.join(" ")}\`: ${ending}): ${remedy}`, output));
    });
  });
}
