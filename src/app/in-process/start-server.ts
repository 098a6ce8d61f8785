/** Starts an API server inside a test or an application. */
import type { PluginServices } from "../../admission/plugins/index.ts";
import { emptyPool } from "../../authn/index.ts";
import { type Clock, keepProcessAlive, systemClock } from "../../base/clock.ts";
import { DisposalStack } from "../../base/disposal-stack.ts";
import { silentLogger } from "../../base/logger.ts";
import { ManualClock as MillisecondClock } from "../../base/manual-clock.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import { isRepeatable, seededRandom, systemRandom } from "../../base/random.ts";
import { Client } from "../../client/index.ts";
import { controllerNames, type SignToken, selectControllers } from "../../controllers/index.ts";
import { group, type Vocabulary, type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import { type Exchange, FaultInjection, type Faults } from "../../server/index.ts";
import { type Engine, openMemoryEngine } from "../../storage/index.ts";
import { namedAccountKeys } from "../authentication/account-keys.ts";
import type { ClusterInfo } from "../bootstrap/cluster-info.ts";
import type { ExtraPlugins } from "../cluster/cluster-options.ts";
import { withoutDefaultPlugin } from "../config/admission-config.ts";
import { checkOrigins } from "../config/check-origins.ts";
import { controllerUserNames } from "../config/controller-users.ts";
import { type ServerConfig, serverConfig } from "../config/server-config.ts";
import { functionPlugin } from "./admission-functions.ts";
import { authenticatedUser } from "./authenticated-user.ts";
import { checkAdmissionFunctions } from "./check-admission-functions.ts";
import { ClusterControllers } from "./cluster-controllers.ts";
import { ClusterHost, type ClusterSnapshot, openedStore, type ServerStore } from "./cluster-host.ts";
import { defineType } from "./define-type.ts";
import { DurationManualClock } from "./duration-manual-clock.ts";
import { type HttpsEndpoint, openEndpoint } from "./https-endpoint.ts";
import { type InProcessRequest, type InProcessUser, requestInProcess } from "./in-process-client.ts";
import { loadConfiguration } from "./load-configuration.ts";
import { memoryTransport } from "./memory-transport.ts";
import { checkWebhookFunctions, MemoryWebhooks } from "./memory-webhooks.ts";
import { permissionDifferences } from "./permission-table.ts";
import type { RunningServer, StartServerOptions } from "./running-server.ts";

/**
 * Starts an API server in this process, and resolves when it is ready. Any number of servers can run side by side.
 * @param options by default: a server in memory without a port, on the system's clock
 * @throws UsageError if a flag is invalid; RangeError for an unknown controller; TypeError if a function for admission or a webhook is
 * invalid; StorageError if the store cannot be opened
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
  await checkOptions(options, config);
  const { engine = "memory", clock = systemClock } = options;
  return await start(options, config, { store: await openStore(engine, config.vocabulary, clock) });
}

/** Starts a server in memory with more admission plugins. For commands that test policies. */
export async function startServerWithPlugins(
  options: StartServerOptions,
  extraPlugins: ExtraPlugins,
): Promise<RunningServer> {
  const config = configOf(options);
  await checkOptions(options, config);
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

/** Rejects invalid options, before anything is opened. */
async function checkOptions(
  { admission = [], webhooks = {} }: StartServerOptions,
  config: ServerConfig,
): Promise<void> {
  await checkOrigins(config.web);
  await checkAdmissionFunctions(admission, config);
  checkWebhookFunctions(webhooks);
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
  // Owns everything that is open, in the order in which it is opened, until the server has started.
  await using opened = new DisposalStack();
  opened.defer(() => store.close());
  const controllerGroups = options.controllers
    ? [{ selected: options.controllers, isStart: isWrite }]
    : defaultControllers(vocabularies[config.vocabulary]);
  const controllerUsers = controllerUserNames(config.vocabulary);
  const faults = new FaultInjection(clock, (user) => controllerUsers.has(user));
  let endpoint: HttpsEndpoint | undefined;
  let clusterInfo: ClusterInfo | undefined;
  let controllers: readonly StartableControllers[] = [];
  const accountKeys = await namedAccountKeys(config);
  const loaded = await loadConfiguration(config, { clock, random, logger });
  opened.use(loaded.auditLog);
  opened.use(loaded.encryption);
  const storesDefaultRoles = options.bootstrap === true || options.authorization === "RBAC";
  const settings = {
    ...config,
    authentication: loaded.authentication,
    authorization: loaded.authorization,
    admission: loaded.admission,
    metrics: loaded.metrics,
    tracing: loaded.tracing,
    auditLog: loaded.auditLog,
    runningEncryption: loaded.encryption,
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
    addServerMetrics: (registry: MetricRegistry) => endpoint?.registerMetrics(registry),
    areControllersRunning: () => controllers.some(({ group }) => group.areRunning),
    accountKeys,
    extraPlugins: (services: PluginServices) => [
      ...(options.admission ?? []).map((one) => functionPlugin(one, services)),
      ...(extraPlugins?.(services) ?? []),
    ],
    ...(options.webhooks ? { webhooksInMemory: new MemoryWebhooks(options.webhooks, clock) } : {}),
    defaultRoles: storesDefaultRoles ? ("aggregated" as const) : ("assumed" as const),
    ...(options.bootstrap ? { bootstrap: { trust: () => endpoint?.trust(), clusterInfo: () => clusterInfo } } : {}),
  };
  // The port stays open until the requests in progress have ended.
  opened.defer(() => endpoint?.close());
  const host = opened.use(new ClusterHost(store, settings, caches));
  opened.defer(() => endpoint?.drain());
  // Controllers read all objects when they start, so they start only when there is work for them.
  const handle: Handle = (exchange) => {
    for (const { group, isStart } of controllers) if (isStart(exchange)) group.start();
    return host.handle(exchange);
  };
  if (port !== undefined) {
    endpoint = await openEndpoint(handle, port, { config, logger, clock });
    clusterInfo = { server: endpoint.url, ca: endpoint.ca };
  }
  const controllerServices = {
    sendRequest: (target: string, request: InProcessRequest) => requestInProcess(host, target, request),
    vocabulary: config.vocabulary,
    clock,
    random,
    logger,
    metricRegistry: () => host.metricRegistry,
    rootCa: endpoint?.ca ?? "",
    signToken: (claims: Parameters<SignToken>[0]) => host.signAccountToken(claims),
    isEnabled: config.features.isEnabled,
  };
  controllers = controllerGroups.map(({ selected, isStart }) => ({
    isStart,
    group: new ClusterControllers({
      ...controllerServices,
      // The flags of the server come first, because the first entry about a controller counts.
      config: { ...config.controllers, selected: [...config.controllers.selected, ...selected] },
    }),
  }));
  await host.start();
  const fork = async (): Promise<RunningServer<C>> =>
    await startFork(forkOptions(options), config, await host.snapshotAfterRestore());
  return runningServer({
    host,
    handle,
    controllers,
    endpoint,
    faults,
    owned: opened.move(),
    clock: clock as C,
    vocabulary: config.vocabulary,
    fork,
  });
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
  readonly controllers: readonly StartableControllers[];
  readonly endpoint: HttpsEndpoint | undefined;
  readonly faults: Faults;
  /** Everything that is open. Closing the server disposes it. */
  readonly owned: AsyncDisposable;
  readonly clock: C;
  readonly vocabulary: VocabularyName;
  readonly fork: () => Promise<RunningServer<C>>;
}

function runningServer<C extends Clock>(parts: ServerParts<C>): RunningServer<C> {
  const { host, handle, controllers, endpoint, faults, owned, clock, vocabulary, fork } = parts;
  let isClosed = false;
  const request: RunningServer["request"] = async (target, options) => {
    if (isClosed) throw new Error("the server is closed");
    // On a manual clock, a request that nothing else ends would keep the process alive forever.
    using _ = clock instanceof MillisecondClock ? undefined : keepProcessAlive();
    return await requestInProcess({ handle }, target, options);
  };
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
    await Promise.all(controllers.map(({ group }) => group.stop()));
    await Promise.all([...clients.map(({ transport }) => transport.close()), owned[Symbol.asyncDispose]()]);
    isClosed = true;
  };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= closeOnce();
    return closing;
  };
  const restore: RunningServer["restore"] = async (snapshot, options) => {
    // The controllers' caches and requests in progress belong to the state that is being replaced.
    for (const { group } of controllers) group.abandon();
    await host.restore(snapshot, options);
  };
  return {
    url: endpoint?.url ?? "",
    kubeconfig: endpoint?.kubeconfig ?? "",
    caCertificate: endpoint?.ca ?? "",
    clock,
    faults,
    client,
    clientAs: (name, options = {}) => clientOf(authenticatedUser({ name, ...options, groups: options.groups ?? [] })),
    permissionDifferences: (table) => permissionDifferences(client, table, vocabularies[vocabulary]),
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

/** Controllers that start with the same requests. */
interface StartableControllers {
  readonly group: ClusterControllers;
  /** Whether a request starts them. */
  readonly isStart: (exchange: Exchange) => boolean;
}

interface ControllerSelection extends Pick<StartableControllers, "isStart"> {
  readonly selected: readonly string[];
}

/** Returns the controllers of a server that selects none. Each of them starts only when there can be work for it. */
function defaultControllers(vocabulary: Vocabulary): readonly ControllerSelection[] {
  const clusterRoles = `/apis/${vocabulary.bind(group("rbac.authorization"))}/v1/clusterroles`;
  return [
    { selected: controllersOfDeletion, isStart: isDeletion },
    {
      selected: [controllerNames.clusterRoleAggregation.name],
      isStart: (exchange) => exchange.target.startsWith(clusterRoles) && isWrite(exchange),
    },
  ];
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
