/**
 * Each process of a server runs a cluster above a store, a TLS listener for its connections, and a thread for large
 * requests.
 */
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemClock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { systemRandom } from "../../base/random.ts";
import { Listener } from "../../server/transport/index.ts";
import type { Engine } from "../../storage/index.ts";
import type { Cluster } from "../cluster/cluster.ts";
import type { ClusterOptions } from "../cluster/cluster-options.ts";
import { composeCluster, serverName } from "../cluster/compose-cluster.ts";
import { featuresOf, type ProcessConfig } from "../config/process-config.ts";
import type { ListenerConfig } from "../config/server-config.ts";
import type { StorageEncryption } from "../encryption/storage-encryption.ts";
import { recordedClusterId } from "../machine/data-directory.ts";
import { holdYoungGeneration } from "../machine/young-generation.ts";
import { transportLimits } from "../network/transport-limits.ts";
import { ReloadingCertificates } from "../pki/reloading-certificates.ts";
import { ReloadingTrust } from "../pki/reloading-trust.ts";
import type { ServingCredentials } from "../pki/serving-credentials.ts";
import { RequestWorker } from "../request-worker/request-worker.ts";

/** Largest size of log lines that are not written yet. If it is exceeded, the health check of the log fails. */
const unwrittenLogBytesMax = 1024 * 1024;

/** The part of a listener's configuration that each process of a server needs. */
export type ProcessListenerConfig = Pick<
  ListenerConfig,
  "bindAddress" | "port" | "tlsMinVersion" | "tlsCiphers" | "servesHttp2" | "http2StreamsMax"
>;

/** Credentials of a process that serves connections, in PEM. */
export type ProcessCredentials = Omit<ServingCredentials, "ca">;

/** Configuration, store and credentials of a process. */
export interface ServerProcessOptions {
  readonly config: ProcessConfig;
  readonly listener: ProcessListenerConfig;
  readonly credentials: ProcessCredentials;
  /** The store. The process closes it after everything else. */
  readonly engine: Engine;
  /** Encrypts the store. Undefined without encryption. The process disposes it. */
  readonly encryption: StorageEncryption | undefined;
  /** Directory of the store. */
  readonly storeDir: string;
  readonly logger: Logger;
  /** The options of the cluster that differ between the processes of a server. */
  readonly cluster: Pick<
    ClusterOptions,
    | "auditLog"
    | "bootstrap"
    | "hasUpkeep"
    | "setVerbosity"
    | "serverAddress"
    | "areControllersRunning"
    | "processCount"
    | "collectMetrics"
  >;
}

/** One process of a server, from its start to its end. */
export class ServerProcess implements AsyncDisposable {
  readonly cluster: Cluster;
  readonly listener: Listener;
  /** The CA certificates of clients. */
  readonly trust: ReloadingTrust;
  readonly #certificates: ReloadingCertificates;
  readonly #options: ServerProcessOptions;
  /** The store, in which values are encrypted if they have to be. */
  readonly #engine: Engine;
  readonly #requestWorker: RequestWorker;

  constructor(options: ServerProcessOptions) {
    this.#options = options;
    this.#engine = options.encryption?.encrypt(options.engine) ?? options.engine;
    this.trust = new ReloadingTrust(options.credentials.clientCas, {
      clock: systemClock,
      logger: options.logger,
      onChange: (clientCa) => this.listener.renew({ clientCa }),
    });
    this.#certificates = new ReloadingCertificates(options.credentials, {
      clock: systemClock,
      logger: options.logger,
      onChange: (certificates) => this.listener.renew(certificates),
    });
    this.#requestWorker = this.#makeRequestWorker();
    this.cluster = this.#makeCluster();
    this.#certificates.registerMetrics(this.cluster.metricRegistry);
    this.listener = this.#makeListener();
    this.listener.registerMetrics(this.cluster.metricRegistry);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.trust[Symbol.asyncDispose]();
    await this.#certificates[Symbol.asyncDispose]();
    await this.cluster[Symbol.asyncDispose]();
    await this.#requestWorker[Symbol.asyncDispose]();
    await this.listener.close();
    await this.#options.encryption?.[Symbol.asyncDispose]();
    await this.#engine[Symbol.asyncDispose]();
  }

  #makeCluster(): Cluster {
    const { config, encryption, storeDir, logger, cluster } = this.#options;
    return composeCluster({
      ...config,
      ...cluster,
      features: featuresOf(config),
      clientTrust: this.trust,
      clock: systemClock,
      random: systemRandom,
      logger,
      checkLog,
      runLoad: holdYoungGeneration,
      engine: this.#engine,
      backupEngine: this.#options.engine,
      runningEncryption: encryption,
      offload: this.#requestWorker,
      // The directory may have a store of LMDB that the server does not use.
      ...(config.storage.engine === "lmdb" ? storeFigures(storeDir) : {}),
    });
  }

  #makeRequestWorker(): RequestWorker {
    const { config, logger } = this.#options;
    return new RequestWorker({
      config,
      instance: () => serverName(this.#options.cluster),
      engine: this.#engine,
      waitForRevision: (revision) => this.cluster.waitForRevision(revision),
      access: () => this.cluster.access,
      program: fileURLToPath(import.meta.url),
      clock: systemClock,
      logger,
    });
  }

  #makeListener(): Listener {
    const { listener, logger } = this.#options;
    return new Listener({
      host: listener.bindAddress,
      port: listener.port,
      ...this.#certificates.current,
      clientCa: this.trust.pems,
      minVersion: listener.tlsMinVersion,
      ciphers: listener.tlsCiphers,
      servesHttp2: listener.servesHttp2,
      limits: transportLimits(listener.http2StreamsMax),
      logger,
      handle: (exchange) => this.cluster.handle(exchange),
    });
  }
}

/** Returns the options of a cluster whose store is in its data directory. */
function storeFigures(storeDir: string): Pick<ClusterOptions, "storeBytes" | "clusterId"> {
  return {
    storeBytes: () => fileBytes(join(storeDir, "data.mdb")),
    clusterId: () => recordedClusterId(dirname(storeDir)),
  };
}

function fileBytes(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

function checkLog(): void {
  if (process.stderr.writableLength > unwrittenLogBytesMax) throw new Error("log lines are not being written");
}
