/** Servers in their own processes, which faults kill, pause and restart. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "../../../src/base/random.ts";
import { childrenOf } from "../../support/child-processes.ts";
import { freePort } from "../../support/free-port.ts";
import { addressIn, OrchProcess, type ServerAddress } from "../../support/orch-process.ts";
import { oneOf } from "../recorder/choices.ts";
import type { SystemFault, SystemUnderTest } from "./system.ts";

/** Options of servers in processes. */
export interface ProcessSystemOptions {
  /** More flags of `orch apiserver`. */
  readonly flags?: readonly string[];
  /** Whether the server has worker processes. Then faults kill and pause them. Default: false. */
  readonly hasWorkers?: boolean;
  /** Folder in which the data directory is created. */
  readonly folder: string;
  /** Data directory to copy. Default: a new cluster. */
  readonly copiedFrom?: string;
  /** Folder with another build of the program. Default: this checkout. */
  readonly programRoot?: string;
}

const pauseMaxMs = 400;

/** A server over LMDB. */
export class ProcessSystem implements SystemUnderTest {
  readonly dataDir: string;
  readonly faults: readonly SystemFault[];
  readonly #options: ProcessSystemOptions;
  #port = 0;
  #server: OrchProcess | undefined;
  #serving: Promise<void> = Promise.resolve();
  #lastFault: Promise<void> = Promise.resolve();
  #address: ServerAddress | undefined;

  private constructor(options: ProcessSystemOptions) {
    this.#options = options;
    mkdirSync(options.folder, { recursive: true });
    this.dataDir = mkdtempSync(join(options.folder, "promises-"));
    if (options.copiedFrom !== undefined) cpSync(options.copiedFrom, this.dataDir, { recursive: true });
    const fault = (name: string, run: SystemFault["run"]): SystemFault => ({
      name,
      run: (random) => this.#oneAtATime(() => run(random)),
    });
    this.faults = [
      fault("kill", () => this.#replace("SIGKILL")),
      fault("restart", () => this.#replace("SIGTERM")),
      fault("pause", (random) => this.#pause(random)),
      ...(options.hasWorkers
        ? [
            fault("kill-worker", (random) => this.#signalWorker(random, "SIGKILL")),
            fault("pause-worker", (random) => this.#signalWorker(random, "SIGSTOP")),
          ]
        : []),
    ];
  }

  /** Starts a server. */
  static async start(options: ProcessSystemOptions): Promise<ProcessSystem> {
    const system = new ProcessSystem(options);
    system.#port = await freePort();
    system.#serving = system.#start();
    await system.untilServing();
    system.#address = addressIn(readFileSync(join(system.dataDir, "admin.kubeconfig"), "utf8"));
    return system;
  }

  get addresses(): readonly ServerAddress[] {
    return this.#address ? [this.#address] : [];
  }

  /** Process ID of the server. */
  get pid(): number {
    return this.#server?.pid ?? 0;
  }

  untilServing(): Promise<void> {
    return this.#serving;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Histories that are recorded at the same time cause their faults one after the other. */
  #oneAtATime(run: () => Promise<void>): Promise<void> {
    const last = this.#lastFault.then(run);
    this.#lastFault = last;
    return last;
  }

  async #start(): Promise<void> {
    const flags = ["--vocabulary=kubernetes", `--secure-port=${this.#port}`, `--data-dir=${this.dataDir}`];
    this.#server = new OrchProcess(
      ["apiserver", ...flags, ...(this.#options.flags ?? [])],
      [],
      this.#options.programRoot,
    );
    await this.#server.waitUntilReady();
  }

  /** Ends the server with a signal and starts another one with the same store and port. */
  async #replace(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const old = this.#server;
    this.#serving = (async () => {
      if (signal === "SIGTERM") {
        old?.signal(signal);
        await old?.waitForExit();
      }
      await old?.[Symbol.asyncDispose]();
      await this.#start();
    })();
    await this.#serving;
  }

  /** Stops the process and its workers for a moment, as a busy machine does. */
  async #pause(random: Random): Promise<void> {
    const pids = [this.#server?.pid ?? 0, ...this.#workers()];
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    await pause(random.below(pauseMaxMs));
    for (const pid of pids) process.kill(pid, "SIGCONT");
  }

  /** Returns the worker processes of the server. */
  #workers(): readonly number[] {
    return this.#server ? childrenOf(this.#server.pid) : [];
  }

  /** Kills or pauses one worker. The server itself starts another one. */
  async #signalWorker(random: Random, signal: "SIGKILL" | "SIGSTOP"): Promise<void> {
    const workers = this.#workers();
    if (workers.length === 0) return;
    const pid = oneOf(random, workers);
    process.kill(pid, signal);
    if (signal === "SIGKILL") return;
    await pause(random.below(pauseMaxMs));
    process.kill(pid, "SIGCONT");
  }
}
