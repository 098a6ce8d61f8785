/**
 * The program of a worker process. It serves the connections that the main process passes to it, on the store that the
 * main process owns. It ends when the main process ends.
 */
import { Socket } from "node:net";
import { AuditMetrics } from "../../audit/index.ts";
import { assert } from "../../base/assert.ts";
import { systemClock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { PendingCalls } from "../../base/pending-calls.ts";
import { systemRandom } from "../../base/random.ts";
import { reasonOf } from "../../base/reason-of.ts";
import type { ProcessMetrics } from "../../server/index.ts";
import { type Engine, type FollowerEngine, StorageError } from "../../storage/index.ts";
import type { ServerIdentity } from "../bootstrap/identity-lease.ts";
import type { ClusterAuditLog, MetricsPath } from "../cluster/cluster-options.ts";
import type { LoadedAudit } from "../config/audit-config.ts";
import { featuresOf } from "../config/process-config.ts";
import { openEncryption } from "../encryption/load-encryption.ts";
import { compileEarly } from "../machine/compile-early.ts";
import { processLogger } from "../machine/process-logger.ts";
import { StartupError } from "../machine/startup-error.ts";
import { openEtcdStore } from "../server-process/open-etcd-store.ts";
import { ServerProcess, type ServerProcessOptions } from "../server-process/server-process.ts";
import { BusyTime } from "./busy-time.ts";
import { FrameChannel } from "./frame-channel.ts";
import { connectionMessage, decodeStart, type FromWorker, type ToWorker, type WorkerStart } from "./messages.ts";
import { RemoteAuditSink } from "./remote-audit-sink.ts";
import { RemoteOwner } from "./remote-owner.ts";
import { channelDescriptor } from "./worker-process.ts";

const lostMainProcessCode = 1;
const failedStartCode = 1;

/** Serves connections until the main process stops this one. */
export function runWorker(): void {
  // A terminal sends these signals to all processes. The main process handles them, and then stops its workers.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
  const worker = new Worker();
  process.on("message", (message, socket) => {
    assert(message === connectionMessage, "the main process passes only connections in this channel");
    // The socket is missing if the client has disconnected before.
    worker.accept(socket instanceof Socket ? socket : undefined);
  });
}

/** The state of this worker process. */
class Worker {
  readonly #channel: FrameChannel<ToWorker, FromWorker>;
  readonly #owner: RemoteOwner;
  readonly #collections = new PendingCalls<ProcessMetrics>();
  /** The store, if the main process reports its commits. */
  #follower: FollowerEngine | undefined;
  #process: ServerProcess | undefined;
  #logger: Logger | undefined;
  #auditSink: RemoteAuditSink | undefined;
  #areControllersRunning = false;
  #processCount = 1;
  readonly #busyTime = new BusyTime();
  /** Connections that have arrived and ended, and were not reported yet. */
  readonly #unreported = { arrived: 0, ended: 0 };

  constructor() {
    this.#channel = new FrameChannel(new Socket({ fd: channelDescriptor, readable: true, writable: true }), {
      onMessage: (message, attachments) => this.#onMessage(message, attachments),
      onEnd: () => process.exit(lostMainProcessCode),
    });
    this.#owner = new RemoteOwner({
      sendCall: (id, call, values) => this.#channel.send({ type: "store", id, call }, values),
      sendCommitsMayContinue: () => this.#channel.send({ type: "commitsMayContinue" }),
    });
  }

  /** Serves a connection. @param socket undefined if the connection has ended already */
  accept(socket: Socket | undefined): void {
    this.#count("arrived");
    if (!socket) {
      this.#count("ended");
      return;
    }
    socket.once("close", () => this.#count("ended"));
    if (this.#process) this.#process.listener.accept(socket);
    else socket.destroy();
  }

  /** Counts a connection that has arrived or ended. Those of one turn of the event loop are reported together. */
  #count(change: "arrived" | "ended"): void {
    const isReportScheduled = this.#unreported.arrived + this.#unreported.ended > 0;
    this.#unreported[change]++;
    if (!isReportScheduled) setImmediate(() => this.#reportConnections());
  }

  #reportConnections(): void {
    const { arrived, ended } = this.#unreported;
    Object.assign(this.#unreported, { arrived: 0, ended: 0 });
    if (arrived > 0) this.#channel.send({ type: "connectionsArrived", count: arrived });
    if (ended > 0) this.#channel.send({ type: "connectionsEnded", count: ended });
  }

  #onMessage(message: ToWorker, attachments: readonly Buffer[]): void {
    switch (message.type) {
      case "start":
        void this.#startOrEnd(decodeStart(Buffer.concat(attachments)));
        return;
      case "committed":
        this.#follower?.follow();
        return;
      case "storeResult":
        this.#owner.settle(message.id, message.result, attachments);
        return;
      case "showMetrics":
        this.#showMetrics(message.id, message.path);
        return;
      case "allMetrics":
        this.#collections.resolve(message.id, message.processes);
        return;
      case "ping":
        this.#channel.send({ type: "pong", busyShare: this.#busyTime.share() });
        return;
      case "controllers":
        this.#areControllersRunning = message.areRunning;
        return;
      case "processes":
        this.#processCount = message.count;
        return;
      case "auditStored":
        this.#auditSink?.settle(message.stored);
        return;
      case "verbosity":
        this.#logger?.setVerbosity(message.verbosity);
        return;
      case "announceStop":
        void this.#announceStop();
        return;
      case "stop":
        void this.#stop();
        return;
    }
  }

  async #announceStop(): Promise<void> {
    await this.#process?.cluster.announceStop();
    this.#channel.send({ type: "stopAnnounced" });
  }

  /** Starts to serve. If that fails, the process ends, and the main process replaces it. */
  async #startOrEnd(start: WorkerStart): Promise<void> {
    const logger = processLogger(start.config.logging);
    this.#logger = logger;
    try {
      await this.#start(start, logger);
    } catch (error) {
      const isUserError = error instanceof StorageError || error instanceof StartupError;
      const [cause, fields] = isUserError ? [undefined, { reason: reasonOf(error) }] : [error, {}];
      logger.error("the worker process cannot start", cause, fields);
      process.exit(failedStartCode);
    }
  }

  async #start(start: WorkerStart, logger: Logger): Promise<void> {
    const engine = await this.#openStore(start, logger);
    const { config } = start;
    const encryption = await openEncryption(config.encryption, {
      config,
      isEnabled: featuresOf(config).isEnabled,
      clock: systemClock,
      random: systemRandom,
      logger,
    });
    this.#process = this.#makeProcess(start, { engine, encryption, logger });
    this.#process.listener.watchConnections();
    await this.#process.cluster.start();
    compileEarly();
    this.#channel.send({ type: "ready" });
  }

  /** Opens the store of the main process. In etcd, this process is a client like any other. */
  async #openStore({ config, storeDir, mainProcessId, damagedKeys }: WorkerStart, logger: Logger): Promise<Engine> {
    const { etcd } = config.storage;
    if (etcd) return await openEtcdStore(config, etcd, logger);
    const { openLmdbFollower } = await import("../../storage/lmdb/index.ts");
    const options = { path: storeDir, owner: this.#owner, ownerProcessId: mainProcessId, damagedKeys };
    this.#follower = await openLmdbFollower(options);
    return this.#follower;
  }

  #makeProcess(
    { config, listener, credentials, storeDir, serverAddress, identity }: WorkerStart,
    { engine, encryption, logger }: Pick<ServerProcessOptions, "engine" | "encryption" | "logger">,
  ): ServerProcess {
    return new ServerProcess({
      config,
      listener,
      credentials,
      storeDir,
      engine,
      encryption,
      logger,
      cluster: {
        auditLog: this.#makeAuditLog(config.audit),
        hasUpkeep: false,
        setVerbosity: (verbosity) => this.#channel.send({ type: "setVerbosity", verbosity }),
        // For the names of the start hooks, which the main process runs, and for the name of the server in metrics.
        bootstrap: {
          trust: () => undefined,
          clusterInfo: () => undefined,
          identity: identity && receivedIdentity(identity),
        },
        serverAddress: () => serverAddress,
        areControllersRunning: () => this.#areControllersRunning,
        processCount: () => this.#processCount,
        collectMetrics: (path) =>
          this.#collections.call((id) => this.#channel.send({ type: "collectMetrics", id, path })),
      },
    });
  }

  /** Returns the audit log, whose events the main process stores. */
  #makeAuditLog(loaded: LoadedAudit | undefined): ClusterAuditLog | undefined {
    if (!loaded) return undefined;
    const metrics = new AuditMetrics();
    const sink = new RemoteAuditSink(loaded, {
      send: (events, attachments) => this.#channel.send({ type: "audit", events }, attachments),
      countLost: (events) => metrics.countErrors("buffered", events),
    });
    this.#auditSink = sink;
    return { loaded, sink, metrics };
  }

  #showMetrics(id: number, path: MetricsPath): void {
    this.#channel.send({ type: "metrics", id, families: this.#process?.cluster.collectMetrics(path) ?? [] });
  }

  async #stop(): Promise<void> {
    await this.#process?.listener.drainGently();
    await this.#process?.[Symbol.asyncDispose]();
    await this.#auditSink?.empty();
    process.exit(0);
  }
}

function receivedIdentity({ address, ...identity }: NonNullable<WorkerStart["identity"]>): ServerIdentity {
  return { ...identity, ...(address === undefined ? {} : { address: () => address }) };
}
