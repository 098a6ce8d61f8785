/**
 * Runs credential plugins for the client library. A plugin that does not need the terminal gets its own process group,
 * so that the processes that it has started end with it.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { type Clock, systemClock, type Timer } from "../../base/clock.ts";
import { reasonOf } from "../../base/reason-of.ts";
import type { ProcessOutcome, ProcessRequest, ProcessRunner } from "../../client/config/index.ts";
import { isErrno } from "../machine/files.ts";

/** Time between SIGTERM and SIGKILL. */
const killDelayMs = 1_000;
/** Size of the end of standard error that is kept for the error message of a failed program. */
const stderrCharactersMax = 4_096;

/** Options of `NodeProcessRunner`. */
export interface ProcessRunnerOptions {
  /** Why programs cannot ask the user for input. Default: undefined if standard input is a terminal. */
  readonly noTerminal?: string | undefined;
  /** Receives what programs write to standard error. Default: standard error of this process. */
  readonly stderr?: { write(text: string): unknown };
  /** Default: the system's clock. */
  readonly clock?: Clock;
}

/** Runs programs as child processes of Node. */
export class NodeProcessRunner implements ProcessRunner {
  readonly noTerminal: string | undefined;
  readonly #stderr: { write(text: string): unknown };
  readonly #clock: Clock;

  constructor(options: ProcessRunnerOptions = {}) {
    const isTerminal = process.stdin.isTTY;
    this.noTerminal = "noTerminal" in options ? options.noTerminal : isTerminal ? undefined : "it is no terminal";
    this.#stderr = options.stderr ?? process.stderr;
    this.#clock = options.clock ?? systemClock;
  }

  run(request: ProcessRequest): Promise<ProcessOutcome> {
    return new Promise((resolve, reject) => {
      request.signal.throwIfAborted();
      const child = start(request);
      if (!(child instanceof Error)) {
        this.#follow(child, request, { resolve, reject });
      } else resolve(notStarted(child));
    });
  }

  #follow(child: ChildProcess, request: ProcessRequest, settle: Settle): void {
    const { signal, stdoutBytesMax } = request;
    const termination = new ProcessTermination(child, { clock: this.#clock, hasGroup: !request.interactive });
    const stdout: Buffer[] = [];
    let stdoutBytes = 0;
    let stderr = "";
    const onAbort = (): void => {
      termination.begin();
      settle.reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    child.stdout?.on("data", (piece: Buffer) => {
      stdoutBytes += piece.length;
      if (stdoutBytes <= stdoutBytesMax) stdout.push(piece);
      else {
        termination.begin();
        settle.resolve({ kind: "too much output" });
      }
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr.write(text);
      stderr = (stderr + text).slice(-stderrCharactersMax);
    });
    const finish = (outcome: ProcessOutcome): void => {
      signal.removeEventListener("abort", onAbort);
      termination.done();
      settle.resolve(outcome);
    };
    child.once("error", (error) => finish(notStarted(error)));
    child.once("close", (code) => {
      finish({ kind: "ended", code: code ?? undefined, stdout: Buffer.concat(stdout), stderr });
    });
  }
}

interface Settle {
  resolve(outcome: ProcessOutcome): void;
  reject(reason: unknown): void;
}

/** Starts the program. Node throws some errors of the operating system and emits others as events. */
function start({ command, args, env, interactive }: ProcessRequest): ChildProcess | Error {
  try {
    return spawn(command, args, {
      env,
      stdio: interactive ? ["inherit", "pipe", "inherit"] : ["ignore", "pipe", "pipe"],
      detached: !interactive,
      windowsHide: true,
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function notStarted(error: Error): ProcessOutcome {
  if (isErrno(error, "ENOENT")) return { kind: "missing" };
  const reason = isErrno(error, "EACCES") ? "it may not be run" : reasonOf(error);
  return { kind: "not started", reason };
}

/** Ends a program: SIGTERM first, then SIGKILL. It also kills the program when this process exits. */
class ProcessTermination {
  readonly #child: ChildProcess;
  readonly #clock: Clock;
  readonly #hasGroup: boolean;
  readonly #onExit = (): void => this.#kill("SIGKILL");
  #timer: Timer | undefined;

  constructor(child: ChildProcess, { clock, hasGroup }: { clock: Clock; hasGroup: boolean }) {
    this.#child = child;
    this.#clock = clock;
    this.#hasGroup = hasGroup;
    process.once("exit", this.#onExit);
  }

  begin(): void {
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    this.#kill("SIGTERM");
    this.#timer ??= this.#clock.after(killDelayMs, () => this.#kill("SIGKILL"));
  }

  done(): void {
    // Processes that the program has left in its group end too.
    if (this.#timer) this.#kill("SIGKILL");
    this.#timer?.cancel();
    process.off("exit", this.#onExit);
  }

  #kill(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(this.#hasGroup ? -pid : pid, signal);
    } catch (error) {
      if (!isErrno(error, "ESRCH", "EPERM")) throw error;
    }
  }
}
