/** A worker process of a server, as the main process sees it. */
import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { dirname, join } from "node:path";
import type { Duplex } from "node:stream";
import type { AuditEvent, AuditSink } from "../../audit/index.ts";
import { assert } from "../../base/assert.ts";
import type { Clock } from "../../base/clock.ts";
import { deferred } from "../../base/deferred.ts";
import { accumulatedFamilies, type MetricFamily } from "../../base/metrics.ts";
import { PendingCalls } from "../../base/pending-calls.ts";
import { RepeatedTask } from "../../base/repeated-task.ts";
import type { ProcessMetrics } from "../../server/index.ts";
import { type StoreOwner, toFailure } from "../../storage/index.ts";
import type { MetricsPath } from "../cluster/cluster-options.ts";
import type { ConnectionTarget } from "./connection-spread.ts";
import { FrameChannel } from "./frame-channel.ts";
import {
  connectionMessage,
  encodeStart,
  type FromWorker,
  type StoreResult,
  type ToWorker,
  type WorkerStart,
} from "./messages.ts";
import { auditEventsOf } from "./remote-audit-sink.ts";
import { answerStoreCall } from "./store-service.ts";

/** Program and store of a worker process. */
export interface WorkerProcessOptions {
  /** Path of the built program that exports `runWorker`. */
  readonly program: string;
  readonly start: WorkerStart;
  /** The store, if the main process owns it. */
  readonly ownedStore: StoreOwner | undefined;
  /** The audit log, which the main process writes. Undefined if no request is recorded. */
  readonly auditSink: AuditSink | undefined;
  readonly clock: Clock;
  /** Collects the metrics of all processes. */
  readonly collectMetrics: (path: MetricsPath) => Promise<ProcessMetrics>;
  /** Changes the detail of the log in all processes. */
  readonly setVerbosity: (verbosity: number) => void;
  /** Called when the worker can serve connections. */
  readonly onReady: (worker: WorkerProcess) => void;
  /** Called once when the process has ended. @param reason such as `signal SIGKILL`, or why this process has killed it */
  readonly onEnd: (worker: WorkerProcess, reason: string) => void;
}

/** File descriptor of the message channel in the worker process. 3 is the channel with which Node transfers sockets. */
export const channelDescriptor = 4;
/** Maximum wait for the metrics of a worker. After it, its last known counts are shown. */
const metricsWaitMs = 5000;
/** Time between two checks whether the worker hangs. */
const pingIntervalMs = 1000;
/** A worker that has not answered for this time gets no further connections. */
const silenceMsMax = 3000;
/** A worker that pauses the commits for this time is killed. */
const pauseMsMax = 2000;
/** A worker that has not answered for this time is killed. */
const hangMsMax = 30_000;

/** Starts a worker process, and serves its calls until it ends. */
export class WorkerProcess implements ConnectionTarget {
  readonly #options: WorkerProcessOptions;
  readonly #child: ChildProcess;
  /** Undefined if the process could not be started. */
  readonly #channel: FrameChannel<FromWorker, ToWorker> | undefined;
  readonly #metrics = new PendingCalls<readonly MetricFamily[]>();
  readonly #lastMetrics = new Map<MetricsPath, readonly MetricFamily[]>();
  readonly #ended = deferred();
  readonly #stopAnnounced = deferred();
  /** Connections that have not arrived at the process yet, oldest first. */
  readonly #passedConnections: Socket[] = [];
  readonly #pings: RepeatedTask;
  #openConnections = 0;
  #busyShare = 0;
  /** Ends the pause of the commits that the worker has requested. */
  #endPause: () => void = () => undefined;
  #isReady = false;
  /** Why this process has killed the worker. */
  #killReason: string | undefined;
  /** Resolves when the last message about events was answered. */
  #auditAnswer: Promise<void> = Promise.resolve();
  /** When the oldest ping was sent that the worker has not answered. */
  #unansweredSinceMs: number | undefined;

  constructor(options: WorkerProcessOptions) {
    this.#options = options;
    const starter = join(dirname(options.program), "../../bin/worker.cjs");
    this.#child = spawn(process.execPath, [...process.execArgv, starter, options.program], {
      stdio: ["ignore", "ignore", "inherit", "ipc", "pipe"],
    });
    this.#child.once("error", (error) => this.#end(error.message));
    this.#child.once("exit", (code, signal) => this.#end(signal ? `signal ${signal}` : `exit code ${code}`));
    this.#channel = this.#openChannel();
    this.#channel?.send({ type: "start" }, [encodeStart(options.start)]);
    const { clock } = options;
    this.#pings = new RepeatedTask({ clock, intervalMs: pingIntervalMs, run: async () => this.#ping() });
  }

  get processId(): number | undefined {
    return this.#child.pid;
  }

  /** Whether the worker can serve connections. A worker that is busy for seconds gets no new ones. */
  get isReady(): boolean {
    return this.#isReady && this.#silenceMs < silenceMsMax;
  }

  /** The share of the last seconds in which the worker was busy, from 0 to 1. */
  get busyShare(): number {
    return this.#busyShare;
  }

  get openConnections(): number {
    return this.#openConnections;
  }

  accept(socket: Socket): void {
    this.#openConnections++;
    this.#passedConnections.push(socket);
    // Node would not close a connection that waits for a process which ends. Its client would wait for ever. So this
    // process keeps a copy until the connection has arrived. A failure to send means that the process has ended.
    this.#child.send(connectionMessage, socket, { keepOpen: true }, () => undefined);
  }

  /** Sends a message. Has no effect after the process has ended. */
  send(message: ToWorker): void {
    this.#channel?.send(message);
  }

  /** The metrics that the worker has returned last, by path. */
  get lastMetrics(): ReadonlyMap<MetricsPath, readonly MetricFamily[]> {
    return this.#lastMetrics;
  }

  /**
   * Returns the metrics of the worker. If it ends, hangs, or does not answer in time, they are the last known values of those that
   * must not decrease.
   */
  async metrics(path: MetricsPath): Promise<readonly MetricFamily[]> {
    const present = this.isReady ? await this.#presentMetrics(path) : undefined;
    return present ?? accumulatedFamilies([this.#lastMetrics.get(path) ?? []]);
  }

  async #presentMetrics(path: MetricsPath): Promise<readonly MetricFamily[] | undefined> {
    const timeout = deferred();
    using _timer = this.#options.clock.after(metricsWaitMs, () => timeout.resolve());
    const answer = this.#metrics.call((id) => this.send({ type: "showMetrics", id, path }));
    const remembered = answer.then((families) => {
      this.#lastMetrics.set(path, families);
      return families;
    });
    const noAnswer = Promise.race([timeout.promise, this.#ended.promise]).then(() => undefined);
    return await Promise.race([remembered, noAnswer]);
  }

  /**
   * Makes the health checks of the worker fail. It still serves requests. Resolves when it needs no more connections, or has
   * ended.
   */
  async announceStop(): Promise<void> {
    this.send({ type: "announceStop" });
    await Promise.race([this.#stopAnnounced.promise, this.#ended.promise]);
  }

  /**
   * Ends the worker after its requests have ended.
   * @param waitMs time after which the process is killed
   */
  async stop(waitMs: number): Promise<void> {
    this.#isReady = false;
    this.send({ type: "stop" });
    using _timer = this.#options.clock.after(waitMs, () => this.#child.kill("SIGKILL"));
    await this.#ended.promise;
  }

  #openChannel(): FrameChannel<FromWorker, ToWorker> | undefined {
    // Node makes no streams if no file descriptor is free. It then reports an error of the process.
    const streams: readonly unknown[] | undefined = this.#child.stdio;
    if (!streams) return undefined;
    return new FrameChannel(streams[channelDescriptor] as Duplex, {
      onMessage: (message, attachments) => this.#onMessage(message, attachments),
      // A worker without its channel cannot write. It ends itself, unless it hangs.
      onEnd: () => this.#child.kill("SIGKILL"),
    });
  }

  /** Closes this process's copies of the oldest passed connections. */
  #closeCopies(count: number): void {
    for (const socket of this.#passedConnections.splice(0, count)) socket.destroy();
  }

  get #silenceMs(): number {
    return this.#unansweredSinceMs === undefined ? 0 : this.#options.clock.monotonicMs() - this.#unansweredSinceMs;
  }

  #ping(): void {
    if (this.#silenceMs > hangMsMax) this.#kill(`it did not answer for ${hangMsMax / 1000} seconds, and was killed`);
    else if (this.#unansweredSinceMs === undefined) {
      this.#unansweredSinceMs = this.#options.clock.monotonicMs();
      this.send({ type: "ping" });
    }
  }

  #kill(reason: string): void {
    this.#killReason = reason;
    this.#child.kill("SIGKILL");
  }

  #end(how: string): void {
    this.#isReady = false;
    this.#closeCopies(this.#passedConnections.length);
    void this.#pings[Symbol.asyncDispose]();
    this.#ended.resolve();
    this.#options.onEnd(this, this.#killReason ?? how);
  }

  #onMessage(message: FromWorker, attachments: readonly Buffer[]): void {
    switch (message.type) {
      case "ready":
        this.#isReady = true;
        this.#options.onReady(this);
        return;
      case "store":
        void this.#answerStore(message, attachments);
        return;
      case "commitsMayContinue":
        this.#endPause();
        return;
      case "collectMetrics":
        void this.#answerMetrics(message);
        return;
      case "metrics":
        this.#metrics.resolve(message.id, message.families);
        return;
      case "setVerbosity":
        this.#options.setVerbosity(message.verbosity);
        return;
      case "stopAnnounced":
        this.#stopAnnounced.resolve();
        return;
      case "pong":
        this.#unansweredSinceMs = undefined;
        this.#busyShare = message.busyShare;
        return;
      case "connectionsArrived":
        this.#closeCopies(message.count);
        return;
      case "connectionsEnded":
        this.#openConnections -= message.count;
        return;
      case "audit":
        this.#auditAnswer = this.#storeAudit(auditEventsOf(message.events, attachments), this.#auditAnswer);
        return;
    }
  }

  async #answerStore({ id, call }: FromWorker & { type: "store" }, values: readonly Buffer[]): Promise<void> {
    const { ownedStore } = this.#options;
    assert(ownedStore, "only workers on a store of the main process send calls");
    if (call.operation === "pauseCommits") {
      await this.#pauseCommits(ownedStore, id);
      return;
    }
    const { result, attachments } = await answerStoreCall(ownedStore, call, values);
    this.#channel?.send({ type: "storeResult", id, result }, attachments);
  }

  /** Pauses the commits until the worker ends the pause, or has ended itself. */
  async #pauseCommits(ownedStore: StoreOwner, id: number): Promise<void> {
    const answer = (result: StoreResult): void => this.send({ type: "storeResult", id, result });
    try {
      await ownedStore.withoutCommits(async () => {
        const pause = deferred();
        this.#endPause = () => pause.resolve();
        const reason = `it did not open the store within ${pauseMsMax / 1000} seconds, and was killed`;
        using _timer = this.#options.clock.after(pauseMsMax, () => this.#kill(reason));
        answer({ arePaused: true });
        await Promise.race([pause.promise, this.#ended.promise]);
      });
    } catch (error) {
      answer({ failure: toFailure(error) });
    }
  }

  /** Passes events to the audit log. Sends its answer after the previous one, because answers have no number. */
  async #storeAudit(events: readonly AuditEvent[], previousAnswer: Promise<void>): Promise<void> {
    const { auditSink } = this.#options;
    const results = events.map((event) => auditSink?.process(event, true));
    const stored = await Promise.all(results.map(async (result) => (await result) ?? true));
    await previousAnswer;
    this.send({ type: "auditStored", stored });
  }

  async #answerMetrics({ id, path }: FromWorker & { type: "collectMetrics" }): Promise<void> {
    this.send({ type: "allMetrics", id, processes: await this.#options.collectMetrics(path) });
  }
}
