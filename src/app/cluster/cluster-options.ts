import type { PluginDefinition } from "../../admission/index.ts";
import type { PluginServices } from "../../admission/plugins/index.ts";
import type { AuditMetrics, AuditSink } from "../../audit/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Random } from "../../base/random.ts";
import type { CacheContents, LoadRunner } from "../../cache/index.ts";
import type { EgressRequest, EgressResponse, ResolveService } from "../../egress/index.ts";
import type { AccessControl } from "../../meta/access/access-control.ts";
import type { VocabularyName } from "../../meta/vocabulary.ts";
import type { MakeCache } from "../../registry/index.ts";
import type { Filter, ProcessMetrics, RequestOffload } from "../../server/index.ts";
import type { Engine } from "../../storage/index.ts";
import type { ClientTrust } from "../authentication/client-trust.ts";
import type { BootstrapConfig } from "../bootstrap/bootstrap.ts";
import type { AddressConfig } from "../config/address-flags.ts";
import type { LoadedAdmission } from "../config/admission-config.ts";
import type { LoadedAudit } from "../config/audit-config.ts";
import type { LoadedAuthentication } from "../config/authentication-config.ts";
import type { LoadedAuthorization } from "../config/authorization-config.ts";
import type { WebConfig } from "../config/connection-flags.ts";
import type { DiagnosisConfig } from "../config/diagnosis-flags.ts";
import type { LoadedMetrics } from "../config/metrics-config.ts";
import type { AccountKeys } from "../config/process-config.ts";
import type { FeatureConfig, LifecycleConfig, RequestConfig, StorageConfig } from "../config/server-config.ts";
import type { ServiceConfig } from "../config/service-config.ts";
import type { LoadedTracing } from "../config/tracing-flags.ts";
import type { StorageEncryption } from "../encryption/storage-encryption.ts";

/** Returns plugins that use the services of a cluster. It is called for each cluster. */
export type ExtraPlugins = (services: PluginServices) => readonly PluginDefinition[];

/** Policy and backends of the audit log, and their metrics. */
export interface ClusterAuditLog {
  readonly loaded: LoadedAudit;
  readonly sink: AuditSink;
  readonly metrics: AuditMetrics;
}

/** Answers requests of the cluster to other servers. */
export interface WebhooksInMemory {
  /** Returns the response to a request. Undefined if the request leaves the process. */
  answer(request: EgressRequest): Promise<EgressResponse> | undefined;
  /** Returns a resolver of Services. @param other finds the Services of the cluster */
  resolver(other: ResolveService): ResolveService;
}

/** Store, clock, random source, logger and configuration of a cluster. */
export interface ClusterOptions {
  readonly vocabulary: VocabularyName;
  /** The store. The caller closes it after the cluster. */
  readonly engine: Engine;
  /** The encryption that `engine` applies. Undefined without encryption, and in other threads than that of the store. */
  readonly runningEncryption?: StorageEncryption | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly storage: Omit<StorageConfig, "engine" | "etcd">;
  readonly services: ServiceConfig;
  /** Addresses that the server publishes. Default: that of its listener, and no endpoints. */
  readonly addresses?: AddressConfig;
  readonly authentication: LoadedAuthentication;
  readonly authorization: LoadedAuthorization;
  readonly admission: LoadedAdmission;
  readonly metrics: LoadedMetrics;
  /** The audit log. Default: no request is recorded. */
  readonly auditLog?: ClusterAuditLog | undefined;
  /** Whether requests note what the audit log of another thread needs. Default: false. */
  readonly notesAudit?: boolean;
  /** Plugins that run after those that `admission` names, except for ResourceQuota. */
  readonly extraPlugins?: ExtraPlugins | undefined;
  /** Answers requests to webhooks in memory. Default: all requests leave the process. */
  readonly webhooksInMemory?: WebhooksInMemory;
  /** The CA certificates of clients. Default: none, because the server does not listen. */
  readonly clientTrust?: ClientTrust;
  /** Keys of service account tokens. Default: a key that all such clusters of this process share. */
  readonly accountKeys?: AccountKeys | undefined;
  readonly requests: RequestConfig;
  /** Services for clients of the web and load balancers. Default: none. */
  readonly web?: WebConfig | undefined;
  /** How requests are traced. Default: they are not. */
  readonly tracing?: LoadedTracing | undefined;
  /** Whether requests continue the traces of another thread. Default: they begin traces. */
  readonly continuesTraces?: boolean;
  /** Profiles and pages that operators can request. Default: none. */
  readonly diagnosis?: DiagnosisConfig | undefined;
  /** Changes the detail of the log in all processes of the server. Default: in this process. */
  readonly setVerbosity?: (verbosity: number) => void;
  readonly lifecycle: LifecycleConfig;
  readonly features: FeatureConfig;
  /** @throws Error if log lines are not being written */
  readonly checkLog: () => void;
  /** Returns `host:port` at which clients reach the server. Default: empty, because the server does not listen. */
  readonly serverAddress?: () => string;
  /** Whether the controllers run in this process at the moment. Default: they do not. */
  readonly areControllersRunning?: () => boolean;
  /** Returns the number of processes of the server, which share its limits of concurrent requests. Default: 1. */
  readonly processCount?: () => number;
  /** Returns the size of the file that holds the store, for metrics. Default: the size that the engine reports, if any. */
  readonly storeBytes?: () => number | undefined;
  /** Engine with the stored bytes, for backups, so that encrypted values stay encrypted. Default: `engine`. */
  readonly backupEngine?: Engine;
  /** Returns the ID of the cluster, for backups. Default: undefined, because the store has no data directory. */
  readonly clusterId?: () => string | undefined;
  /** Filter that injects faults into requests. Only for servers that a test drives. */
  readonly faults?: Filter;
  /** Runs the reads that fill caches from the engine. Only for a cluster that has a process to itself. */
  readonly runLoad?: LoadRunner;
  /** The server also creates and maintains the objects that a new cluster has besides its namespaces and its Service. */
  readonly bootstrap?: BootstrapConfig;
  /**
   * Whether the default roles and bindings apply, and how. `stored`: the server creates them, if an authorizer uses roles.
   * A controller then adds the rules of roles that aggregate others. `aggregated`: the server also creates these rules.
   * `assumed`: they apply without being stored. Default: `stored` if there is `bootstrap`, otherwise `none`.
   */
  readonly defaultRoles?: "stored" | "aggregated" | "assumed" | "none";
  /**
   * Whether the cluster creates and maintains the objects of a new cluster, compacts history, repairs claims, removes
   * expired objects and polls the size of the store. Default: true. False if another thread or process of the server does.
   */
  readonly hasUpkeep?: boolean;
  /**
   * Whether the caller passes the definitions of custom types (`Cluster.learnType`). Default: the cluster reads them from the
   * store.
   */
  readonly learnsTypes?: boolean;
  /** Collects the metrics of all processes of the server. Default: this process is the only one. */
  readonly collectMetrics?: (path: MetricsPath) => Promise<ProcessMetrics>;
  /** Makes the caches of resources. Default: each cache holds all objects of its resource. */
  readonly makeCache?: MakeCache;
  /**
   * The permissions, as another thread knows them that has also decided about each request. Default: the authorizers that
   * `authorization` describes decide.
   */
  readonly access?: AccessControl;
  /** The thread that handles large requests. Default: this thread handles them. */
  readonly offload?: RequestOffload;
  /**
   * Contents of the caches, so that they need not read the engine: the `cacheContents()` of a cluster that had the same
   * state.
   */
  readonly caches?: CachesContents;
}

/** The paths that show metrics. */
export type MetricsPath = "/metrics" | "/metrics/slis";

/** Contents of caches by the prefix of their keys. A cache without an entry reads the engine on first use. */
export type CachesContents = ReadonlyMap<string, CacheContents>;
