/** Starts a whole API server inside a test or an application. */
import { hostname } from "node:os";
import { type Clock, systemClock } from "../../base/clock.ts";
import { type Logger, silentLogger } from "../../base/logger.ts";
import { ManualClock as MillisecondClock } from "../../base/manual-clock.ts";
import { isRepeatable, type Random, seededRandom, systemRandom } from "../../base/random.ts";
import { Client } from "../../client/index.ts";
import { controllerNames } from "../../controllers/index.ts";
import type { VocabularyName } from "../../meta/vocabulary.ts";
import { type Exchange, FaultInjection, type Faults } from "../../server/index.ts";
import type { Listener } from "../../server/transport/index.ts";
import { type Engine, openMemoryEngine } from "../../storage/index.ts";
import { type AuthenticationTrust, authenticationTrust } from "../bootstrap/authentication-trust.ts";
import { type ServerConfig, serverConfig } from "../config/server-config.ts";
import { kubeconfig } from "../pki/kubeconfig.ts";
import { ClusterControllers, isControllerUser } from "./cluster-controllers.ts";
import {
  ClusterHost,
  type ClusterSnapshot,
  ownStore,
  type RestoreOptions,
  type ServerStore,
  type Snapshot,
} from "./cluster-host.ts";
import { type InProcessRequest, type InProcessResponse, requestInProcess } from "./in-process-client.ts";
import { DurationManualClock } from "./manual-clock.ts";
import { memoryTransport } from "./memory-transport.ts";

export interface StartServerOptions {
  /**
   * Where objects are kept: in memory (the default), durably in the LMDB store of a directory, or in a store that the
   * caller has opened and will close after the server.
   */
  readonly engine?: "memory" | { readonly lmdb: string } | Engine;
  /** Port of 127.0.0.1 on which to serve HTTPS; 0 takes a free one. Without it, requests travel through memory only. */
  readonly port?: number;
  /** Default: `orch`. */
  readonly vocabulary?: VocabularyName;
  /** Default: the system's. A `ManualClock` puts time into the hands of a test. */
  readonly clock?: Clock;
  /** Default: the system's. `seededRandom(seed)` makes names and uids the same in every run. */
  readonly random?: Random;
  /** Default: silent. */
  readonly logger?: Logger;
  /**
   * Which controllers run, as `--controllers` of the command line names them, from the first request on that writes
   * something. Default: those without which deletions are not what they are in a cluster, of namespaces and of what owns
   * others, from the first request on that deletes something. `["*"]`: all of them; `[]`: none. After a state was restored
   * they begin in the same way.
   */
  readonly controllers?: readonly string[];
  /**
   * Whether the server also writes what programs of the control plane expect in a new cluster: FlowSchemas and
   * PriorityLevelConfigurations, the system's PriorityClasses, and ConfigMaps about authentication. Default: false, which
   * starts sooner.
   */
  readonly bootstrap?: boolean;
  /** Further flags as on the command line: `["--max-requests-inflight=10"]`. */
  readonly flags?: readonly string[];
}

export interface RunningServer<C extends Clock = Clock> extends AsyncDisposable {
  /** `https://127.0.0.1:PORT`; empty for a server without a port. */
  readonly url: string;
  /** Client configuration of an administrator, in YAML; empty for a server without a port. */
  readonly kubeconfig: string;
  /** Certificates in PEM that vouch for the server; empty for a server without a port. */
  readonly caCertificate: string;
  readonly clock: C;
  /** What shall go wrong, for any client. */
  readonly faults: Faults;
  /** An administrator's client, through memory. */
  readonly client: Client;
  /** Asks through memory, with or without a port. @param target path and query */
  request(target: string, request?: InProcessRequest): Promise<InProcessResponse>;
  /**
   * The whole state at this moment: objects, revisions, and where a `ManualClock` and a seeded source of randomness stand.
   * At once, however much it is. Only for the engine `memory`, as the next two.
   */
  snapshot(): Snapshot;
  /**
   * Makes the state of the snapshot the present one, as a restart on a backup would: watches end, requests under way fail,
   * and nobody can go on from a version of before, for the present one is later than all of them. With
   * `{ watches: "follow" }` nothing ends and nothing fails: what differs is added, modified and deleted at new versions.
   */
  restore(snapshot: Snapshot, options?: RestoreOptions): Promise<void>;
  /**
   * Starts another server on a copy of the present state, started as this one was, without its faults: with a port of its
   * own where this one has one, and a clock and source of randomness of its own where this one's are a test's.
   */
  fork(): Promise<RunningServer<C>>;
  /**
   * Waits for requests under way, for five seconds at most by the system's clock, ends watches, and closes the store. The
   * same as disposing.
   */
  close(): Promise<void>;
}

/** Starts a server; resolves when it is ready. */
export async function startServer<C extends Clock = Clock>(
  options: StartServerOptions & { readonly clock?: C } = {},
): Promise<RunningServer<C>> {
  const config = configOf(options);
  return await start(options, config, { store: await openStore(options.engine ?? "memory", config.vocabulary) });
}

function configOf({ vocabulary = "orch", flags = [] }: StartServerOptions): ServerConfig {
  return serverConfig("apiserver", [`--vocabulary=${vocabulary}`, ...flags], { cwd: "/" });
}

/** The state that a server begins with. */
interface Origin {
  readonly store: ServerStore;
  readonly caches?: ClusterSnapshot["caches"];
}

async function start<C extends Clock>(
  options: StartServerOptions & { readonly clock?: C },
  config: ServerConfig,
  { store, caches }: Origin,
): Promise<RunningServer<C>> {
  const { port, clock = systemClock, random = systemRandom, logger = silentLogger } = options;
  const { controllers: selected = controllersOfDeletion } = options;
  const wakes = options.controllers ? isWrite : isDeletion;
  const faults = new FaultInjection(clock, isControllerUser(config.vocabulary));
  let door: Door | undefined;
  let controllers: ClusterControllers | undefined;
  const settings = {
    ...config,
    clock,
    random,
    logger,
    checkLog: () => undefined,
    faults: faults.filter,
    serverAddress: () => door?.address ?? "",
    areControllersRunning: () => controllers?.areRunning === true,
    ...(options.bootstrap ? { bootstrap: { trust: () => door?.trust } } : {}),
  };
  const host = new ClusterHost(store, settings, caches);
  // They read everything there is: in a test that gives them nothing to do they are not started.
  const handle: Handle = (exchange) => {
    if (wakes(exchange)) controllers?.start();
    return host.handle(exchange);
  };
  try {
    if (port !== undefined) door = await openDoor(handle, port, { config, logger, clock });
    controllers = new ClusterControllers({
      config: { ...config.controllers, selected },
      ask: (target, request) => requestInProcess(host, target, request),
      vocabulary: config.vocabulary,
      clock,
      random,
      logger,
      metricRegistry: () => host.metricRegistry,
      rootCa: door?.ca ?? "",
      isEnabled: config.features.isEnabled,
    });
    await host.start();
  } catch (error) {
    await closeAll(host, door);
    throw error;
  }
  const fork = async (): Promise<RunningServer<C>> =>
    await start(forkOptions(options), config, forkOrigin(await host.settledSnapshot()));
  const { vocabulary } = config;
  return running({ host, handle, controllers, door, faults, clock: clock as C, vocabulary, fork });
}

/** What is the test's own becomes the fork's own. */
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

function forkOrigin({ state, caches }: ClusterSnapshot): Origin {
  return { store: ownStore(state.continue()), caches };
}

interface Started<C extends Clock> {
  readonly host: ClusterHost;
  readonly handle: Handle;
  readonly controllers: ClusterControllers;
  readonly door: Door | undefined;
  readonly faults: Faults;
  readonly clock: C;
  readonly vocabulary: VocabularyName;
  readonly fork: () => Promise<RunningServer<C>>;
}

function running<C extends Clock>(started: Started<C>): RunningServer<C> {
  const { host, handle, controllers, door, faults, clock, vocabulary, fork } = started;
  const request: RunningServer["request"] = (target, asked) => requestInProcess({ handle }, target, asked);
  const client = new Client({ transport: memoryTransport(request), vocabulary, retry: { clock } });
  const closeOnce = async (): Promise<void> => {
    await host.announceStop();
    // On a clock that stands still, requests that wait would never be done.
    faults.clear();
    await controllers.stop();
    await Promise.all([client.transport.close(), closeAll(host, door)]);
  };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= closeOnce();
    return closing;
  };
  const restore: RunningServer["restore"] = async (snapshot, options) => {
    // What they know is of a state that is not the cluster's any more, and what they have asked for is not to happen.
    controllers.abandon();
    await host.restore(snapshot, options);
  };
  return {
    url: door?.url ?? "",
    kubeconfig: door?.kubeconfig ?? "",
    caCertificate: door?.ca ?? "",
    clock,
    faults,
    client,
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
): Promise<ServerStore> {
  if (choice === "memory") return ownStore(openMemoryEngine());
  if ("lmdb" in choice) return ownStore(await openLmdb(choice.lmdb, vocabulary));
  return { engine: choice, isOwn: false, close: async () => undefined };
}

async function openLmdb(path: string, vocabulary: VocabularyName): Promise<Engine> {
  const { openLmdbEngine } = await import("../../storage/lmdb/index.ts");
  return await openLmdbEngine({ path, identity: { vocabulary } });
}

const controllersOfDeletion = [controllerNames.namespace.name, controllerNames.garbageCollector.name];

type Handle = (exchange: Exchange) => Promise<void>;

const isDeletion = ({ method }: Exchange): boolean => method === "DELETE";
const isWrite = ({ method }: Exchange): boolean => !["GET", "HEAD", "OPTIONS"].includes(method);

interface Door {
  /** `host:port` */
  readonly address: string;
  readonly url: string;
  readonly kubeconfig: string;
  /** What a client has to trust, in PEM. */
  readonly ca: string;
  readonly trust: AuthenticationTrust;
  drain(): void;
  close(): Promise<void>;
}

/** The parts that only a server with a port needs are loaded when there is one. */
async function openDoor(
  handle: Handle,
  port: number,
  { config, logger, clock }: { config: ServerConfig; logger: Logger; clock: Clock },
): Promise<Door> {
  const { vocabulary, listener: settings } = config;
  const [{ Listener }, { makePki }, { servingCredentials }, { transportLimits }] = await Promise.all([
    import("../../server/transport/index.ts"),
    import("../pki/make-pki.ts"),
    import("../pki/serving-credentials.ts"),
    import("../network/transport-limits.ts"),
  ]);
  const pki = await makePki({
    vocabulary,
    hostName: hostname(),
    clock: systemClock,
    isTimeless: clock !== systemClock,
  });
  const { ca, clientCa, certificate, key } = servingCredentials(settings, pki);
  const listener = new Listener({
    host: "127.0.0.1",
    port,
    cert: certificate,
    key,
    clientCa,
    minVersion: settings.tlsMinVersion,
    limits: transportLimits(settings.http2StreamsMax),
    logger,
    handle,
  });
  const address = `127.0.0.1:${await listenOrClose(listener)}`;
  const url = `https://${address}`;
  const { admin } = pki;
  const text = kubeconfig({ server: url, clusterName: vocabulary, userName: "admin", ca, ...admin });
  const trust = authenticationTrust({ clientCa }, pki);
  return { address, url, ca, trust, kubeconfig: text, drain: () => listener.drain(), close: () => listener.close() };
}

async function listenOrClose(listener: Listener): Promise<number> {
  try {
    return await listener.listen();
  } catch (error) {
    await listener.close();
    throw error;
  }
}

/** Closes what is there, also when a part fails to close. */
async function closeAll(host: ClusterHost, door: Door | undefined): Promise<void> {
  door?.drain();
  try {
    await host[Symbol.asyncDispose]();
  } finally {
    await door?.close();
  }
}
