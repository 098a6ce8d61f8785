/**
 * A server with its own process: a cluster that listens on a port, its controllers, the thread for large requests, and the
 * worker processes that share its port and store.
 */
import { hostname } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sleepOrAbort, systemClock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { systemRandom } from "../../base/random.ts";
import type { Engine, OwningEngine } from "../../storage/index.ts";
import type { AuthenticationTrust, TrustedCas } from "../bootstrap/authentication-trust.ts";
import type { ServerIdentity } from "../bootstrap/identity-lease.ts";
import { type AccountKeys, type ProcessConfig, toProcessConfig } from "../config/process-config.ts";
import type { ServerConfig } from "../config/server-config.ts";
import { keyServicesCheck } from "../encryption/key-services-check.ts";
import { ClusterControllers } from "../in-process/cluster-controllers.ts";
import { requestInProcess } from "../in-process/in-process-client.ts";
import type { LoadedConfiguration } from "../in-process/load-configuration.ts";
import { StartupError } from "../machine/startup-error.ts";
import { listenOn, type ReservedPort } from "../network/listen-on.ts";
import type { ServingCredentials } from "../pki/serving-credentials.ts";
import { ServerProcess } from "../server-process/server-process.ts";
import { ConnectionSpread, OwnConnections } from "../workers/connection-spread.ts";
import type { WorkerStart } from "../workers/messages.ts";
import { WorkerPool } from "../workers/worker-pool.ts";

/** Time that workers get for their requests at the end, in addition to the time limit of a request. */
const workerStopMs = 10_000;

/** Time between two checks whether the server is ready. */
const readyIntervalMs = 1000;

/** Configuration, store and credentials of a server, which disposes the encryption and the audit log. */
export interface ForegroundServerOptions extends LoadedConfiguration {
  readonly config: ServerConfig;
  /** The store. The server closes it. */
  readonly engine: Engine;
  /** The same store, if it belongs to this process alone. Then workers follow it. */
  readonly ownedStore: OwningEngine | undefined;
  /** Directory of the store. */
  readonly storeDir: string;
  readonly credentials: ServingCredentials;
  readonly accountKeys: AccountKeys;
  /** Returns what the server trusts, for the ConfigMap about authentication. */
  readonly trust: (cas: TrustedCas) => AuthenticationTrust;
  readonly logger: Logger;
}

/** A server in the foreground, from its start to its end. */
export class ForegroundServer implements AsyncDisposable {
  readonly #options: ForegroundServerOptions;
  /** The configuration of each process of the server. */
  readonly #processConfig: ProcessConfig;
  readonly #process: ServerProcess;
  readonly #controllers: ClusterControllers;
  /** Undefined if this process is the only one. */
  readonly #workers: WorkerPool | undefined;
  #spread: ConnectionSpread | undefined;
  /** `host:port` at which clients reach the server; empty until it listens. */
  #address = "";
  readonly #identity: ServerIdentity;

  constructor(options: ForegroundServerOptions) {
    this.#options = options;
    this.#processConfig = toProcessConfig(options.config, {
      authentication: options.authentication,
      authorization: options.authorization,
      admission: options.admission,
      metrics: options.metrics,
      audit: options.auditLog?.loaded,
      encryption: options.loadedEncryption,
      tracing: options.tracing,
      accountKeys: options.accountKeys,
    });
    this.#identity = this.#makeIdentity();
    this.#workers = this.#makeWorkers();
    this.#process = this.#makeProcess();
    this.#controllers = this.#makeControllers();
  }

  /**
   * Starts to listen, and starts the cluster.
   * @returns the URL at which clients on this machine reach the server
   * @throws StartupError if the address or port is not available
   */
  async start(port: ReservedPort): Promise<string> {
    const { listener } = this.#options.config;
    if (this.#workers) this.#address = this.#spreadConnections(port, this.#workers);
    else this.#address = await listenOn(this.#process.listener, listener, port);
    await this.#process.cluster.start();
    this.#workers?.start();
    return `https://${this.#address}`;
  }

  /**
   * Waits until the server is ready. While key services fail, the server continues, because they can start later. Any other failed check
   * ends the start.
   * @param stop ends the wait
   * @returns whether the server is ready
   * @throws StartupError with the failed checks
   */
  async waitUntilReady(stop: AbortSignal): Promise<boolean> {
    let hasLogged = false;
    while (!stop.aborted) {
      const answer = await requestInProcess(this.#process.cluster, "/readyz?verbose");
      if (answer.status === 200) return true;
      const text = await answer.text();
      if (!isWaitingForKeyServices(text)) throw new StartupError(`the server does not become ready:\n${text}`);
      if (!hasLogged) this.#options.logger.warning("the server is not ready, because a key service fails");
      hasLogged = true;
      await sleepOrAbort(systemClock, readyIntervalMs, stop);
    }
    return false;
  }

  /** Starts the controllers. */
  startControllers(): void {
    this.#controllers.start();
    this.#workers?.setControllersRunning(this.#controllers.areRunning);
  }

  /** Reports that the server is stopping, and stops accepting connections. */
  async drain(): Promise<void> {
    await Promise.all([this.#workers?.announceStop(), this.#process.cluster.announceStop()]);
    // Connections that wait to be accepted would be reset. They are accepted in the next turn of the event loop.
    await nextTurn();
    this.#spread?.close();
    await this.#process.listener.drainGently();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#spread?.close();
    await this.#controllers.stop();
    await this.#workers?.[Symbol.asyncDispose]();
    await this.#process[Symbol.asyncDispose]();
    await this.#options.auditLog?.[Symbol.asyncDispose]();
  }

  /** Passes connections to the processes of the server. @returns `host:port` of the server */
  #spreadConnections(port: ReservedPort, workers: WorkerPool): string {
    const { listener } = this.#process;
    listener.watchConnections();
    const ownConnections = new OwnConnections((socket) => listener.accept(socket));
    // This process also commits and runs controllers. So a worker gets a connection first if both have equally many.
    this.#spread = new ConnectionSpread(port.take(), () => {
      const [first, ...others] = workers.readyWorkers;
      return first ? [first, ...others, ownConnections] : [ownConnections];
    });
    return port.address;
  }

  #makeProcess(): ServerProcess {
    const { config, engine, encryption, storeDir, credentials, trust, logger, auditLog } = this.#options;
    const workers = this.#workers;
    return new ServerProcess({
      config: this.#processConfig,
      listener: config.listener,
      credentials,
      engine,
      encryption,
      storeDir,
      logger,
      cluster: {
        auditLog,
        bootstrap: {
          trust: () => trust(this.#process.trust),
          clusterInfo: () => ({ server: `https://${this.#address}`, ca: credentials.ca }),
          identity: this.#shownIdentity,
        },
        serverAddress: () => this.#address,
        areControllersRunning: () => this.#controllers.areRunning,
        ...(workers
          ? {
              collectMetrics: (path) => workers.collectMetrics(path),
              processCount: () => workers.processCount,
              setVerbosity: (verbosity: number) => workers.setVerbosity(verbosity),
            }
          : {}),
      },
    });
  }

  /** Undefined if the server has no identity Lease. */
  get #shownIdentity(): ServerIdentity | undefined {
    return this.#options.config.features.isEnabled("APIServerIdentity") ? this.#identity : undefined;
  }

  /** Servers on one host can only share a store in etcd. Their addresses distinguish them. */
  #makeIdentity(): ServerIdentity {
    const { engine } = this.#options.config.storage;
    return {
      hostName: hostname(),
      processId: systemRandom.uuid(),
      ...(engine === "etcd" ? { address: () => this.#address } : {}),
    };
  }

  #makeWorkers(): WorkerPool | undefined {
    const { config, ownedStore, logger, auditLog } = this.#options;
    if (config.workers.max === 1) return undefined;
    return new WorkerPool({
      processes: config.workers,
      program: fileURLToPath(import.meta.url),
      start: () => this.#workerStart(),
      ownedStore,
      auditSink: auditLog?.sink,
      clock: systemClock,
      logger,
      ownMetrics: (path) => this.#process.cluster.collectMetrics(path),
      stopWaitMs: config.requests.timeoutMs + workerStopMs,
    });
  }

  #workerStart(): WorkerStart {
    const { config, engine, storeDir, credentials } = this.#options;
    const { bindAddress, port, tlsMinVersion, tlsCiphers, servesHttp2, http2StreamsMax } = config.listener;
    const { ca: _ca, ...ownCredentials } = credentials;
    return {
      config: this.#workerConfig(),
      listener: { bindAddress, port, tlsMinVersion, tlsCiphers, servesHttp2, http2StreamsMax },
      credentials: { ...ownCredentials, clientCas: this.#process.trust.sources },
      storeDir,
      identity: this.#shownIdentity && sentIdentity(this.#shownIdentity),
      mainProcessId: process.pid,
      damagedKeys: [...engine.damagedKeys()],
      serverAddress: this.#address,
    };
  }

  /** The configuration with the files that are in effect. */
  #workerConfig(): ProcessConfig {
    const { encryption } = this.#processConfig;
    const content = this.#options.encryption?.content;
    return {
      ...this.#processConfig,
      ...this.#process.cluster.accessConfig(),
      ...(encryption && content !== undefined ? { encryption: { ...encryption, content } } : {}),
    };
  }

  #makeControllers(): ClusterControllers {
    const { config, credentials, logger } = this.#options;
    return new ClusterControllers({
      config: config.controllers,
      sendRequest: (target, request) => requestInProcess(this.#process.cluster, target, request),
      vocabulary: config.vocabulary,
      clock: systemClock,
      random: systemRandom,
      logger,
      metricRegistry: () => this.#process.cluster.metricRegistry,
      rootCa: credentials.ca,
      signToken: (claims) => this.#process.cluster.signAccountToken(claims),
      isEnabled: config.features.isEnabled,
      electionIdentity: config.storage.engine === "etcd" ? `${hostname()}_${systemRandom.uuid()}` : undefined,
    });
  }
}

function sentIdentity({ hostName, processId, address }: ServerIdentity): NonNullable<WorkerStart["identity"]> {
  return { hostName, processId, address: address?.() };
}

/** Whether the checks of key services are the only ones that fail. */
function isWaitingForKeyServices(checks: string): boolean {
  const failed = [...checks.matchAll(/^\[-\](\S+) failed/gm)].map(([, name]) => name);
  return failed.length > 0 && failed.every((name) => name === keyServicesCheck);
}
