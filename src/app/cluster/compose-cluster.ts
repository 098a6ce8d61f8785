/** Composes a cluster above the transport: store, caches, registry, admission and API server. */

import { customResourceDefinition } from "../../api/index.ts";
import { AuditMetrics, Auditor } from "../../audit/index.ts";
import { allowed } from "../../authz/index.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import { ChangeFeed } from "../../cache/index.ts";
import { ConversionMemo, ConversionMetrics, type ConverterServices } from "../../conversion/index.ts";
import { EgressClient, type EgressRequest, type EgressResponse } from "../../egress/index.ts";
import { clusterIpRange } from "../../kinds/index.ts";
import type { AccessControl } from "../../meta/access/access-control.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import {
  ApiServer,
  type ApiServerOptions,
  addMetaMetrics,
  type EndpointOptions,
  FieldOwners,
  type HealthChecks,
  HealthMetrics,
  installBackup,
  installDiscovery,
  installHealth,
  installIssuerDocuments,
  installOpenApi,
  installVersion,
  metricsHandler,
  noteAudit,
  type OpenRequest,
  offloadWrites,
  PathTable,
  type PostStartHook,
  PostStartHooks,
  type PublishedDocument,
  ResourceTable,
  ServerMetrics,
  type ServiceAddress,
  type StoredResources,
  versionInfo,
  withDefinitions,
} from "../../server/index.ts";
import type { BackupDescription } from "../../storage/backup/index.ts";
import { type Engine, HistoryCompactor } from "../../storage/index.ts";
import { AccountTokens } from "../authentication/account-tokens.ts";
import { noClientTrust } from "../authentication/client-trust.ts";
import { composeAuthentication } from "../authentication/compose-authentication.ts";
import { issuerDocuments } from "../authentication/issuer-documents.ts";
import { JwtMethod } from "../authentication/jwt-method.ts";
import { composeAuthorization, type ServerAuthorization } from "../authorization/compose-authorization.ts";
import { explainDenials } from "../authorization/explain-denials.ts";
import { identityName } from "../bootstrap/identity-lease.ts";
import { StartHooks } from "../bootstrap/start-hooks.ts";
import { gateFigures } from "../config/feature-gates.ts";
import { machineSource } from "../connection/machine-source.ts";
import { CustomTypes, DefinitionMetrics, DefinitionUpkeep } from "../custom-types/index.ts";
import { installDiagnosis } from "../diagnosis/index.ts";
import { ServerFairness } from "../fairness/index.ts";
import { packageVersion } from "../machine/package-version.ts";
import { platform, processFigures } from "../machine/process-figures.ts";
import { logDeprecatedMetrics } from "../metrics/index.ts";
import { externalAddress } from "../network/external-address.ts";
import { withIpv6Brackets } from "../network/url-host.ts";
import { RunningTracing, tracedRequests } from "../tracing/index.ts";
import { backupStream } from "./backup-stream.ts";
import { Cluster } from "./cluster.ts";
import type { ClusterOptions, MetricsPath } from "./cluster-options.ts";
import { type ClusterRegistry, createRegistry } from "./cluster-registry.ts";
import { clusterHealthChecks } from "./health-checks.ts";
import { recordServerAsOwner, serveApi } from "./served-api.ts";
import { serviceResolver } from "./service-resolver.ts";
import { StoreSize } from "./store-size.ts";
import { transientRandom } from "./transient-random.ts";

/** Returns a cluster that has not been started. Its upkeep of the store, if it has any, begins at once. */
export function composeCluster(options: ClusterOptions): Cluster {
  const { engine, clock, logger, requests, faults } = options;
  logDamagedObjects(engine, logger);
  const vocabulary = vocabularies[options.vocabulary];
  const random = transientRandom(options.random);
  const table = new ResourceTable({ servesCbor: options.features.isEnabled("CBORServingAndStorage") });
  const owners = new FieldOwners(table);
  const feed = createFeed(options);
  const registry = createRegistry(options, feed, {
    recordOwner: (change) => recordServerAsOwner(change, table, { owners, vocabulary, nowMs: clock.nowMs() }),
    access: () => access,
    resourceOfKind: (version, kind) => table.resourceOfKind(version, kind),
  });
  const storeSize = createStoreSize(options);
  const metrics = createMetrics(options, registry, storeSize);
  const { objects } = registry;
  const accountTokens = new AccountTokens(options.authentication, {
    clock,
    logger,
    vocabulary,
    objects,
    keys: options.accountKeys,
  });
  accountTokens.registerMetrics(metrics.registry);
  const egress = new EgressClient({ clock, env: machineSource.env });
  const { webhooksInMemory } = options;
  const tracing = createTracing(options, metrics);
  const sendOut = (request: EgressRequest): Promise<EgressResponse> =>
    webhooksInMemory?.answer(request) ?? egress.request(request);
  const send = tracing ? tracedRequests(sendOut) : sendOut;
  const findService = serviceResolver(registry.resources);
  const resolveService = webhooksInMemory?.resolver(findService) ?? findService;
  const jwt = new JwtMethod(options.authentication, {
    clock,
    logger,
    vocabulary,
    ownIssuers: accountTokens.issuers,
    metrics: metrics.registry,
    serverName: () => serverName(options),
    fetch: (request) => egress.request(request),
  });
  const authentication = composeAuthentication(options.authentication, {
    clock,
    random,
    logger,
    vocabulary,
    isEnabled: options.features.isEnabled,
    objects,
    metrics: metrics.registry,
    trust: options.clientTrust ?? noClientTrust,
    accountTokens,
    jwt,
    send,
  });
  const access = options.access
    ? withoutUpkeep(options.access)
    : composeAuthorization(options.authorization, {
        clock,
        random,
        logger,
        vocabulary,
        metrics: metrics.registry,
        isEnabled: options.features.isEnabled,
        resources: registry.resources,
        serverName: () => serverName(options),
        send,
        assumesDefaultRoles: options.defaultRoles === "assumed",
      });
  const authorizer = options.authorization.explainsDenials ? explainDenials(access, vocabulary) : access.authorize;
  const offload = options.offload && withDefinitions(options.offload, (resource) => types?.documentOf(resource));
  const endpoints = serveApi(
    table,
    { ...options, ...(offload ? { offload } : {}) },
    {
      registry,
      owners,
      vocabulary,
      random,
      authentication,
      access,
      authorizer,
      accountTokens,
      metrics: metrics.registry,
      send,
      resolveService,
    },
  );
  const conversions = {
    send,
    resolveService,
    clock,
    random,
    memo: new ConversionMemo(),
    metrics: new ConversionMetrics(metrics.registry),
  };
  const types = createTypes(options, { registry, table, endpoints, conversions, metrics });
  const definitionUpkeep = types && createDefinitionUpkeep(options, registry, types);
  const fairness = createFairness(options, { registry, table, metrics });
  const startHooks = createStartHooks(options, { registry, table, owners });
  const postStart = new PostStartHooks(hooksToRun(options, startHooks), clock, logger);
  const healthMetrics = new HealthMetrics(options.metrics);
  addMetaMetrics(metrics.registry, [healthMetrics.registry]);
  const stopping = new AbortController();
  const delayOver = new AbortController();
  const parts = {
    registry,
    table,
    accountTokens,
    metrics,
    fairness,
    healthMetrics,
    postStart,
    stopping: stopping.signal,
    openRequests: () => server.openRequests(),
  };
  const server = new ApiServer({
    clock,
    random,
    logger,
    authentication,
    authorizer: options.access ? () => allowed : authorizer,
    vocabulary,
    seesSelectors: options.features.isEnabled("AuthorizeWithSelectors"),
    ...(types ? { types } : {}),
    resources: table,
    paths: createPaths(options, parts),
    metrics,
    admission: fairness?.settings ?? {
      readsMax: requests.readsMax,
      writesMax: requests.writesMax,
      ...(options.processCount ? { processCount: options.processCount } : {}),
    },
    requestTimeoutMs: requests.timeoutMs,
    trace: options.continuesTraces ? undefined : tracing?.tracer,
    transportSecurity: options.web?.transportSecurity,
    goaway: options.web?.goawayChance,
    cors: options.web?.corsAllowedOrigins,
    ...(options.web?.retryAfterStop ? { retryAfterStop: () => delayOver.signal.aborted } : {}),
    compression: { enabled: requests.compression, bytesMin: requests.compressionMinBytes },
    ...createAuditor(options, metrics.registry),
    ...(faults ? { faults } : {}),
    ...(offload ? { offload: offloadWrites(offload, table) } : {}),
  });
  return new Cluster({
    options,
    server,
    table,
    feed,
    postStart,
    tracing,
    access,
    learnType: ({ name, json }) => types?.learn(name, json),
    startAccess: async () => {
      await options.runningEncryption?.serve({
        metrics: metrics.registry,
        serverName: () => serverName(options),
        readAgain: () => feed.interrupt(),
      });
      await jwt.start();
      await access.start();
      await fairness?.start();
      await types?.ready();
      definitionUpkeep?.start();
    },
    signAccountToken: (claims) => accountTokens.sign(claims),
    withdraw: () => startHooks.withdraw(),
    stopping,
    delayOver,
    caches: () => [...registry.caches, ...(types?.resources ?? []).map(({ cache }) => cache)],
    metrics: { "/metrics": metrics.registry, "/metrics/slis": healthMetrics.registry },
    upkeep: [
      ...(definitionUpkeep ? [definitionUpkeep] : []),
      ...(types ? [types] : []),
      ...(fairness ? [fairness] : []),
      startHooks,
      ...registry.expiries,
      ...createCompactor(options),
      ...(storeSize ? [storeSize] : []),
      access,
      jwt,
      egress,
    ],
  });
}

/** Returns the tracing. Undefined if no request is traced. */
function createTracing(options: ClusterOptions, { registry }: ServerMetrics): RunningTracing | undefined {
  const { tracing, clock, random, logger } = options;
  const instance = (): string => serverName(options);
  return (
    tracing &&
    new RunningTracing(tracing, { clock, random: transientRandom(random), logger, metrics: registry, instance })
  );
}

/** Returns the part of the server that records requests. Empty if none are recorded. */
function createAuditor(
  { auditLog, notesAudit = false, clock, vocabulary }: ClusterOptions,
  registry: MetricRegistry,
): Pick<ApiServerOptions, "audit" | "noteAudit"> {
  if (notesAudit) return { noteAudit: noteAudit };
  if (!auditLog) {
    // As in the reference, the counters exist without a policy.
    new AuditMetrics().register(registry);
    return {};
  }
  const { loaded, sink, metrics } = auditLog;
  metrics.register(registry);
  const { policy } = loaded;
  return { audit: new Auditor({ policy, sink, metrics, clock, vocabulary: vocabularies[vocabulary] }) };
}

/** Returns priority and fairness. Undefined if the numbers of concurrent reads and writes are limited separately. */
function createFairness(
  { requests, clock, logger, vocabulary, processCount, bootstrap, features, hasUpkeep = true }: ClusterOptions,
  { registry: { resources }, table, metrics }: Pick<TypeParts, "registry" | "table" | "metrics">,
): ServerFairness | undefined {
  if (!requests.fairness) return undefined;
  return new ServerFairness({
    clock,
    logger,
    vocabulary: vocabularies[vocabulary],
    metrics: metrics.registry,
    resources,
    table,
    seats: requests.readsMax + requests.writesMax,
    processCount,
    assumesSuggested: hasUpkeep && !bootstrap,
    countsWatchLists: features.isEnabled("WatchList"),
  });
}

/** Returns permissions that another thread maintains. */
function withoutUpkeep(access: AccessControl): ServerAuthorization {
  const { authorize, listRules, roles } = access;
  const nothing = (): Promise<void> => Promise.resolve();
  return { authorize, listRules, roles, start: nothing, [Symbol.asyncDispose]: nothing };
}

/** Parts of a cluster with which custom types are served. */
interface TypeParts {
  readonly registry: ClusterRegistry;
  readonly table: ResourceTable;
  readonly endpoints: EndpointOptions;
  readonly conversions: ConverterServices;
  readonly metrics: ServerMetrics;
}

/** Returns the custom types. Undefined if this server does not serve definitions. */
function createTypes(
  { learnsTypes = false, caches, logger }: ClusterOptions,
  { registry: { resources }, table, endpoints, conversions, metrics: { registry } }: TypeParts,
): CustomTypes | undefined {
  if (!resources.has(customResourceDefinition)) return undefined;
  const metrics = new DefinitionMetrics(registry);
  return new CustomTypes({ resources, table, endpoints, conversions, caches, follows: !learnsTypes, logger, metrics });
}

/** Returns the upkeep of definitions. Undefined if another process of the server does it. */
function createDefinitionUpkeep(
  { hasUpkeep = true, clock, logger, vocabulary }: ClusterOptions,
  { objects }: ClusterRegistry,
  types: CustomTypes,
): DefinitionUpkeep | undefined {
  return hasUpkeep
    ? new DefinitionUpkeep({ types, objects, clock, logger, vocabulary: vocabularies[vocabulary] })
    : undefined;
}

/** Returns the name of this API server among those that share a store. Empty if it has none. */
export function serverName({ bootstrap }: Pick<ClusterOptions, "bootstrap">): string {
  return bootstrap?.identity ? identityName(bootstrap.identity) : "";
}

/** Everything that the paths of a cluster show. */
interface PathParts {
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

function logDamagedObjects(engine: Engine, logger: Logger): void {
  for (const [key, reason] of engine.damagedKeys()) {
    logger.error("a stored object cannot be read", undefined, { key, reason });
  }
}

function createFeed({ engine, storage, clock, logger, runLoad }: ClusterOptions): ChangeFeed {
  return new ChangeFeed({ engine, prefix: `${storage.keyPrefix}/`, clock, logger, runLoad });
}

/** Returns the compactor of the store's history. Empty if history is kept, or compacted elsewhere. */
function createCompactor({
  engine,
  storage,
  clock,
  logger,
  hasUpkeep = true,
}: ClusterOptions): readonly HistoryCompactor[] {
  if (!hasUpkeep || !Number.isFinite(storage.historyMs)) return [];
  return [new HistoryCompactor({ engine, clock, logger, retentionMs: storage.historyMs })];
}

function createStartHooks(
  options: ClusterOptions,
  { registry, table, owners }: { registry: ClusterRegistry; table: ResourceTable; owners: FieldOwners },
): StartHooks {
  const { clock, logger, services, bootstrap, features, authorization, serverAddress = () => "" } = options;
  const { addresses, engine, storage } = options;
  const { defaultRoles = bootstrap ? "stored" : "none" } = options;
  const { resources, namespaces } = registry;
  return new StartHooks({
    resources,
    namespaces,
    table,
    owners,
    vocabulary: vocabularies[options.vocabulary],
    clock,
    logger,
    isEnabled: features.isEnabled,
    services,
    addresses,
    engine,
    keyPrefix: storage.keyPrefix,
    serverAddress,
    hasDefaultRoles: defaultRoles === "stored" && authorization.authorizers.some(({ type }) => type === "RBAC"),
    bootstrap,
  });
}

/**
 * Returns the start hooks. Without upkeep, they do nothing, because another process runs them. Health checks show the same
 * hooks in all processes.
 */
function hooksToRun({ hasUpkeep = true }: ClusterOptions, { hooks }: StartHooks): readonly PostStartHook[] {
  return hasUpkeep ? hooks : hooks.map(({ name }) => ({ name, run: async () => undefined }));
}

/** Returns what polls the size of the store. Undefined if the engine does not report it, or another process polls it. */
function createStoreSize({
  engine,
  storage: { sizePollMs: intervalMs },
  clock,
  logger,
  hasUpkeep = true,
}: ClusterOptions): StoreSize | undefined {
  const readBytes = engine.storedBytes?.bind(engine);
  if (!hasUpkeep || !readBytes || !Number.isFinite(intervalMs)) return undefined;
  return new StoreSize({ readBytes, intervalMs, clock, logger });
}

function createMetrics(
  options: ClusterOptions,
  registry: ClusterRegistry,
  storeSize: StoreSize | undefined,
): ServerMetrics {
  const { engine, logger, storeBytes = () => undefined, hasUpkeep = true } = options;
  const metrics = new ServerMetrics(processFigures, {
    ...options.metrics,
    ...(hasUpkeep ? { onDeprecated: logDeprecatedMetrics(logger) } : {}),
  });
  metrics.showDamagedObjects(() => damagedKeys(engine, registry));
  metrics.showStorage({
    objectCounts: () => objectCounts(registry.resources),
    bytes: () => storeSize?.bytes ?? storeBytes(),
  });
  return metrics;
}

function createPaths(options: ClusterOptions, parts: PathParts): PathTable {
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

/** Returns the keys of stored objects that cannot be read: those found at the start, and those found by later reads. */
function damagedKeys(engine: Engine, { caches }: ClusterRegistry): ReadonlySet<string> {
  const foundByCaches = caches.flatMap((cache) => cache.unreadableKeys());
  return new Set([...engine.damagedKeys().keys(), ...foundByCaches]);
}

/** Yields the number of objects in memory for each resource, by its name in metrics: `pods`, `deployments.apps`. */
function* objectCounts(resources: StoredResources): Generator<readonly [string, number]> {
  for (const { kind, cache } of resources.values()) {
    const count = cache.objectCount;
    if (count !== undefined) yield [kind.group === "" ? kind.resource : `${kind.resource}.${kind.group}`, count];
  }
}
