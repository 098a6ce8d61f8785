/**
 * A server with its own process: a cluster that listens on a port, its controllers, and the thread for large requests.
 */
import { statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemClock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { systemRandom } from "../../base/random.ts";
import { Listener } from "../../server/transport/index.ts";
import type { Engine } from "../../storage/index.ts";
import type { AuthenticationTrust } from "../bootstrap/authentication-trust.ts";
import type { ServerIdentity } from "../bootstrap/identity-lease.ts";
import type { Cluster } from "../cluster/cluster.ts";
import { composeCluster } from "../cluster/compose-cluster.ts";
import type { ServerConfig } from "../config/server-config.ts";
import { ClusterControllers } from "../in-process/cluster-controllers.ts";
import { requestInProcess } from "../in-process/in-process-client.ts";
import { StartupError } from "../machine/startup-error.ts";
import { holdYoungGeneration } from "../machine/young-generation.ts";
import { listenOn, type ReservedPort } from "../network/listen-on.ts";
import { transportLimits } from "../network/transport-limits.ts";
import type { ServingCredentials } from "../pki/serving-credentials.ts";
import { toWorkerConfig } from "../request-worker/messages.ts";
import { RequestWorker } from "../request-worker/request-worker.ts";

/** Largest size of log lines that are not written yet. If it is exceeded, the health check of the log fails. */
const unwrittenLogBytesMax = 1024 * 1024;

/** Configuration, store and credentials of a server. */
export interface ForegroundServerOptions {
  readonly config: ServerConfig;
  /** The store. The server closes it. */
  readonly engine: Engine;
  /** Directory of the store. */
  readonly storeDir: string;
  readonly credentials: ServingCredentials;
  /** Returns what the server trusts, for the ConfigMap about authentication. */
  readonly trust: () => AuthenticationTrust;
  readonly logger: Logger;
}

/** A server in the foreground, from its start to its end. */
export class ForegroundServer implements AsyncDisposable {
  readonly #options: ForegroundServerOptions;
  readonly #cluster: Cluster;
  readonly #controllers: ClusterControllers;
  readonly #requestWorker: RequestWorker;
  #listener: Listener | undefined;
  /** `host:port` at which clients reach the server; empty until it listens. */
  #address = "";

  constructor(options: ForegroundServerOptions) {
    this.#options = options;
    this.#requestWorker = this.#makeRequestWorker();
    this.#cluster = this.#makeCluster();
    this.#controllers = this.#makeControllers();
  }

  /**
   * Starts to listen, and starts the cluster.
   * @returns the URL at which clients on this machine reach the server
   * @throws StartupError if the address or port is not available
   */
  async start(port: ReservedPort): Promise<string> {
    this.#listener = this.#makeListener();
    this.#address = await listenOn(this.#listener, this.#options.config.listener, port);
    await this.#cluster.start();
    return `https://${this.#address}`;
  }

  /**
   * Checks that the server is ready.
   * @throws StartupError with the failed checks
   */
  async requireReady(): Promise<void> {
    const answer = await requestInProcess(this.#cluster, "/readyz?verbose");
    if (answer.status !== 200) throw new StartupError(`the server does not become ready:\n${await answer.text()}`);
  }

  /** Starts the controllers. */
  startControllers(): void {
    this.#controllers.start();
  }

  /** Reports that the server is stopping, and stops accepting connections. */
  async drain(): Promise<void> {
    await this.#cluster.announceStop();
    this.#listener?.drain();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#controllers.stop();
    await this.#cluster[Symbol.asyncDispose]();
    await this.#requestWorker[Symbol.asyncDispose]();
    await this.#listener?.close();
    await this.#options.engine[Symbol.asyncDispose]();
  }

  #makeCluster(): Cluster {
    const { config, engine, storeDir, trust, logger } = this.#options;
    return composeCluster({
      ...config,
      clock: systemClock,
      random: systemRandom,
      logger,
      checkLog,
      runLoad: holdYoungGeneration,
      engine,
      bootstrap: { trust, identity: this.#identity() },
      serverAddress: () => this.#address,
      areControllersRunning: () => this.#controllers.areRunning,
      offload: this.#requestWorker,
      storeBytes: () => fileBytes(join(storeDir, "data.mdb")),
    });
  }

  /** Servers on one host can only share a store in etcd. Their addresses distinguish them. */
  #identity(): ServerIdentity {
    const { engine } = this.#options.config.storage;
    return {
      hostName: hostname(),
      processId: systemRandom.uuid(),
      ...(engine === "etcd" ? { address: () => this.#address } : {}),
    };
  }

  #makeRequestWorker(): RequestWorker {
    const { config, engine, logger } = this.#options;
    return new RequestWorker({
      config: toWorkerConfig(config),
      engine,
      waitForRevision: (revision) => this.#cluster.waitForRevision(revision),
      program: fileURLToPath(import.meta.url),
      clock: systemClock,
      logger,
    });
  }

  #makeControllers(): ClusterControllers {
    const { config, credentials, logger } = this.#options;
    return new ClusterControllers({
      config: config.controllers,
      sendRequest: (target, request) => requestInProcess(this.#cluster, target, request),
      vocabulary: config.vocabulary,
      clock: systemClock,
      random: systemRandom,
      logger,
      metricRegistry: () => this.#cluster.metricRegistry,
      rootCa: credentials.ca,
      isEnabled: config.features.isEnabled,
      electionIdentity: config.storage.engine === "etcd" ? `${hostname()}_${systemRandom.uuid()}` : undefined,
    });
  }

  #makeListener(): Listener {
    const { config, credentials, logger } = this.#options;
    const { certificate, key, clientCa } = credentials;
    return new Listener({
      host: config.listener.bindAddress,
      port: config.listener.port,
      cert: certificate,
      key,
      clientCa,
      minVersion: config.listener.tlsMinVersion,
      limits: transportLimits(config.listener.http2StreamsMax),
      logger,
      handle: (exchange) => this.#cluster.handle(exchange),
    });
  }
}

function fileBytes(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

function checkLog(): void {
  if (process.stderr.writableLength > unwrittenLogBytesMax) throw new Error("log lines are not being written");
}
