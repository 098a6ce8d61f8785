/** Runs commands of the built `orch` as processes, with a separate working directory, home and environment. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { until } from "./until.ts";

const program = fileURLToPath(new URL("../../bin/orch.js", import.meta.url));

/** Exit code and output of an ended command. The code is null if a signal ended it. */
export interface EndedCommand {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Working directory, additional environment variables and standard input of a command. The directory is also its home.
 */
export interface CommandEnvironment {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

/** A running `orch` command, with the output it has printed so far. */
export class OrchCommand {
  readonly #child: ChildProcess;
  readonly #exitCode: Promise<number | null>;
  stdout = "";
  stderr = "";

  constructor(args: readonly string[], { cwd, env = {}, stdin = "" }: CommandEnvironment) {
    const { PATH = "" } = process.env;
    const child = spawn(process.execPath, [program, ...args], { cwd, env: { PATH, HOME: cwd, ...env } });
    this.#child = child;
    child.stdin.end(stdin);
    child.stdout.setEncoding("utf8").on("data", (text: string) => (this.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    this.#exitCode = new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
  }

  /** Resolves once standard output contains `text`. */
  async waitForOutput(text: string): Promise<void> {
    await until(() => this.stdout.includes(text), `${text} is printed, and not only ${this.stdout}${this.stderr}`);
  }

  /** Sends SIGINT, as Ctrl+C does. */
  interrupt(): void {
    this.#child.kill("SIGINT");
  }

  /** Closes the reading end of standard output. */
  stopReading(): void {
    this.#child.stdout?.destroy();
  }

  /** Resolves when the command has ended and closed its output. */
  async waitForEnd(): Promise<EndedCommand> {
    const code = await this.#exitCode;
    return { code, stdout: this.stdout, stderr: this.stderr };
  }
}

/** Runs a command and resolves when it has ended. */
export async function runOrch(args: readonly string[], environment: CommandEnvironment): Promise<EndedCommand> {
  return await new OrchCommand(args, environment).waitForEnd();
}
