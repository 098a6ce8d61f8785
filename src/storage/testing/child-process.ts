/** Runs a script of this folder in a child process. It can be killed at any time, and exchanges lines with the test. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

type Process = ChildProcessByStdio<Writable, Readable, null>;

/** Inside the checkout, because the programs import packages. */
const programFolder = fileURLToPath(new URL(`../../../.cache/test-programs/${process.pid}`, import.meta.url));
const programs = new Map<string, string>();

/** Returns the script as a JavaScript program in one file, which starts five times as fast as with a loader for TypeScript. */
function programOf(script: string): string {
  const known = programs.get(script);
  if (known !== undefined) return known;
  if (programs.size === 0) {
    mkdirSync(programFolder, { recursive: true });
    process.once("exit", () => rmSync(programFolder, { recursive: true, force: true }));
  }
  const program = join(programFolder, script.replace(/\.ts$/, ".mjs"));
  const entry = fileURLToPath(new URL(script, import.meta.url));
  buildSync({
    entryPoints: [entry],
    outfile: program,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
  });
  programs.set(script, program);
  return program;
}

/** A child process that runs a script. */
export class ScriptProcess implements AsyncDisposable {
  readonly #process: Process;
  readonly #lines: AsyncIterator<string>;

  /** @param script a TypeScript file in this folder */
  constructor(script: string, args: readonly string[]) {
    this.#process = spawn(process.execPath, [programOf(script), ...args], { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  send(line: string): void {
    this.#process.stdin.write(`${line}\n`);
  }

  /** Returns the next line of the output. Undefined if the output has ended. */
  async line(): Promise<string | undefined> {
    const { done, value } = await this.#lines.next();
    return done ? undefined : value;
  }

  /** Kills the process like a crash would, and waits until it has ended. */
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
