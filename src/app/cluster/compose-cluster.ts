/** Composes a cluster above the transport: store, caches, registry, admission and API server. */

import { customResourceDefinition } from "../../api/index.ts";
import { AuditMetrics, Auditor } from "../../audit/index.ts";
import { allowed } from "../../authz/index.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import { ChangeFeed } from "../../cache/index.ts";
import { ConversionMemo, ConversionMetrics, type ConverterServices } from "../../conversion/index.ts";
import { EgressClient, type EgressRequest, type EgressResponse } from "../../egress/index.ts";
import type { AccessControl } from "../../meta/access/access-control.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import {
  ApiServer,
  type ApiServerOptions,
  addMetaMetrics,
  type EndpointOptions,
  FieldOwners,
  HealthMetrics,
  noteAudit,
  offloadWrites,
  type PostStartHook,
  PostStartHooks,
  ResourceTable,
  type ServerMetrics,
  withDefinitions,
} from "../../server/index.ts";
import { type Engine, HistoryCompactor } from "../../storage/index.ts";
import { AccountTokens } from "../authentication/account-tokens.ts";
import { noClientTrust } from "../authentication/client-trust.ts";
import { composeAuthentication } from "../authentication/compose-authentication.ts";
import { JwtMethod } from "../authentication/jwt-method.ts";
import { composeAuthorization, type ServerAuthorization } from "../authorization/compose-authorization.ts";
import { explainDenials } from "../authorization/explain-denials.ts";
import { identityName } from "../bootstrap/identity-lease.ts";
import { StartHooks } from "../bootstrap/start-hooks.ts";
import type { LoadedAuthorization } from "../config/authorization-config.ts";
import { machineSource } from "../connection/machine-source.ts";
import { CustomTypes, DefinitionMetrics, DefinitionUpkeep } from "../custom-types/index.ts";
import { ServerFairness } from "../fairness/index.ts";
import { RunningTracing, tracedRequests } from "../tracing/index.ts";
import { Cluster } from "./cluster.ts";
import { createMetrics, createStoreSize } from "./cluster-metrics.ts";
import type { ClusterOptions } from "./cluster-options.ts";
import { createPaths } from "./cluster-paths.ts";
import { type ClusterRegistry, createRegistry } from "./cluster-registry.ts";
import { recordServerAsOwner, serveApi } from "./served-api.ts";
import { serviceResolver } from "./service-resolver.ts";
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
  const findService = serviceResolver({ registry, random, vocabulary, isStoreElsewhere: options.access !== undefined });
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
    ? withoutUpkeep(options.access, options.authorization)
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
  const requestsAborted = new AbortController();
  const conversions = {
    signal: requestsAborted.signal,
    send,
    resolveService,
    clock,
    random,
    vocabulary,
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
    accessConfig: () => ({ authentication: jwt.config, authorization: access.config() }),
    signAccountToken: (claims) => accountTokens.sign(claims),
    withdraw: () => startHooks.withdraw(),
    stopping,
    delayOver,
    requestsAborted,
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
function withoutUpkeep(access: AccessControl, config: LoadedAuthorization): ServerAuthorization {
  const { authorize, listRules, roles } = access;
  const nothing = (): Promise<void> => Promise.resolve();
  return { authorize, listRules, roles, start: nothing, config: () => config, [Symbol.asyncDispose]: nothing };
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
  const isStored = defaultRoles === "stored" || defaultRoles === "aggregated";
  const usesRoles = authorization.authorizers.some(({ type }) => type === "RBAC");
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
    defaultRoles: isStored && usesRoles ? { aggregates: defaultRoles === "aggregated" } : undefined,
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
