/**
 * The cluster of an in-process server, and the store that it stands on. Restoring a state puts another cluster on another
 * store in its place, as a restart on a backup would; the server around it, with its port and its faults, stays. Where
 * watches are to follow, the cluster and the store stay too, and what differs is written.
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

/** What requests under way may take to end when the server closes. */
const closeTimeoutMs = 5000;

/** Where objects are kept. */
export interface ServerStore {
  readonly engine: Engine;
  /** The server has opened it, and may put another one in its place. */
  readonly isOwn: boolean;
  close(): Promise<void>;
}

/** The whole state of a server at one moment. */
export interface Snapshot {
  /** The newest revision of the state. */
  readonly revision: number;
}

export interface RestoreOptions {
  /**
   * What becomes of watches that are open. `end` (the default): they end, and the next one from a version of before is
   * answered with 410, as after a restart on a backup. `follow`: they go on, and see what differs as ordinary events.
   */
  readonly watches?: "end" | "follow";
}

/** What a snapshot holds. It does not change, and can be restored any number of times. */
export class ClusterSnapshot implements Snapshot {
  readonly state: MemoryState;
  /** What the caches held of it. */
  readonly caches: CachesContents;
  /** Of a clock that a test moves. */
  readonly nowMs: number | undefined;
  /** Of a seeded source of randomness. */
  readonly randomState: number | undefined;
  /** What the keys and objects of the state depend on. */
  readonly origin: string;

  constructor(state: MemoryState, caches: CachesContents, options: ClusterHostOptions) {
    const { clock, random, vocabulary, storage } = options;
    this.state = state;
    this.caches = caches;
    this.nowMs = clock instanceof ManualClock ? clock.nowMs() : undefined;
    this.randomState = isRepeatable(random) ? random.state : undefined;
    this.origin = originOf({ vocabulary, storage });
  }

  get revision(): number {
    return this.state.revision;
  }
}

export type ClusterHostOptions = Omit<ClusterOptions, "engine" | "caches">;

export class ClusterHost implements AsyncDisposable {
  readonly #options: ClusterHostOptions;
  #store: ServerStore;
  #cluster: Cluster;
  #restoring: Promise<void> | undefined;
  #disposed = false;

  /**
   * Takes over the store: disposing the host closes it.
   * @param caches what caches held of the state that the store has
   */
  constructor(store: ServerStore, options: ClusterHostOptions, caches: CachesContents = new Map()) {
    this.#options = options;
    this.#store = store;
    this.#cluster = composeCluster({ ...options, engine: store.engine, caches });
  }

  /** Where parts of the process that are not the server show what they count; another one after a state was restored. */
  get metricRegistry(): MetricRegistry {
    return this.#cluster.metricRegistry;
  }

  async start(): Promise<void> {
    await this.#cluster.start();
  }

  /** Handles one request; never rejects. Requests that come while a state is restored wait for it. */
  handle(exchange: Exchange): Promise<void> {
    if (!this.#restoring) return this.#cluster.handle(exchange);
    // Who has gone meanwhile does not wait for an effect.
    return this.#restored().then(() => (exchange.isClosed ? undefined : this.#cluster.handle(exchange)));
  }

  async announceStop(): Promise<void> {
    await this.#cluster.announceStop();
  }

  /**
   * The state of this moment, at once: the trees that hold it are copied on write.
   * @throws Error for a store that is not in memory, or while a state is restored
   */
  snapshot(): ClusterSnapshot {
    const engine = this.#memoryEngine();
    if (this.#restoring) throw new Error("no snapshot can be taken while a state is restored");
    const state = engine.state();
    return new ClusterSnapshot(state, this.#cluster.cacheContents(state.revision), this.#options);
  }

  /** As `snapshot`, after what is being restored. */
  async settledSnapshot(): Promise<ClusterSnapshot> {
    await this.#restored();
    return this.snapshot();
  }

  /**
   * Resolves when the state is there. Unless watches follow, requests under way fail where they need the store.
   * @throws Error for a store that is not in memory; TypeError for a snapshot that does not fit, or an unknown option
   */
  async restore(snapshot: Snapshot, { watches = "end" }: RestoreOptions = {}): Promise<void> {
    this.#memoryEngine();
    const fitting = this.#checkFit(snapshot);
    checkWatches(watches);
    while (this.#restoring) await this.#restored();
    const engine = this.#memoryEngine();
    this.#restoring = watches === "follow" ? this.#writeBack(engine, fitting) : this.#replace(engine, fitting);
    try {
      await this.#restoring;
    } finally {
      this.#restoring = undefined;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    await this.#restored();
    const late = new AbortController();
    // Of the system's time: on a clock that stands still, a request would wait for ever.
    using _timer = systemClock.after(closeTimeoutMs, () => late.abort());
    try {
      await this.#cluster.close(late.signal);
    } finally {
      await this.#store.close();
    }
  }

  async #restored(): Promise<void> {
    // Whoever restores hears of a failure; what was there before answers everybody else.
    await this.#restoring?.catch(() => undefined);
  }

  async #replace(engine: MemoryEngine, snapshot: ClusterSnapshot): Promise<void> {
    const { state, caches } = snapshot;
    await this.#cluster.abandon();
    await this.#store.close();
    // Only now is it known how far clients can have come.
    const restored = state.reappear(engine.revision);
    this.#turnBackClock(snapshot);
    this.#store = ownStore(restored);
    this.#cluster = composeCluster({ ...this.#options, engine: restored, caches });
    await this.#cluster.start();
    this.#resumeRandom(snapshot);
  }

  async #writeBack(engine: MemoryEngine, snapshot: ClusterSnapshot): Promise<void> {
    await engine.writeBack(snapshot.state, areSameObject);
    await this.#cluster.caughtUp();
    this.#turnBackClock(snapshot);
    this.#resumeRandom(snapshot);
  }

  #turnBackClock({ nowMs }: ClusterSnapshot): void {
    const { clock } = this.#options;
    if (nowMs !== undefined && clock instanceof ManualClock) clock.setNowMs(nowMs);
  }

  #resumeRandom({ randomState }: ClusterSnapshot): void {
    const { random } = this.#options;
    if (randomState !== undefined && isRepeatable(random)) random.resume(randomState);
  }

  #memoryEngine(): MemoryEngine {
    if (this.#disposed) throw new Error("the server is closed");
    const { engine, isOwn } = this.#store;
    if (isOwn && engine instanceof MemoryEngine) return engine;
    throw new Error('snapshots, restoring and forking need the engine "memory", opened by the server');
  }

  #checkFit(snapshot: Snapshot): ClusterSnapshot {
    if (!(snapshot instanceof ClusterSnapshot)) throw new TypeError("this is no snapshot of a server");
    const origin = originOf(this.#options);
    if (snapshot.origin === origin) return snapshot;
    throw new TypeError(`a snapshot of a server with ${snapshot.origin} cannot be restored in one with ${origin}`);
  }
}

/** A store that the server has opened. */
export function ownStore(engine: Engine): ServerStore {
  const close = async (): Promise<void> => {
    await engine[Symbol.asyncDispose]();
  };
  return { engine, isOwn: true, close };
}

function originOf({ vocabulary, storage }: Pick<ClusterHostOptions, "vocabulary" | "storage">): string {
  return `--vocabulary=${vocabulary} --etcd-prefix=${storage.keyPrefix || "/"}`;
}

function checkWatches(watches: unknown): void {
  if (watches === "end" || watches === "follow") return;
  throw new TypeError(`watches can "end" or "follow" a restored state, not ${JSON.stringify(watches)}`);
}
