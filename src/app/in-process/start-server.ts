/** Starts an API server inside a test or an application. */
import { hostname } from "node:os";
import type { PluginServices } from "../../admission/plugins/index.ts";
import type { CustomType } from "../../api/index.ts";
import { emptyPool } from "../../authn/index.ts";
import { type Clock, systemClock } from "../../base/clock.ts";
import { type Logger, silentLogger } from "../../base/logger.ts";
import { ManualClock as MillisecondClock } from "../../base/manual-clock.ts";
import { isRepeatable, type Random, seededRandom, systemRandom } from "../../base/random.ts";
import { Client, type ResourceType } from "../../client/index.ts";
import { controllerNames, selectControllers } from "../../controllers/index.ts";
import type { VocabularyName } from "../../meta/vocabulary.ts";
import { type Exchange, FaultInjection, type Faults } from "../../server/index.ts";
import type { Listener } from "../../server/transport/index.ts";
import { type Engine, openMemoryEngine } from "../../storage/index.ts";
import { loadAdmission } from "../admission/load-admission.ts";
import { openConfiguredAuditLog } from "../audit/index.ts";
import { namedAccountKeys } from "../authentication/account-keys.ts";
import { loadAuthentication } from "../authentication/load-authentication.ts";
import { loadAuthorization } from "../authorization/load-authorization.ts";
import { type AuthenticationTrust, authenticationTrust } from "../bootstrap/authentication-trust.ts";
import type { ClusterInfo } from "../bootstrap/cluster-info.ts";
import type { ExtraPlugins } from "../cluster/cluster-options.ts";
import { withoutDefaultPlugin } from "../config/admission-config.ts";
import { checkOrigins } from "../config/check-origins.ts";
import { controllerUserNames } from "../config/controller-users.ts";
import { type ServerConfig, serverConfig } from "../config/server-config.ts";
import { loadEncryption, openEncryption } from "../encryption/load-encryption.ts";
import { loadMetrics } from "../metrics/index.ts";
import { kubeconfig } from "../pki/kubeconfig.ts";
import type { ReloadingCertificates } from "../pki/reloading-certificates.ts";
import type { ReloadingTrust } from "../pki/reloading-trust.ts";
import { loadTracing } from "../tracing/index.ts";
import { type AdmissionFunction, functionPlugin } from "./admission-functions.ts";
import { ClusterControllers } from "./cluster-controllers.ts";
import {
  ClusterHost,
  type ClusterSnapshot,
  openedStore,
  type RestoreOptions,
  type ServerStore,
  type Snapshot,
} from "./cluster-host.ts";
import { type DefinitionToApply, defineType } from "./define-type.ts";
import { DurationManualClock } from "./duration-manual-clock.ts";
import {
  type InProcessRequest,
  type InProcessResponse,
  type InProcessUser,
  requestInProcess,
} from "./in-process-client.ts";
import { memoryTransport } from "./memory-transport.ts";
import { MemoryWebhooks, type WebhookFunctions } from "./memory-webhooks.ts";
import { type PermissionTable, permissionDifferences } from "./permission-table.ts";

/** Store, clock, random source and configuration of a server. All of them are optional. */
export interface StartServerOptions {
  /**
   * Where objects are stored: in memory (the default), in an LMDB store in a directory, or in an open engine, which the
   * caller closes after the server.
   */
  readonly engine?: "memory" | { readonly lmdb: string } | Engine;
  /** Port on 127.0.0.1 for HTTPS; 0 takes a free port. Default: none, and requests only travel through memory. */
  readonly port?: number;
  /** Spelling of API groups, labels and other names. Default: `orch`. */
  readonly vocabulary?: VocabularyName;
  /** Default: the system's clock. With a `ManualClock`, a test controls the time of the server. */
  readonly clock?: Clock;
  /** Default: the system's random source. With `seededRandom(seed)`, names and uids are the same in every run. */
  readonly random?: Random;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
  /**
   * Controllers to run, in the form of `--controllers`: `["*"]` is all of them, `[]` is none. They start with the first
   * request that writes something. Default: those that complete deletions, which are the namespace controller, the garbage
   * collector, and the protection of claims and volumes; they start with the first DELETE request. After a restore,
   * controllers start again in the same way.
   */
  readonly controllers?: readonly string[];
  /**
   * Whether the server also creates the objects that control plane programs expect in a new cluster: FlowSchemas,
   * PriorityLevelConfigurations, system PriorityClasses, default roles, and ConfigMaps about authentication. Default:
   * false, which starts faster.
   */
  readonly bootstrap?: boolean;
  /**
   * Authorizer of requests by other users than administrators. `RBAC` decides by roles and bindings, and creates the default
   * ones, such as `view`. Default: `RBAC`, with the permissions of the default bindings but without these objects, which starts
   * faster. Bindings of the test can then name only roles of the test.
   */
  readonly authorization?: AuthorizationChoice;
  /**
   * More flags, as for `orch apiserver`: `["--max-requests-inflight=10"]`. The admission plugins are those of a server,
   * but ServiceAccount is on only with the controller `serviceaccount`, or if a flag enables it.
   */
  readonly flags?: readonly string[];
  /** Functions in place of webhooks, which change and reject requests, in this order. Webhooks come before them, quotas after them. */
  readonly admission?: readonly AdmissionFunction[];
  /**
   * Functions that answer the server's requests to webhooks, by the URL of the webhook without a query. These requests do not leave the
   * process.
   * @example
   * ```ts
   * await using server = await startServer({
   *   webhooks: { "https://images.example.com/review": ({ request }) => ({ allowed: request.name !== "bad" }) },
   * });
   * ```
   */
  readonly webhooks?: WebhookFunctions;
}

/** Authorizer of requests in process. Flags can choose other modes. */
export type AuthorizationChoice = "RBAC" | "AlwaysAllow" | "AlwaysDeny";

/** Further attributes of the user of `clientAs`. */
export interface ClientUserOptions {
  /** Groups besides those that authentication adds: `system:authenticated`, and the groups of service accounts. */
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** An API server in this process. Close it after use, for example with `await using`. */
export interface RunningServer<C extends Clock = Clock> extends AsyncDisposable {
  /** `https://127.0.0.1:PORT`; empty if the server has no port. */
  readonly url: string;
  /** Client configuration of an administrator, in YAML; empty if the server has no port. */
  readonly kubeconfig: string;
  /** CA certificates of the server in PEM; empty if the server has no port. */
  readonly caCertificate: string;
  /** The clock of the server. */
  readonly clock: C;
  /** Injects errors, delays and dropped watches into the requests of any client. */
  readonly faults: Faults;
  /** Client of an administrator. Its requests travel through memory. */
  readonly client: Client;
  /**
   * Returns a client of another user. Its requests travel through memory, and are authorized like those of a client that
   * authenticates as this user. The server closes it.
   * @param userName for example `ann` or `system:serviceaccount:shop:web`
   * @param options groups and other attributes of the user
   * @example
   * ```ts
   * const web = server.clientAs("system:serviceaccount:shop:web");
   * await web.api(configMap, "shop").get("settings");
   * ```
   */
  clientAs(userName: string, options?: ClientUserOptions): Client;
  /**
   * Compares what users may do with a table. Returns a sentence for each difference, in the order of the table.
   * @param table users, and the actions that each of them may perform
   * @throws TypeError if the table names an unknown user or resource
   * @example
   * ```ts
   * const differences = await server.permissionDifferences({
   *   users: { web: "system:serviceaccount:shop:web", ann: { name: "ann", groups: ["dev"] } },
   *   namespace: "shop",
   *   allowed: { "get configmaps settings": ["web", "ann"], "delete pods": ["ann"], "get secrets": [] },
   * });
   * if (differences.length > 0) throw new Error(differences.join("\n"));
   * ```
   */
  permissionDifferences(table: PermissionTable): Promise<readonly string[]>;
  /**
   * Creates a custom type, or replaces its definition, and resolves when the type is served.
   * @param definition a CustomResourceDefinition in the server's vocabulary, or a type of `customType()` in `orch/api`
   * @returns the type in its storage version
   * @throws StatusError 422 if the definition is invalid; Error if its names are in use
   * @example
   * ```ts
   * const type = await server.define(definition);
   * await server.client.resource<Widget>(type, "shop").create({ metadata: { name: "blue" }, spec: { size: 3 } });
   *
   * await server.define(gadget); // declared by `customType()`
   * await server.client.api(gadget, "shop").create({ metadata: { name: "red" }, spec: { size: 3 } });
   * ```
   */
  define(definition: DefinitionToApply | CustomType<unknown>): Promise<ResourceType>;
  /**
   * Sends a request through memory, also if the server has a port.
   * @param target path and query
   * @param request method, headers, body, user and signal; default: a GET by an administrator
   */
  request(target: string, request?: InProcessRequest): Promise<InProcessResponse>;
  /**
   * Returns the present state: objects, revisions, the time of a `ManualClock`, and the state of a seeded random
   * source. It takes the same time for any amount of data.
   * @throws Error unless the engine is `memory`, or while a snapshot is being restored
   */
  snapshot(): Snapshot;
  /**
   * Restores a snapshot, like a restart from a backup. Watches end, requests in progress fail, and clients cannot
   * continue from older resource versions, because all later versions are higher. With `{ watches: "follow" }`, watches
   * and requests continue, and the differences appear as normal changes.
   * @param snapshot state to restore, from `snapshot()` of a server with the same options
   * @param options handling of open watches
   * @throws Error unless the engine is `memory`; TypeError if the snapshot comes from a server with other options
   */
  restore(snapshot: Snapshot, options?: RestoreOptions): Promise<void>;
  /**
   * Starts another server with a copy of the present state and the same options, but without faults. It gets its own
   * port if this server has one. A `ManualClock` and a seeded random source are copied too.
   * @throws Error unless the engine is `memory`
   */
  fork(): Promise<RunningServer<C>>;
  /**
   * Waits up to five seconds, in system time, for requests in progress, ends watches, and closes the store. Disposing
   * the server does the same.
   */
  close(): Promise<void>;
}

/**
 * Starts an API server in this process, and resolves when it is ready. Any number of servers can run side by side.
 * @param options by default: a server in memory without a port, on the system's clock
 * @throws UsageError if a flag is invalid; RangeError for an unknown controller; StorageError if the store cannot be
 * opened
 * @example
 * ```ts
 * await using server = await startServer({ port: 0, clock: new ManualClock() });
 * const response = await server.request("/api/v1/namespaces", { body: { metadata: { name: "shop" } } });
 * console.log(response.status, await response.json());
 * ```
 */
export async function startServer<C extends Clock = Clock>(
  options: StartServerOptions & { readonly clock?: C } = {},
): Promise<RunningServer<C>> {
  const config = configOf(options);
  const { engine = "memory", clock = systemClock } = options;
  return await start(options, config, { store: await openStore(engine, config.vocabulary, clock) });
}

/** Starts a server in memory with more admission plugins. For commands that test policies. */
export async function startServerWithPlugins(
  options: StartServerOptions,
  extraPlugins: ExtraPlugins,
): Promise<RunningServer> {
  const config = configOf(options);
  const store = await openStore("memory", config.vocabulary, options.clock ?? systemClock);
  return await start(options, config, { store, extraPlugins });
}

function configOf({
  vocabulary = "orch",
  authorization,
  controllers = [],
  flags = [],
}: StartServerOptions): ServerConfig {
  const modeFlags = authorization === undefined ? [] : [`--authorization-mode=${authorization}`];
  const config = serverConfig("apiserver", [`--vocabulary=${vocabulary}`, ...modeFlags, ...flags], { cwd: "/" });
  const accountControllers = [controllerNames.serviceAccount];
  if (selectControllers(controllers, accountControllers, Object.values(controllerNames)).length > 0) return config;
  // Nothing creates the service account `default`, without which this plugin would reject Pods.
  return { ...config, admission: withoutDefaultPlugin(config.admission, "ServiceAccount") };
}

/** The state with which a server starts. */
interface InitialState {
  readonly store: ServerStore;
  readonly caches?: ClusterSnapshot["caches"];
  readonly extraPlugins?: ExtraPlugins;
}

async function start<C extends Clock>(
  options: StartServerOptions & { readonly clock?: C },
  config: ServerConfig,
  { store, caches, extraPlugins }: InitialState,
): Promise<RunningServer<C>> {
  const { port, clock = systemClock, random = systemRandom, logger = silentLogger } = options;
  const { controllers: selected = controllersOfDeletion } = options;
  const startsControllers = options.controllers ? isWrite : isDeletion;
  const controllerUsers = controllerUserNames(config.vocabulary);
  const faults = new FaultInjection(clock, (user) => controllerUsers.has(user));
  let endpoint: HttpsEndpoint | undefined;
  let clusterInfo: ClusterInfo | undefined;
  let controllers: ClusterControllers | undefined;
  await checkOrigins(config.web);
  const auditServices = { clock, random, logger, vocabulary: config.vocabulary };
  const auditLog = await openConfiguredAuditLog(config.audit, auditServices);
  const storesDefaultRoles = options.bootstrap === true || options.authorization === "RBAC";
  const settings = {
    ...config,
    authentication: await loadAuthentication(config.authentication, {
      clock,
      vocabulary: config.vocabulary,
    }),
    authorization: await loadAuthorization(config.authorization, {
      clock,
      vocabulary: config.vocabulary,
      logger,
    }),
    admission: await loadAdmission(config.admission, config.vocabulary),
    metrics: await loadMetrics(config.metrics),
    tracing: await loadTracing(config.tracingFile, config.vocabulary),
    auditLog,
    runningEncryption: await openEncryption(loadEncryption(config.encryption), {
      config,
      isEnabled: config.features.isEnabled,
      clock,
      random,
      logger,
    }),
    clientTrust: {
      users: () => endpoint?.cas.users() ?? emptyPool,
      proxies: () => endpoint?.cas.proxies() ?? emptyPool,
      reloads: () => endpoint?.cas.reloads() ?? [],
    },
    clock,
    random,
    logger,
    checkLog: () => undefined,
    faults: faults.filter,
    serverAddress: () => endpoint?.address ?? "",
    areControllersRunning: () => controllers?.areRunning === true,
    accountKeys: await namedAccountKeys(config),
    extraPlugins: (services: PluginServices) => [
      ...(options.admission ?? []).map((one) => functionPlugin(one, services)),
      ...(extraPlugins?.(services) ?? []),
    ],
    ...(options.webhooks ? { webhooksInMemory: new MemoryWebhooks(options.webhooks) } : {}),
    defaultRoles: storesDefaultRoles ? ("stored" as const) : ("assumed" as const),
    ...(options.bootstrap ? { bootstrap: { trust: () => endpoint?.trust(), clusterInfo: () => clusterInfo } } : {}),
  };
  const host = new ClusterHost(store, settings, caches);
  // Controllers read all objects when they start, so they start only when there is work for them.
  const handle: Handle = (exchange) => {
    if (startsControllers(exchange)) controllers?.start();
    return host.handle(exchange);
  };
  try {
    if (port !== undefined) {
      endpoint = await openEndpoint(handle, port, { config, logger, clock });
      clusterInfo = { server: endpoint.url, ca: endpoint.ca };
    }
    controllers = new ClusterControllers({
      // The flags of the server come first, because the first entry about a controller counts.
      config: { ...config.controllers, selected: [...config.controllers.selected, ...selected] },
      sendRequest: (target, request) => requestInProcess(host, target, request),
      vocabulary: config.vocabulary,
      clock,
      random,
      logger,
      metricRegistry: () => host.metricRegistry,
      rootCa: endpoint?.ca ?? "",
      signToken: (claims) => host.signAccountToken(claims),
      isEnabled: config.features.isEnabled,
    });
    await host.start();
    endpoint?.certificates.registerMetrics(host.metricRegistry);
  } catch (error) {
    await closeAll(host, endpoint);
    await auditLog?.[Symbol.asyncDispose]();
    throw error;
  }
  const fork = async (): Promise<RunningServer<C>> =>
    await startFork(forkOptions(options), config, await host.snapshotAfterRestore());
  const { vocabulary } = config;
  return runningServer({ host, handle, controllers, endpoint, faults, auditLog, clock: clock as C, vocabulary, fork });
}

/** Returns the options of a fork: a free port, and copies of a manual clock and of a seeded random source. */
function forkOptions<C extends Clock>(
  options: StartServerOptions & { readonly clock?: C },
): StartServerOptions & { readonly clock?: C } {
  const { port, clock, random } = options;
  return {
    ...options,
    ...(port === undefined ? {} : { port: 0 }),
    ...(clock instanceof MillisecondClock ? { clock: new DurationManualClock(clock.nowMs()) as Clock as C } : {}),
    ...(random && isRepeatable(random) ? { random: seededRandom(random.state) } : {}),
  };
}

async function startFork<C extends Clock>(
  options: StartServerOptions & { readonly clock?: C },
  config: ServerConfig,
  { state, caches }: ClusterSnapshot,
): Promise<RunningServer<C>> {
  const store = openedStore(state.continue({ clock: options.clock ?? systemClock }));
  return await start(options, config, { store, caches });
}

interface ServerParts<C extends Clock> {
  readonly host: ClusterHost;
  readonly handle: Handle;
  readonly controllers: ClusterControllers;
  readonly endpoint: HttpsEndpoint | undefined;
  readonly faults: Faults;
  /** Undefined if no request is recorded. */
  readonly auditLog: AsyncDisposable | undefined;
  readonly clock: C;
  readonly vocabulary: VocabularyName;
  readonly fork: () => Promise<RunningServer<C>>;
}

function runningServer<C extends Clock>(parts: ServerParts<C>): RunningServer<C> {
  const { host, handle, controllers, endpoint, faults, auditLog, clock, vocabulary, fork } = parts;
  const request: RunningServer["request"] = (target, options) => requestInProcess({ handle }, target, options);
  const clients: Client[] = [];
  const clientOf = (user?: InProcessUser): Client => {
    const transport = memoryTransport(request, user ? { user } : {});
    const created = new Client({ transport, vocabulary, retry: { clock } });
    clients.push(created);
    return created;
  };
  const client = clientOf();
  const closeOnce = async (): Promise<void> => {
    await host.announceStop();
    // Delayed requests would never end on a manual clock.
    faults.clear();
    await controllers.stop();
    await Promise.all([...clients.map(({ transport }) => transport.close()), closeAll(host, endpoint)]);
    await auditLog?.[Symbol.asyncDispose]();
  };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= closeOnce();
    return closing;
  };
  const restore: RunningServer["restore"] = async (snapshot, options) => {
    // The controllers' caches and requests in progress belong to the state that is being replaced.
    controllers.abandon();
    await host.restore(snapshot, options);
  };
  return {
    url: endpoint?.url ?? "",
    kubeconfig: endpoint?.kubeconfig ?? "",
    caCertificate: endpoint?.ca ?? "",
    clock,
    faults,
    client,
    clientAs: (name, options = {}) => clientOf({ name, ...options, groups: options.groups ?? [] }),
    permissionDifferences: (table) => permissionDifferences(client, table),
    define: (definition) => defineType(client, definition, vocabulary),
    request,
    snapshot: () => host.snapshot(),
    restore,
    fork,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function openStore(
  choice: NonNullable<StartServerOptions["engine"]>,
  vocabulary: VocabularyName,
  clock: Clock,
): Promise<ServerStore> {
  if (choice === "memory") return openedStore(openMemoryEngine({ clock }));
  if ("lmdb" in choice) return openedStore(await openLmdb(choice.lmdb, vocabulary, clock));
  return { engine: choice, isOpenedByServer: false, close: async () => undefined };
}

async function openLmdb(path: string, vocabulary: VocabularyName, clock: Clock): Promise<Engine> {
  const { openLmdbEngine } = await import("../../storage/lmdb/index.ts");
  return await openLmdbEngine({ path, identity: { vocabulary }, clock });
}

const controllersOfDeletion = [
  controllerNames.namespace,
  controllerNames.garbageCollector,
  controllerNames.claimProtection,
  controllerNames.volumeProtection,
].map(({ name }) => name);

type Handle = (exchange: Exchange) => Promise<void>;

const isDeletion = ({ method }: Exchange): boolean => method === "DELETE";
const isWrite = ({ method }: Exchange): boolean => !["GET", "HEAD", "OPTIONS"].includes(method);

interface HttpsEndpoint {
  /** `host:port` at which clients reach the server. */
  readonly address: string;
  readonly url: string;
  readonly kubeconfig: string;
  /** CA certificates of the server in PEM. */
  readonly ca: string;
  readonly cas: ReloadingTrust;
  readonly certificates: ReloadingCertificates;
  readonly trust: () => AuthenticationTrust;
  drain(): void;
  close(): Promise<void>;
}

/** Opens a port. The modules that only a server with a port needs are loaded here. */
async function openEndpoint(
  handle: Handle,
  port: number,
  { config, logger, clock }: { config: ServerConfig; logger: Logger; clock: Clock },
): Promise<HttpsEndpoint> {
  const {
    vocabulary,
    listener: settings,
    authentication: { frontProxy },
  } = config;
  const [
    { Listener },
    { getOrCreatePki },
    { servingCredentials },
    { ReloadingTrust },
    { ReloadingCertificates },
    { transportLimits },
  ] = await Promise.all([
    import("../../server/transport/index.ts"),
    import("../pki/make-pki.ts"),
    import("../pki/serving-credentials.ts"),
    import("../pki/reloading-trust.ts"),
    import("../pki/reloading-certificates.ts"),
    import("../network/transport-limits.ts"),
  ]);
  const pki = await getOrCreatePki({
    vocabulary,
    hostName: hostname(),
    clock: systemClock,
    isTimeless: clock !== systemClock,
  });
  const credentials = servingCredentials(settings, frontProxy, { pki, inDirectory: undefined });
  const { ca } = credentials;
  // Files change in real time, also if a test controls the clock of the server.
  const cas = new ReloadingTrust(credentials.clientCas, {
    clock: systemClock,
    logger,
    onChange: (clientCa) => listener.renew({ clientCa }),
  });
  const certificates = new ReloadingCertificates(credentials, {
    clock: systemClock,
    logger,
    onChange: (served) => listener.renew(served),
  });
  const listener = new Listener({
    host: "127.0.0.1",
    port,
    ...certificates.current,
    clientCa: cas.pems,
    minVersion: settings.tlsMinVersion,
    ciphers: settings.tlsCiphers,
    servesHttp2: settings.servesHttp2,
    limits: transportLimits(settings.http2StreamsMax),
    logger,
    handle,
  });
  const address = `127.0.0.1:${await listenOrClose(listener)}`;
  const url = `https://${address}`;
  const { admin } = pki;
  const text = kubeconfig({ server: url, clusterName: vocabulary, userName: "admin", ca, ...admin });
  const trust = (): AuthenticationTrust => authenticationTrust(cas, frontProxy, pki);
  const close = async (): Promise<void> => {
    await cas[Symbol.asyncDispose]();
    await certificates[Symbol.asyncDispose]();
    await listener.close();
  };
  return { address, url, ca, cas, certificates, trust, kubeconfig: text, drain: () => listener.drain(), close };
}

async function listenOrClose(listener: Listener): Promise<number> {
  try {
    return await listener.listen();
  } catch (error) {
    await listener.close();
    throw error;
  }
}

/** Closes the host and the port, also if one of them fails. */
async function closeAll(host: ClusterHost, endpoint: HttpsEndpoint | undefined): Promise<void> {
  endpoint?.drain();
  try {
    await host[Symbol.asyncDispose]();
  } finally {
    await endpoint?.close();
  }
}
