/** Commands of the built `orch` in a folder, as somebody types them there: with a home and an environment of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { until } from "./until.ts";

const program = fileURLToPath(new URL("../../bin/orch.js", import.meta.url));

export interface EndedCommand {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandSurroundings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

export class OrchCommand {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  stdout = "";
  stderr = "";

  constructor(args: readonly string[], { cwd, env = {}, stdin = "" }: CommandSurroundings) {
    const { PATH = "" } = process.env;
    const child = spawn(process.execPath, [program, ...args], { cwd, env: { PATH, HOME: cwd, ...env } });
    this.#child = child;
    child.stdin.end(stdin);
    child.stdout.setEncoding("utf8").on("data", (text: string) => (this.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    this.#ended = new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
  }

  /** Resolves once standard output holds `text`. */
  async printed(text: string): Promise<void> {
    await until(() => this.stdout.includes(text), `${text} is printed, and not only ${this.stdout}${this.stderr}`);
  }

  interrupt(): void {
    this.#child.kill("SIGINT");
  }

  /** Reads no more of what it prints. */
  stopReading(): void {
    this.#child.stdout?.destroy();
  }

  async ended(): Promise<EndedCommand> {
    const code = await this.#ended;
    return { code, stdout: this.stdout, stderr: this.stderr };
  }
}

/** Runs a command to its end. */
export async function runOrch(args: readonly string[], surroundings: CommandSurroundings): Promise<EndedCommand> {
  return await new OrchCommand(args, surroundings).ended();
}
