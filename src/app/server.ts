/**
 * `orch/server`: a whole API server inside a test or an application, with real semantics. Any number of them live side by
 * side in one process.
 *
 *     await using server = await startServer();
 *     const answer = await server.request("/api/v1/namespaces");
 *     const namespaces = await answer.json();
 */
import { hostname } from "node:os";
import { type Clock, systemClock } from "../base/clock.ts";
import { type Logger, silentLogger } from "../base/logger.ts";
import { type Random, systemRandom } from "../base/random.ts";
import type { VocabularyName } from "../meta/vocabulary.ts";
import { FaultInjection, type Faults } from "../server/index.ts";
import type { Listener } from "../server/transport/index.ts";
import { type Engine, openMemoryEngine } from "../storage/index.ts";
import { Cluster } from "./cluster.ts";
import { type ServerConfig, serverConfig } from "./config.ts";
import { type InProcessRequest, type InProcessResponse, requestInProcess } from "./in-process-client.ts";
import { kubeconfig } from "./kubeconfig.ts";

export { seededRandom } from "../base/random.ts";
export type { Fault, FaultCode, FaultOrder, Faults } from "../server/index.ts";
export type { Engine } from "../storage/index.ts";
export type { InProcessRequest, InProcessResponse, InProcessUser } from "./in-process-client.ts";
export { ManualClock } from "./manual-clock.ts";

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
  /** Asks through memory, with or without a port. @param target path and query */
  request(target: string, request?: InProcessRequest): Promise<InProcessResponse>;
  /** Waits for requests under way, ends watches, and closes the store. The same as disposing. */
  close(): Promise<void>;
}

/** Starts a server; resolves when it is ready. */
export async function startServer<C extends Clock = Clock>(
  options: StartServerOptions & { readonly clock?: C } = {},
): Promise<RunningServer<C>> {
  const { vocabulary = "orch", clock = systemClock, random = systemRandom, logger = silentLogger } = options;
  const flags = [`--vocabulary=${vocabulary}`, ...(options.flags ?? [])];
  const config = serverConfig("apiserver", flags, { cwd: "/" });
  const store = await openStore(options.engine ?? "memory", vocabulary);
  const parts: Parts = { store };
  try {
    const faults = new FaultInjection(clock);
    const cluster = new Cluster({
      ...config,
      engine: store.engine,
      clock,
      random,
      logger,
      checkLog: () => undefined,
      faults: faults.filter,
    });
    parts.cluster = cluster;
    if (options.port !== undefined) parts.door = await openDoor(cluster, options.port, config, logger);
    await cluster.start();
    return running({ ...parts, cluster, faults, clock: clock as C });
  } catch (error) {
    await closeAll(parts);
    throw error;
  }
}

interface Started<C extends Clock> extends Parts {
  readonly cluster: Cluster;
  readonly faults: Faults;
  readonly clock: C;
}

function running<C extends Clock>(started: Started<C>): RunningServer<C> {
  const { cluster, faults, clock, door } = started;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= cluster.announceStop().then(() => {
      // On a clock that stands still, requests that wait would never be done.
      faults.clear();
      return closeAll(started);
    });
    return closing;
  };
  return {
    url: door?.url ?? "",
    kubeconfig: door?.kubeconfig ?? "",
    caCertificate: door?.ca ?? "",
    clock,
    faults,
    request: (target, request) => requestInProcess(cluster, target, request),
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Store {
  readonly engine: Engine;
  close(): Promise<void>;
}

async function openStore(
  choice: NonNullable<StartServerOptions["engine"]>,
  vocabulary: VocabularyName,
): Promise<Store> {
  if (typeof choice === "object" && !("lmdb" in choice)) return { engine: choice, close: async () => undefined };
  const engine = choice === "memory" ? openMemoryEngine() : await openLmdb(choice.lmdb, vocabulary);
  const close = async (): Promise<void> => {
    await engine[Symbol.asyncDispose]();
  };
  return { engine, close };
}

async function openLmdb(path: string, vocabulary: VocabularyName): Promise<Engine> {
  const { openLmdbEngine } = await import("../storage/lmdb/index.ts");
  return await openLmdbEngine({ path, identity: { vocabulary } });
}

interface Door {
  readonly url: string;
  readonly kubeconfig: string;
  /** What a client has to trust, in PEM. */
  readonly ca: string;
  drain(): void;
  close(): Promise<void>;
}

/** What has been started so far. */
interface Parts {
  readonly store: Store;
  cluster?: Cluster;
  door?: Door;
}

/** The parts that only a server with a port needs are loaded when there is one. */
async function openDoor(cluster: Cluster, port: number, config: ServerConfig, logger: Logger): Promise<Door> {
  const { vocabulary, listener: settings } = config;
  const [{ Listener }, { makePki }, { servingCredentials }, { transportLimits }] = await Promise.all([
    import("../server/transport/index.ts"),
    import("./pki/make-pki.ts"),
    import("./serving-credentials.ts"),
    import("./transport-limits.ts"),
  ]);
  const pki = await makePki({ vocabulary, hostName: hostname(), clock: systemClock });
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
    handle: (exchange) => cluster.handle(exchange),
  });
  cluster.serverAddress = `127.0.0.1:${await listenOrClose(listener)}`;
  const url = `https://${cluster.serverAddress}`;
  const { admin } = pki;
  const text = kubeconfig({ server: url, clusterName: vocabulary, userName: "admin", ca, ...admin });
  return { url, ca, kubeconfig: text, drain: () => listener.drain(), close: () => listener.close() };
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
async function closeAll({ cluster, store, door }: Parts): Promise<void> {
  door?.drain();
  try {
    await cluster?.[Symbol.asyncDispose]();
  } finally {
    await door?.close();
    await store.close();
  }
}
