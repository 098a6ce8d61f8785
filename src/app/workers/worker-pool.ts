/**
 * The worker processes of a server. The main process starts them, reports commits to them, and replaces those that end. It
 * serves connections like a worker, too.
 */
import type { AuditSink } from "../../audit/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { accumulatedFamilies, type MetricFamily } from "../../base/metrics.ts";
import { RepeatedTask } from "../../base/repeated-task.ts";
import type { ProcessMetrics } from "../../server/index.ts";
import { isStorageError, type OwningEngine } from "../../storage/index.ts";
import type { MetricsPath } from "../cluster/cluster-options.ts";
import type { WorkersConfig } from "../config/server-config.ts";
import { BusyTime } from "./busy-time.ts";
import { Growth } from "./growth.ts";
import type { WorkerStart } from "./messages.ts";
import { WorkerProcess } from "./worker-process.ts";

/** Numbers, program and store of the processes. */
export interface WorkerPoolOptions {
  readonly processes: WorkersConfig;
  /** Path of the built program that exports `runWorker`. */
  readonly program: string;
  /** Returns the configuration of a process that starts. */
  readonly start: () => WorkerStart;
  /** The store, if this process owns it and reports its commits. Otherwise the workers are clients of it themselves. */
  readonly ownedStore: OwningEngine | undefined;
  /** The audit log, which this process writes. Undefined if no request is recorded. */
  readonly auditSink: AuditSink | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Returns the metrics of the main process. */
  readonly ownMetrics: (path: MetricsPath) => readonly MetricFamily[];
  /** Time that a stopping worker has for its requests. */
  readonly stopWaitMs: number;
}

/** Delay of the first restart. It doubles while processes end soon after their start. */
const restartDelayMs = 100;
const restartDelayMsMax = 10_000;
/** A process that ran for this time did not end because of its start. */
const healthyRunMs = 10_000;
/** Time between two samples of how busy the processes are. */
const sampleIntervalMs = 1000;

/** Starts and supervises worker processes. */
export class WorkerPool implements AsyncDisposable {
  readonly #options: WorkerPoolOptions;
  readonly #workers = new Set<WorkerProcess>();
  readonly #stopping = new AbortController();
  #areControllersRunning = false;
  readonly #growth = new Growth();
  readonly #busyTime = new BusyTime();
  /** Counts of workers that have ended. They are kept so that counters do not decrease. */
  readonly #endedMetrics = new Map<MetricsPath, readonly MetricFamily[]>();
  #samples: RepeatedTask | undefined;
  #reports: Promise<void> | undefined;

  /** Number of processes that run, or are starting. */
  #wantedCount: number;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#wantedCount = options.processes.atStart;
  }

  /** The workers that can serve connections. */
  get readyWorkers(): readonly WorkerProcess[] {
    return [...this.#workers].filter(({ isReady }) => isReady);
  }

  /** Number of processes that can serve connections, with the main process. Each request reads it. */
  get processCount(): number {
    let count = 1;
    for (const { isReady } of this.#workers) if (isReady) count++;
    return count;
  }

  /** Starts the workers. They serve connections as soon as they are ready. */
  start(): void {
    const { ownedStore, processes, clock } = this.#options;
    if (ownedStore) this.#reports = this.#reportCommits(ownedStore);
    for (let count = 1; count < processes.atStart; count++) this.#startWorker(restartDelayMs);
    if (processes.atStart === processes.max) return;
    this.#samples = new RepeatedTask({ clock, intervalMs: sampleIntervalMs, run: async () => this.#grow() });
  }

  /** Returns the metrics of all processes, with those of the main process first and those of ended workers last. */
  async collectMetrics(path: MetricsPath): Promise<ProcessMetrics> {
    // Read before waiting: a worker that ends meanwhile is among those that are asked.
    const ended = this.#endedMetrics.get(path) ?? [];
    const families = await Promise.all(Array.from(this.#workers, (worker) => worker.metrics(path)));
    return [this.#options.ownMetrics(path), ...families, ended];
  }

  /** Reports to the workers whether the main process runs the controllers. */
  setControllersRunning(areRunning: boolean): void {
    this.#areControllersRunning = areRunning;
    for (const worker of this.#workers) worker.send({ type: "controllers", areRunning });
  }

  /** Changes the detail of the log in all processes. */
  setVerbosity(verbosity: number): void {
    this.#options.logger.setVerbosity(verbosity);
    for (const worker of this.#workers) worker.send({ type: "verbosity", verbosity });
  }

  /** Makes the health checks of the workers fail. They still serve requests. Resolves when they need no more connections. */
  async announceStop(): Promise<void> {
    await Promise.all(Array.from(this.#workers, (worker) => worker.announceStop()));
  }

  /** Stops all workers after their requests have ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.#samples?.[Symbol.asyncDispose]();
    await Promise.all(Array.from(this.#workers, (worker) => worker.stop(this.#options.stopWaitMs)));
    await this.#reports;
  }

  #startWorker(nextDelayMs: number): void {
    if (this.#stopping.signal.aborted) return;
    const { program, start, ownedStore, auditSink, clock } = this.#options;
    const startedMs = clock.monotonicMs();
    const worker = new WorkerProcess({
      program,
      start: start(),
      ownedStore,
      auditSink,
      clock,
      collectMetrics: (path) => this.collectMetrics(path),
      setVerbosity: (verbosity) => this.setVerbosity(verbosity),
      onReady: () => {
        worker.send({ type: "controllers", areRunning: this.#areControllersRunning });
        worker.send({ type: "verbosity", verbosity: this.#options.logger.verbosity });
        this.#shareProcessCount();
      },
      onEnd: (ended, reason) => {
        this.#workers.delete(ended);
        this.#keepMetrics(ended);
        this.#shareProcessCount();
        const delayMs = clock.monotonicMs() - startedMs > healthyRunMs ? restartDelayMs : nextDelayMs;
        this.#replace(ended, reason, delayMs);
      },
    });
    this.#workers.add(worker);
  }

  /** Starts a worker if all processes are busy, and none is starting. */
  #grow(): void {
    const { processes, logger } = this.#options;
    const busyShares = [this.#busyTime.share(), ...this.readyWorkers.map(({ busyShare }) => busyShare)];
    if (busyShares.length < this.#wantedCount || this.#wantedCount >= processes.max) return;
    if (!this.#growth.needsMore(busyShares)) return;
    this.#wantedCount++;
    logger.info("all processes are busy; another worker process starts", { processes: this.#wantedCount });
    this.#startWorker(restartDelayMs);
  }

  /** Sends each worker the number of processes that share the limits of concurrent requests. */
  #shareProcessCount(): void {
    const count = this.processCount;
    for (const worker of this.#workers) worker.send({ type: "processes", count });
  }

  #keepMetrics({ lastMetrics }: WorkerProcess): void {
    for (const [path, families] of lastMetrics) {
      this.#endedMetrics.set(path, accumulatedFamilies([this.#endedMetrics.get(path) ?? [], families]));
    }
  }

  #replace({ processId = 0 }: WorkerProcess, reason: string, delayMs: number): void {
    if (this.#stopping.signal.aborted) return;
    const { logger, clock } = this.#options;
    logger.error("a worker process has ended; another one replaces it", undefined, { processId, reason });
    clock.after(delayMs, () => this.#startWorker(Math.min(2 * delayMs, restartDelayMsMax)));
  }

  /** Reports each commit to the workers. They read the changes from the store. */
  async #reportCommits(store: OwningEngine): Promise<void> {
    const { logger } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        for await (const _batch of store.watch("", { after: store.revision, signal })) {
          for (const worker of this.#workers) worker.send({ type: "committed" });
        }
      } catch (error) {
        if (isStorageError(error, "closed")) return;
        logger.warning("reporting commits to worker processes begins again", { reason: String(error) });
      }
    }
  }
}
