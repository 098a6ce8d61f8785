/** The server under test: the built program in a separate process, with a durable store. */
import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { cpuSeconds, memoryOf } from "../../bench/process.ts";
import { addressIn, type ServerAddress } from "../support/orch-process.ts";
import type { SoakFaults } from "./faults.ts";

const root = join(import.meta.dirname, "../..");
const ready = /^orch is ready at /;
const collector = ["--expose-gc", "--import", join(import.meta.dirname, "collect-on-signal.mjs")];

/** Resource usage of the server process. */
export interface ResourceUsage {
  /** Anonymous memory, without mapped files such as the store. */
  readonly anonymousBytes: number;
  readonly cpuSeconds: number;
  /** Disk usage of the store's files. */
  readonly storeBytes: number;
}

/** Memory in use after a garbage collection. */
export interface MemoryInUse {
  readonly heapBytes: number;
  /** Memory that V8 has reserved for its heap. */
  readonly heapTotalBytes: number;
  /** Memory of objects outside the heap, such as buffers. */
  readonly externalBytes: number;
  readonly anonymousBytes: number;
}

/** A running server. Unexpected ends and logged errors are recorded as faults. */
export class SoakServer implements AsyncDisposable {
  /** Number of log lines by level. */
  readonly logLineCounts = new Map<string, number>();
  readonly #dataDir: string;
  readonly #child: ChildProcess;
  readonly #faults: SoakFaults;
  readonly #log = new EventEmitter();
  #isStopping = false;

  private constructor(dataDir: string, child: ChildProcess, faults: SoakFaults) {
    this.#dataDir = dataDir;
    this.#child = child;
    this.#faults = faults;
    child.once("exit", (code, signal) => {
      if (!this.#isStopping) faults.add(`the server ended unexpectedly: ${code ?? signal}`);
    });
    linesOf(child.stderr).on("line", (line: string) => this.#readLog(line));
  }

  static async start(faults: SoakFaults): Promise<SoakServer> {
    // The data directory is on the disk of the checkout, because commits to a RAM disk would cost nothing.
    mkdirSync(join(root, ".cache"), { recursive: true });
    const dataDir = mkdtempSync(join(root, ".cache", "soak-"));
    const flags = ["--vocabulary=kubernetes", "--secure-port=0", "--logging-format=json", `--data-dir=${dataDir}`];
    const program = [...collector, join(root, "bin/orch.js"), "apiserver"];
    const child = spawn(process.execPath, [...program, ...flags], { stdio: ["ignore", "pipe", "pipe"] });
    const server = new SoakServer(dataDir, child, faults);
    const [line] = (await once(linesOf(child.stdout), "line")) as [string];
    if (!ready.test(line)) throw new Error(`unexpected first line of the server: ${line}`);
    return server;
  }

  get address(): ServerAddress {
    return addressIn(readFileSync(join(this.#dataDir, "admin.kubeconfig"), "utf8"));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  resourceUsage(): ResourceUsage {
    const store = join(this.#dataDir, "store");
    const blocks = readdirSync(store).map((name) => statSync(join(store, name)).blocks);
    return {
      anonymousBytes: memoryOf(this.pid).anonymousBytes,
      cpuSeconds: cpuSeconds(this.pid),
      storeBytes: blocks.reduce((sum, count) => sum + count * 512, 0),
    };
  }

  /** Makes the server collect all garbage and returns the remaining memory. */
  async collectGarbage(): Promise<MemoryInUse> {
    const collected = once(this.#log, "collected");
    this.#child.kill("SIGUSR2");
    const [{ heapBytes, heapTotalBytes, externalBytes }] = (await collected) as [CollectedLine];
    return { heapBytes, heapTotalBytes, externalBytes, anonymousBytes: memoryOf(this.pid).anonymousBytes };
  }

  /** Sends SIGTERM and waits until the process has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (!this.isRunning) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    const [code, signal] = (await ended) as [number | null, string | null];
    if (code !== 0) this.#faults.add(`the server stopped with ${code ?? signal}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    if (this.isRunning) {
      const ended = once(this.#child, "exit");
      this.#child.kill("SIGKILL");
      await ended;
    }
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  #readLog(text: string): void {
    const line = parseLine(text);
    if (line.msg === "collected") {
      this.#log.emit("collected", line);
      return;
    }
    this.logLineCounts.set(line.level, (this.logLineCounts.get(line.level) ?? 0) + 1);
    if (line.level === "error") this.#faults.add(`the server's log: ${text}`);
  }
}

interface LogLine {
  readonly level: string;
  readonly msg?: string;
}

/** Memory figures that collect-on-signal.mjs logs. */
type CollectedLine = Omit<MemoryInUse, "anonymousBytes">;

/** Reads a line of the log. Any other output, such as a stack trace, counts as an error. */
function parseLine(text: string): LogLine {
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    return { level: "error" };
  }
}

function linesOf(stream: NodeJS.ReadableStream | null): Interface {
  if (!stream) throw new Error("the server's output is piped");
  return createInterface({ input: stream });
}
