/**
 * The cluster of an in-process server, with its store. To restore a snapshot, it normally starts a new cluster on a new
 * store, like a restart from a backup. The server around it keeps its port and its faults. If watches are to continue,
 * the cluster and the store stay, and the differences are written as changes.
 */
import { systemClock } from "../../base/clock.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import { isRepeatable } from "../../base/random.ts";
import { areSameObject } from "../../registry/index.ts";
import type { Exchange } from "../../server/index.ts";
import { type Engine, MemoryEngine, type MemoryState } from "../../storage/index.ts";
import type { Cluster } from "../cluster/cluster.ts";
import type { CachesContents, ClusterOptions } from "../cluster/cluster-options.ts";
import { composeCluster } from "../cluster/compose-cluster.ts";

/** Longest wait for requests in progress when the server closes. */
const closeTimeoutMs = 5000;

/** An open store, and how to close it. */
export interface ServerStore {
  readonly engine: Engine;
  /** Whether the server has opened the store, and may replace it with another one. */
  readonly isOpenedByServer: boolean;
  close(): Promise<void>;
}

/** The whole state of a server at one moment. */
export interface Snapshot {
  /** Newest revision of the state. */
  readonly revision: number;
}

/** Options of `RunningServer.restore`. */
export interface RestoreOptions {
  /**
   * Handling of open watches. `end`, the default, ends them; a watch from an older revision then gets a 410, as after a
   * restart from a backup. `follow` keeps them open, and they receive the differences as normal events.
   */
  readonly watches?: "end" | "follow";
}

/** Contents of a snapshot. They never change, and can be restored any number of times. */
export class ClusterSnapshot implements Snapshot {
  readonly state: MemoryState;
  /** Contents of the caches for this state. */
  readonly caches: CachesContents;
  /** Time of the clock. Undefined if it is not a manual clock. */
  readonly nowMs: number | undefined;
  /** State of the random source. Undefined if it has no seed. */
  readonly randomState: number | undefined;
  /** Options on which keys and objects of the state depend. A snapshot fits only servers with the same options. */
  readonly origin: string;

  constructor(state: MemoryState, caches: CachesContents, options: ClusterHostOptions) {
    const { clock, random, vocabulary, storage } = options;
    this.state = state;
    this.caches = caches;
    this.nowMs = clock instanceof ManualClock ? clock.nowMs() : undefined;
    this.randomState = isRepeatable(random) ? random.state : undefined;
    this.origin = snapshotOrigin({ vocabulary, storage });
  }

  get revision(): number {
    return this.state.revision;
  }
}

/** Options of the clusters that the host starts. */
export interface ClusterHostOptions extends Omit<ClusterOptions, "engine" | "caches"> {
  /** Adds metrics of the server to the registry of a cluster that has started. */
  readonly addServerMetrics?: (registry: MetricRegistry) => void;
}

/** Runs a cluster, and replaces it when a snapshot is restored. */
export class ClusterHost implements AsyncDisposable {
  readonly #options: ClusterHostOptions;
  #store: ServerStore;
  #cluster: Cluster;
  #restoring: Promise<void> | undefined;
  #disposed = false;

  /**
   * Takes ownership of the store: disposing the host closes it.
   * @param caches contents of caches for the state of the store
   */
  constructor(store: ServerStore, options: ClusterHostOptions, caches: CachesContents = new Map()) {
    this.#options = options;
    this.#store = store;
    this.#cluster = this.#compose(store.engine, caches);
  }

  /** Metric registry of the present cluster. It changes when a snapshot is restored. */
  get metricRegistry(): MetricRegistry {
    return this.#cluster.metricRegistry;
  }

  /** Signs a token of a service account with any claims. */
  async signAccountToken(claims: Readonly<Record<string, unknown>>): Promise<string> {
    return await this.#cluster.signAccountToken(claims);
  }

  /** Starts the cluster. Resolves when it is ready. */
  async start(): Promise<void> {
    await this.#cluster.start();
    this.#options.addServerMetrics?.(this.#cluster.metricRegistry);
  }

  /** Handles one request; never rejects. Requests wait while a snapshot is being restored. */
  handle(exchange: Exchange): Promise<void> {
    if (!this.#restoring) return this.#cluster.handle(exchange);
    // A request whose client has left in the meantime must have no effect.
    return this.#restoreFinished().then(() => (exchange.isClosed ? undefined : this.#cluster.handle(exchange)));
  }

  /** Reports from now on that the server is not ready. Resolves after the configured shutdown delay. */
  async announceStop(): Promise<void> {
    await this.#cluster.announceStop();
  }

  /**
   * Returns the present state. Nothing is copied, because the trees that hold the state are copied on write.
   * @throws Error if the store is not in memory, or a snapshot is being restored
   */
  snapshot(): ClusterSnapshot {
    const engine = this.#memoryEngine();
    if (this.#restoring) throw new Error("no snapshot can be taken while a state is restored");
    const state = engine.state();
    return new ClusterSnapshot(state, this.#cluster.cacheContents(state.revision), this.#options);
  }

  /** Waits for a restore in progress, then returns the state as `snapshot` does. */
  async snapshotAfterRestore(): Promise<ClusterSnapshot> {
    await this.#restoreFinished();
    return this.snapshot();
  }

  /**
   * Restores a snapshot. Unless watches follow, requests in progress that need the store fail.
   * @throws Error if the store is not in memory; TypeError if the snapshot does not fit, or an option is unknown
   */
  async restore(snapshot: Snapshot, { watches = "end" }: RestoreOptions = {}): Promise<void> {
    this.#memoryEngine();
    const checkedSnapshot = this.#checkFit(snapshot);
    checkWatches(watches);
    while (this.#restoring) await this.#restoreFinished();
    const engine = this.#memoryEngine();
    this.#restoring =
      watches === "follow"
        ? this.#writeDifferences(engine, checkedSnapshot)
        : this.#restartFromSnapshot(engine, checkedSnapshot);
    try {
      await this.#restoring;
    } finally {
      this.#restoring = undefined;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    await this.#restoreFinished();
    const timeout = new AbortController();
    // Uses the system's clock, because a request on a manual clock might never end.
    using _timer = systemClock.after(closeTimeoutMs, () => timeout.abort());
    try {
      await this.#cluster.close(timeout.signal);
    } finally {
      await this.#store.close();
    }
  }

  #compose(engine: Engine, caches: CachesContents): Cluster {
    const { runningEncryption: encryption } = this.#options;
    const encrypted = encryption?.encrypt(engine) ?? engine;
    return composeCluster({ ...this.#options, engine: encrypted, backupEngine: engine, caches });
  }

  async #restoreFinished(): Promise<void> {
    // The caller of `restore` gets the error. Other callers continue with the previous state.
    await this.#restoring?.catch(() => undefined);
  }

  async #restartFromSnapshot(engine: MemoryEngine, snapshot: ClusterSnapshot): Promise<void> {
    const { state, caches } = snapshot;
    await this.#cluster.abandon();
    await this.#store.close();
    // The old cluster has stopped, so this is the last revision that clients can have seen.
    const restored = state.reappear(engine.revision, { clock: this.#options.clock });
    this.#restoreClock(snapshot);
    this.#store = openedStore(restored);
    this.#cluster = this.#compose(restored, caches);
    await this.start();
    this.#restoreRandom(snapshot);
  }

  async #writeDifferences(engine: MemoryEngine, snapshot: ClusterSnapshot): Promise<void> {
    await engine.writeBack(snapshot.state, areSameObject);
    await this.#cluster.waitForCaches();
    this.#restoreClock(snapshot);
    this.#restoreRandom(snapshot);
  }

  #restoreClock({ nowMs }: ClusterSnapshot): void {
    const { clock } = this.#options;
    if (nowMs !== undefined && clock instanceof ManualClock) clock.setNowMs(nowMs);
  }

  #restoreRandom({ randomState }: ClusterSnapshot): void {
    const { random } = this.#options;
    if (randomState !== undefined && isRepeatable(random)) random.resume(randomState);
  }

  #memoryEngine(): MemoryEngine {
    if (this.#disposed) throw new Error("the server is closed");
    const { engine, isOpenedByServer } = this.#store;
    if (isOpenedByServer && engine instanceof MemoryEngine) return engine;
    throw new Error('snapshots, restoring and forking need the engine "memory", opened by the server');
  }

  #checkFit(snapshot: Snapshot): ClusterSnapshot {
    if (!(snapshot instanceof ClusterSnapshot)) throw new TypeError("the value is not a snapshot of a server");
    const origin = snapshotOrigin(this.#options);
    if (snapshot.origin === origin) return snapshot;
    throw new TypeError(`a snapshot of a server with ${snapshot.origin} cannot be restored in one with ${origin}`);
  }
}

/** Returns a store that the server opened itself, and closes. */
export function openedStore(engine: Engine): ServerStore {
  const close = async (): Promise<void> => {
    await engine[Symbol.asyncDispose]();
  };
  return { engine, isOpenedByServer: true, close };
}

function snapshotOrigin({ vocabulary, storage }: Pick<ClusterHostOptions, "vocabulary" | "storage">): string {
  return `--vocabulary=${vocabulary} --etcd-prefix=${storage.keyPrefix || "/"}`;
}

function checkWatches(watches: unknown): void {
  if (watches === "end" || watches === "follow") return;
  throw new TypeError(`watches can "end" or "follow" a restored state, not ${JSON.stringify(watches)}`);
}
