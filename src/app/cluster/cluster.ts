/**
 * A cluster in this process, above the transport: caches, registry, admission and API server, wired together once.
 * Whoever runs it, the command line or a test, runs this.
 */
import { Admission, namespaceLifecycle } from "../../admission/index.ts";
import { builtinKinds } from "../../api/builtin.ts";
import { endpoints as endpointsKind } from "../../api/core/v1/endpoints.ts";
import { namespace } from "../../api/core/v1/namespace.ts";
import { type Authenticator, authenticateBy, certificateAuthenticator } from "../../authn/index.ts";
import {
  type Authorizer,
  authorizeBy,
  authorizePrivilegedGroup,
  authorizePublicPaths,
  listPrivilegedGroup,
  listPublicPaths,
  listRulesBy,
} from "../../authz/index.ts";
import { assert } from "../../base/assert.ts";
import { type Clock, sleep } from "../../base/clock.ts";
import { deferred } from "../../base/deferred.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import { isRepeatable, type Random, seededRandom } from "../../base/random.ts";
import { type CacheContents, ChangeFeed, type LoadRunner, type ResourceCache } from "../../cache/index.ts";
import { builtinAnswers, builtinFeatures, builtinHooks, builtinRules, scaleColumns } from "../../kinds/index.ts";
import { component, type Vocabulary, type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import {
  type MakeCache,
  ObjectExpiry,
  type OwnedChange,
  objectAccess,
  type RegistryServices,
  type Resource,
  readerOf,
} from "../../registry/index.ts";
import {
  type KindAnswers,
  type KindDeclaration,
  type KindHooks,
  type ObjectAccess,
  SchemaCompiler,
} from "../../schema/index.ts";
import {
  ApiServer,
  CompressedBytes,
  type Exchange,
  FieldOwners,
  type Filter,
  type HealthChecks,
  HealthMetrics,
  installDiscovery,
  installHealth,
  installOpenApi,
  installVersion,
  metricsHandler,
  offloadWrites,
  PathTable,
  PostStartHooks,
  type RequestOffload,
  ResourceTable,
  ServerMetrics,
  type StoredEndpoint,
  type StoredResources,
  serveKinds,
  storedResources,
  type VerbServices,
  verbHandlers,
  versionInfo,
} from "../../server/index.ts";
import { type Engine, HistoryCompactor } from "../../storage/index.ts";
import type { BootstrapConfig } from "../bootstrap/bootstrap.ts";
import { StartHooks } from "../bootstrap/start-hooks.ts";
import { gateFigures } from "../config/feature-gates.ts";
import type {
  FeatureConfig,
  LifecycleConfig,
  RequestConfig,
  ServiceConfig,
  StorageConfig,
} from "../config/server-config.ts";
import { packageVersion } from "../machine/package-version.ts";
import { platform, processFigures } from "../machine/process-figures.ts";
import { controlPlane } from "./control-plane.ts";
import { clusterHealthChecks, storeCheck } from "./health-checks.ts";
import { kindsOfServiceValues, serviceValues } from "./service-values.ts";

export interface ClusterOptions {
  readonly vocabulary: VocabularyName;
  /** Closed by whoever opened it, after the cluster. */
  readonly engine: Engine;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly storage: Pick<StorageConfig, "keyPrefix" | "historyMs" | "eventTtlMs">;
  readonly services: ServiceConfig;
  readonly requests: RequestConfig;
  readonly lifecycle: LifecycleConfig;
  readonly features: Pick<FeatureConfig, "isServed" | "isEnabled">;
  /** @throws when lines of the log are not being written */
  readonly checkLog: () => void;
  /** Size of the file that holds the store, for metrics. */
  readonly storeBytes?: () => number | undefined;
  /** What a test orders to go wrong; only for servers that a test drives. */
  readonly faults?: Filter;
  /** How the caches read from the engine; only for a program of its own, not for a guest in another. */
  readonly runLoad?: LoadRunner;
  /** The server writes what belongs to a new cluster besides its namespaces and its Service. Absent: it does not. */
  readonly bootstrap?: BootstrapConfig;
  /** Whether the cluster compacts history and removes expired objects; default: true. False where another thread does. */
  readonly hasUpkeep?: boolean;
  /** How caches of resources are made; default: each holds all objects of its resource. */
  readonly makeCache?: MakeCache;
  /** The thread that handles large requests; absent: this one handles them too. */
  readonly offload?: (cluster: Cluster) => RequestOffload;
  /** What the caches would read from the engine: `cacheContents()` of a cluster whose state the engine has. */
  readonly caches?: CachesContents;
}

/** What caches hold, each under the prefix of its keys; those that are missing read the engine when they are needed. */
export type CachesContents = ReadonlyMap<string, CacheContents>;

/** Compiled schemas do not depend on a server: all servers of a process share them. */
const compiler = new SchemaCompiler(builtinRules, builtinFeatures);

function hooksOf(kind: KindDeclaration): KindHooks {
  return builtinHooks.get(kind) ?? {};
}

/** A committed write reaches the caches at once; longer than this means that the feed is broken. */
const visibilityWaitMs = 10_000;

/** Compressed objects kept for clients that ask again. */
const compressedBytesMax = 8 * 1024 * 1024;

export class Cluster implements AsyncDisposable {
  readonly resources = new ResourceTable();
  /** `host:port` under which clients reach the server; empty while there is none. */
  serverAddress = "";
  /** Whether the controllers run in this process. */
  controllersRun: () => boolean = () => false;
  readonly #metrics = new ServerMetrics(processFigures);
  readonly #options: ClusterOptions;
  readonly #vocabulary: Vocabulary;
  /** For what objects do not keep: identifiers of requests, jitter. */
  readonly #passingRandom: Random;
  readonly #feed: ChangeFeed;
  readonly #compactor: HistoryCompactor | undefined;
  readonly #offload: RequestOffload | undefined;
  readonly #server: ApiServer;
  readonly #startHooks: StartHooks;
  readonly #postStart: PostStartHooks;
  readonly #served: readonly KindDeclaration[];
  /** Admission reads them with every write. */
  readonly #namespaces: Resource;
  #caches: readonly ResourceCache[] = [];
  #expiries: readonly ObjectExpiry[] = [];
  readonly #owners = new FieldOwners(this.resources);
  #stopping = false;

  constructor(options: ClusterOptions) {
    const { engine, clock, random, logger, storage, requests, faults } = options;
    this.#options = options;
    this.#passingRandom = passingRandom(random);
    this.#vocabulary = vocabularies[options.vocabulary];
    this.#feed = new ChangeFeed({ engine, prefix: `${storage.keyPrefix}/`, clock, logger, runLoad: options.runLoad });
    const { hasUpkeep = true } = options;
    this.#compactor =
      hasUpkeep && Number.isFinite(storage.historyMs)
        ? new HistoryCompactor({ engine, clock, logger, retentionMs: storage.historyMs })
        : undefined;
    this.#metrics.showDamagedObjects(() => this.#damagedKeys());
    for (const [key, reason] of engine.damagedKeys()) {
      logger.error("a stored object cannot be read", undefined, { key, reason });
    }
    const authorizer = authorizeBy([authorizePrivilegedGroup, authorizePublicPaths]);
    this.#served = builtinKinds.filter((kind) => options.features.isServed(kind));
    this.#offload = options.offload?.(this);
    const resources = this.#serveKinds(authorizer);
    this.#metrics.showStorage({
      objectCounts: () => objectCounts(resources),
      bytes: options.storeBytes ?? (() => undefined),
    });
    this.#namespaces = namespacesOf(resources);
    this.#startHooks = this.#startHooksOf(resources);
    this.#postStart = new PostStartHooks(this.#startHooks.hooks, clock, logger);
    this.#server = new ApiServer({
      clock,
      random: this.#passingRandom,
      logger,
      resources: this.resources,
      paths: this.#paths(this.#metrics),
      metrics: this.#metrics,
      authenticators: this.#authenticators(),
      authorizer,
      inFlight: { readsMax: requests.readsMax, writesMax: requests.writesMax },
      requestTimeoutMs: requests.timeoutMs,
      compression: { enabled: requests.compression, bytesMin: requests.compressionMinBytes },
      ...(faults ? { faults } : {}),
      ...(this.#offload ? { offload: offloadWrites(this.#offload, this.resources) } : {}),
    });
  }

  /** Where parts of the process that are not the server show what they count, beside it. */
  get metricRegistry(): MetricRegistry {
    return this.#metrics.registry;
  }

  /** Does what has to be done before clients come; until then the cluster is not ready. */
  async start(): Promise<void> {
    await this.#postStart.run();
  }

  /** What the caches hold of the state at `revision`, so far as they have come to it. At once: nothing is copied. */
  cacheContents(revision: number): CachesContents {
    const found = this.#caches.map((cache) => [cache.fullKey(""), cache.contentsAt(revision)] as const);
    return new Map(found.flatMap(([prefix, contents]) => (contents ? [[prefix, contents] as const] : [])));
  }

  /** Resolves when every write that the engine has told of by now is in the caches. */
  async caughtUp(): Promise<void> {
    await this.#feed.waitFor(await this.#options.engine.progress(), Number.POSITIVE_INFINITY);
  }

  /** Resolves when the caches show every write up to `revision`. */
  async reach(revision: number): Promise<void> {
    await this.#feed.waitFor(revision, visibilityWaitMs);
  }

  /** Handles one request; never rejects. */
  async handle(exchange: Exchange): Promise<void> {
    await this.#server.handle(exchange);
  }

  /**
   * Says from now on that the cluster is not ready, so that clients turn elsewhere; requests are still served. Resolves
   * when clients have had the configured time for that.
   */
  async announceStop(): Promise<void> {
    this.#stopping = true;
    const { clock, lifecycle } = this.#options;
    if (lifecycle.shutdownDelayMs > 0) await sleep(clock, lifecycle.shutdownDelayMs);
  }

  /**
   * Ends watches and leaves the store at once, as a crash would: requests under way are answered with errors. Disposing
   * is not needed afterwards.
   */
  async abandon(): Promise<void> {
    this.#stopping = true;
    await this.#leaveStore();
  }

  /** As `close`, without a limit: each request has one of its own. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close(new AbortController().signal);
  }

  /**
   * Waits for the requests under way, then ends watches.
   * @param late aborted when requests have had time enough: those that are still under way are broken off
   */
  async close(late: AbortSignal): Promise<void> {
    this.#stopping = true;
    const isLate = deferred();
    late.addEventListener("abort", () => isLate.resolve(), { once: true });
    await Promise.race([this.#server.requestsAnswered(), isLate.promise]);
    if (late.aborted) this.#server.abortRequests();
    await this.#leaveStore();
    await this.#server.requestsEnded();
  }

  async #leaveStore(): Promise<void> {
    await this.#startHooks[Symbol.asyncDispose]();
    await Promise.all(this.#expiries.map((expiry) => expiry[Symbol.asyncDispose]()));
    await this.#compactor?.[Symbol.asyncDispose]();
    await this.#feed[Symbol.asyncDispose]();
  }

  /** Returns the methods that identify users, in order. */
  #authenticators(): readonly Authenticator[] {
    return [certificateAuthenticator(this.#options.clock, this.#vocabulary)];
  }

  /** Makes the API server the owner of what a hook changes, if clients see the object. */
  #own({ resource, subresource, old, object }: OwnedChange): void {
    const { group, version, resource: plural } = resource.kind;
    const served = this.resources.version(group, version)?.resources.get(plural);
    const endpoint = subresource === "" ? served?.endpoint : served?.subresources.get(subresource);
    const manager = this.#vocabulary.bind(component("apiserver"));
    const write = { old, manager, nowMs: this.#options.clock.nowMs() };
    if (endpoint) this.#owners.record(endpoint as StoredEndpoint, object, write);
  }

  /** What is answered for kinds that are not stored. */
  #answers(authorizer: Authorizer, objects: ObjectAccess): ReadonlyMap<KindDeclaration, KindAnswers> {
    const { engine, clock, logger } = this.#options;
    return builtinAnswers({
      authorizer,
      listRules: listRulesBy([listPrivilegedGroup, listPublicPaths]),
      identify: authenticateBy(this.#authenticators()),
      components: controlPlane(storeCheck(engine), { clock, logger, controllersRun: () => this.controllersRun() }),
      objects,
    });
  }

  #startHooksOf(resources: StoredResources): StartHooks {
    const { clock, logger, services, bootstrap, features } = this.#options;
    return new StartHooks({
      resources,
      namespaces: this.#namespaces,
      table: this.resources,
      owners: this.#owners,
      vocabulary: this.#vocabulary,
      clock,
      logger,
      isEnabled: features.isEnabled,
      services,
      serverAddress: () => this.serverAddress,
      bootstrap,
    });
  }

  #serveKinds(authorizer: Authorizer): StoredResources {
    const { logger, features } = this.#options;
    const { isEnabled } = features;
    // Without these nothing can be made or removed, whether clients see them or not.
    const needed = [namespace, endpointsKind, ...kindsOfServiceValues(isEnabled)];
    const services = this.#registryServices(
      () => resources,
      () => objects,
    );
    const resources: StoredResources = storedResources([...needed, ...this.#served], hooksOf, services);
    this.#caches = [...resources.values()].map(({ cache }) => cache);
    this.#beginCaches();
    this.#expiries = (this.#options.hasUpkeep === false ? [] : [...resources.values()])
      .filter(({ kind }) => kind.declaration.rules.lifetime !== undefined)
      .map((resource) => new ObjectExpiry(resource, logger));
    const objects: ObjectAccess = objectAccess(resources, (change) => this.#own(change));
    const answers = this.#answers(authorizer, objects);
    const verbs = this.#verbServices(authorizer, resources, objects);
    const endpoints = {
      handlers: verbHandlers(verbs),
      services: verbs,
      scaleColumns,
      isEnabled,
      hooksOf,
      answersOf: (kind: KindDeclaration) => answers.get(kind),
    };
    serveKinds(this.resources, this.#served, resources, endpoints);
    return resources;
  }

  /** Returns the services of all resources. They reach resources and objects only when they are used. */
  #registryServices(resources: () => StoredResources, objects: () => ObjectAccess): RegistryServices {
    const { engine, clock, random, makeCache, storage, features, services: config } = this.#options;
    const { isEnabled } = features;
    const feed = this.#feed;
    return {
      engine,
      feed,
      clock,
      random,
      vocabulary: this.#vocabulary,
      compiler,
      isEnabled,
      lifetimes: { eventTtl: storage.eventTtlMs },
      claims: serviceValues({ config, isEnabled, feed, clock, random, makeCache, resources }),
      makeCache,
      objects,
    };
  }

  #verbServices(authorizer: Authorizer, resources: StoredResources, objects: ObjectAccess): VerbServices {
    const { clock, requests, features } = this.#options;
    return {
      admission: new Admission([namespaceLifecycle(readerOf(namespacesOf(resources)), this.#vocabulary)]),
      authorizer,
      clock,
      random: this.#passingRandom,
      isEnabled: features.isEnabled,
      vocabulary: this.#vocabulary,
      compiler,
      objects,
      owners: this.#owners,
      compressed: new CompressedBytes(compressedBytesMax),
      offload: this.#offload,
      minRequestTimeoutMs: requests.watchMinMs,
    };
  }

  #beginCaches(): void {
    for (const cache of this.#caches) {
      const contents = this.#options.caches?.get(cache.fullKey(""));
      if (contents) cache.begin(contents);
    }
  }

  #paths(metrics: ServerMetrics): PathTable {
    const { clock, logger } = this.#options;
    const paths = new PathTable();
    const healthMetrics = new HealthMetrics();
    installHealth(paths, { checks: this.#healthChecks(), clock, logger, metrics: healthMetrics });
    const { startedSeconds } = processFigures;
    paths.add("/metrics", metricsHandler(metrics.registry, startedSeconds));
    paths.add("/metrics/slis", metricsHandler(healthMetrics.registry, startedSeconds));
    const version = versionInfo({ packageVersion: packageVersion() }, platform);
    metrics.showBuild(version, gateFigures(this.#options.features.isEnabled));
    installVersion(paths, version);
    installDiscovery(paths, {
      resources: this.resources,
      vocabulary: this.#vocabulary,
      serverAddress: () => this.serverAddress,
    });
    installOpenApi(paths, { resources: this.resources, vocabulary: this.#vocabulary, clock });
    return paths;
  }

  /** Keys of stored objects that cannot be read: those found at the start, and those met since. */
  #damagedKeys(): ReadonlySet<string> {
    const met = this.#caches.flatMap((cache) => cache.unreadableKeys());
    return new Set([...this.#options.engine.damagedKeys().keys(), ...met]);
  }

  #healthChecks(): HealthChecks {
    const { engine, checkLog, lifecycle } = this.#options;
    return clusterHealthChecks({
      engine,
      postStart: this.#postStart,
      checkLog,
      livezGraceMs: lifecycle.livezGraceMs,
      namespacesLoaded: () => this.#namespaces.cache.ready(),
      unregistered: () => this.#unregistered(),
      damagedKeys: () => this.#damagedKeys(),
      isStopping: () => this.#stopping,
    });
  }

  /** Returns the plural names of served kinds that are not registered. */
  #unregistered(): readonly string[] {
    return this.#served
      .filter(({ group, version, plural }) => !this.resources.has(this.#vocabulary.bind(group), version, plural))
      .map(({ plural }) => plural);
  }
}

/** Objects in memory by resource, as metrics name it: `pods`, `deployments.apps`. */
function* objectCounts(resources: StoredResources): Generator<readonly [string, number]> {
  for (const { kind, cache } of resources.values()) {
    const count = cache.objectCount;
    if (count !== undefined) yield [kind.group === "" ? kind.resource : `${kind.resource}.${kind.group}`, count];
  }
}

function namespacesOf(resources: StoredResources): Resource {
  const namespaces = resources.get(namespace);
  assert(namespaces, "namespaces are declared");
  return namespaces;
}

/** With a seed, how many requests only read must not change the names and uids of what others create. */
function passingRandom(random: Random): Random {
  return isRepeatable(random) ? seededRandom(~random.state) : random;
}
