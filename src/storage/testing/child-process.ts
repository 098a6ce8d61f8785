/** Runs a script of this folder in a process of its own, which can be killed without mercy, and talks to it in lines. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

type Process = ChildProcessByStdio<Writable, Readable, null>;

export class ScriptProcess implements AsyncDisposable {
  readonly #process: Process;
  readonly #lines: AsyncIterator<string>;

  /** @param script a file of this folder, written in TypeScript */
  constructor(script: string, args: readonly string[]) {
    const path = fileURLToPath(new URL(script, import.meta.url));
    this.#process = spawn(process.execPath, ["--import", "tsx", path, ...args], { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  send(line: string): void {
    this.#process.stdin.write(`${line}\n`);
  }

  /** The next line of its output; undefined once it has ended. */
  async line(): Promise<string | undefined> {
    const { done, value } = await this.#lines.next();
    return done ? undefined : value;
  }

  /** Ends it as a crash would, and waits until it is gone. */
  async kill(): Promise<void> {
    const exited = this.#hasExited() ? Promise.resolve() : once(this.#process, "exit");
    this.#process.kill("SIGKILL");
    await exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  #hasExited(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }
}
