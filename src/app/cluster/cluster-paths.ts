/** The paths of a cluster that serve no objects: health, metrics, discovery, documents and diagnosis. */
import type { MetricRegistry } from "../../base/metrics.ts";
import { clusterIpRange } from "../../kinds/index.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import {
  type HealthChecks,
  type HealthMetrics,
  installBackup,
  installDiscovery,
  installHealth,
  installIssuerDocuments,
  installOpenApi,
  installVersion,
  metricsHandler,
  type OpenRequest,
  PathTable,
  type PostStartHooks,
  type PublishedDocument,
  type ResourceTable,
  type ServerMetrics,
  type ServiceAddress,
  versionInfo,
} from "../../server/index.ts";
import type { BackupDescription } from "../../storage/backup/index.ts";
import type { AccountTokens } from "../authentication/account-tokens.ts";
import { issuerDocuments } from "../authentication/issuer-documents.ts";
import { gateFigures } from "../config/feature-gates.ts";
import { installDiagnosis } from "../diagnosis/index.ts";
import type { ServerFairness } from "../fairness/index.ts";
import { packageVersion } from "../machine/package-version.ts";
import { platform, processFigures } from "../machine/process-figures.ts";
import { externalAddress } from "../network/external-address.ts";
import { withIpv6Brackets } from "../network/url-host.ts";
import { backupStream } from "./backup-stream.ts";
import { damagedKeys } from "./cluster-metrics.ts";
import type { ClusterOptions, MetricsPath } from "./cluster-options.ts";
import type { ClusterRegistry } from "./cluster-registry.ts";
import { clusterHealthChecks } from "./health-checks.ts";
import { transientRandom } from "./transient-random.ts";

/** Everything that the paths of a cluster show. */
export interface PathParts {
  readonly registry: ClusterRegistry;
  readonly table: ResourceTable;
  readonly accountTokens: AccountTokens;
  readonly metrics: ServerMetrics;
  readonly fairness: ServerFairness | undefined;
  readonly healthMetrics: HealthMetrics;
  readonly postStart: PostStartHooks;
  readonly openRequests: () => Iterable<OpenRequest>;
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortSignal;
}

/** Returns all paths of a cluster but those of objects, with their handlers. */
export function createPaths(options: ClusterOptions, parts: PathParts): PathTable {
  const { clock, logger, features } = options;
  const serverAddress = (): string => externalAddressOf(options);
  const vocabulary = vocabularies[options.vocabulary];
  const { table, metrics, healthMetrics } = parts;
  const paths = new PathTable();
  installHealth(paths, { checks: healthChecks(options, parts), clock, logger, metrics: healthMetrics });
  addMetrics(paths, "/metrics", { registry: metrics.registry, options });
  addMetrics(paths, "/metrics/slis", { registry: healthMetrics.registry, options });
  const version = versionInfo({ packageVersion: packageVersion() }, platform);
  parts.fairness?.install(paths);
  metrics.showBuild(version, gateFigures(features.isEnabled, features.emulatedMinor));
  installVersion(paths, version);
  installProcessPages(paths, options, parts);
  installBackup(paths, () =>
    backupStream({
      engine: options.backupEngine ?? options.engine,
      description: describeBackup(options),
      stopping: parts.stopping,
    }),
  );
  const showsStorageVersions = features.isEnabled("StorageVersionHash");
  installDiscovery(paths, {
    resources: table,
    vocabulary,
    serverAddress,
    serviceAddress: serviceAddressOf(options),
    showsStorageVersions,
  });
  const documents = publishedDocuments(options, parts.accountTokens);
  installIssuerDocuments(paths, documents);
  installOpenApi(paths, {
    resources: table,
    vocabulary,
    describedPaths: documents,
    clock,
    releaseMinor: features.emulatedMinor,
    hasEnums: features.isEnabled("OpenAPIEnums"),
  });
  return paths;
}

/** Serves profiles, and pages about this process. */
function installProcessPages(paths: PathTable, options: ClusterOptions, { openRequests, stopping }: PathParts): void {
  const { diagnosis, features, clock, random, logger } = options;
  if (!diagnosis) return;
  installDiagnosis(paths, {
    ...diagnosis,
    component: "apiserver",
    vocabulary: vocabularies[options.vocabulary],
    emulatedMinor: features.emulatedMinor,
    isEnabled: features.isEnabled,
    clock,
    random: transientRandom(random),
    openRequests,
    stopping,
    setVerbosity: options.setVerbosity ?? ((verbosity) => logger.setVerbosity(verbosity)),
  });
}

function describeBackup({
  vocabulary,
  storage,
  clock,
  clusterId = () => undefined,
}: ClusterOptions): BackupDescription {
  return {
    release: packageVersion(),
    vocabulary,
    cluster: clusterId(),
    keyPrefix: storage.keyPrefix,
    time: new Date(clock.nowMs()).toISOString(),
  };
}

/** Returns the address of the Service of the API server. */
function serviceAddressOf({ services }: ClusterOptions): ServiceAddress | undefined {
  const [mainRange] = services.clusterIpRanges;
  if (mainRange === undefined) return undefined;
  const range = clusterIpRange(mainRange);
  return { range: range.text, address: `${withIpv6Brackets(range.valueAt(0))}:443` };
}

/** Returns `host:port` in documents for clients; empty if the server does not listen. */
function externalAddressOf({ serverAddress = () => "", addresses }: ClusterOptions): string {
  return addresses ? externalAddress(serverAddress(), addresses) : serverAddress();
}

/** Returns the documents about the issuer of tokens. None if the issuer cannot have any. */
function publishedDocuments(options: ClusterOptions, tokens: AccountTokens): readonly PublishedDocument[] {
  const { authentication, logger, hasUpkeep = true } = options;
  const serverAddress = (): string => externalAddressOf(options);
  const documents = issuerDocuments({ tokens, config: authentication.serviceAccounts, serverAddress });
  if (typeof documents !== "string") return documents;
  if (hasUpkeep) {
    logger.error("the documents about the issuer of tokens are not served", undefined, { reason: documents });
  }
  return [];
}

function addMetrics(
  paths: PathTable,
  path: MetricsPath,
  { registry, options: { collectMetrics } }: { registry: MetricRegistry; options: ClusterOptions },
): void {
  const collect = collectMetrics && (() => collectMetrics(path));
  paths.add(path, metricsHandler(registry, processFigures.startedSeconds, collect));
}

function healthChecks(options: ClusterOptions, { registry, table, postStart, stopping }: PathParts): HealthChecks {
  const { engine, storage, checkLog, lifecycle } = options;
  const vocabulary = vocabularies[options.vocabulary];
  return clusterHealthChecks({
    engine,
    storage,
    postStart,
    checkLog,
    kmsChecks: options.runningEncryption?.healthChecks ?? [],
    livezGraceMs: lifecycle.livezGraceMs,
    namespacesLoaded: () => registry.namespaces.cache.ready(),
    unregistered: () =>
      registry.servedKinds
        .filter(({ group, version, plural }) => !table.has(vocabulary.bind(group), version, plural))
        .map(({ plural }) => plural),
    damagedKeys: () => damagedKeys(engine, registry),
    isStopping: () => stopping.aborted,
  });
}
