/**
 * The watch cache of one resource: its objects in a copy-on-write tree, its recent events in a ring, and its watchers.
 * It is loaded from the engine with the first list or watch, or after some reads of single objects, and then updated by the
 * change feed. The engine reports changes only when they are durable, so everything that the cache shows is durable.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { assert } from "../base/assert.ts";
import type { Clock } from "../base/clock.ts";
import { type Change, StorageError } from "../storage/index.ts";
import { CacheEvent } from "./cache-event.ts";
import type { CachedObject } from "./cached-object.ts";
import type { ChangeFeed, FeedListener } from "./change-feed.ts";
import { EngineObjects } from "./engine-objects.ts";
import { EventRing, type RingLimits } from "./event-ring.ts";
import type { ObjectFormat } from "./object-format.ts";
import { ObjectTree, type ObjectView } from "./object-tree.ts";
import { PastObjects } from "./past-objects.ts";
import { Snapshots } from "./snapshots.ts";
import { type Watch, WatchHub, type WatchRequest } from "./watch-hub.ts";

/** Limits of one cache. */
export interface CacheLimits {
  readonly ring: RingLimits;
  /** Maximum number of states that are kept for lists in chunks. */
  readonly snapshotsMax: number;
  /** How long these states are kept. Older ones are computed from the ring or read from the engine. */
  readonly snapshotAgeMaxMs: number;
  /** Maximum total of entries in computed and read states. */
  readonly snapshotEntriesMax: number;
  /** How long a read waits for a revision that the cache does not have yet. */
  readonly revisionWaitMs: number;
}

/** The limits of a cache whose options have none. */
export const defaultCacheLimits: CacheLimits = {
  ring: { bytesMax: 16 * 1024 * 1024, eventsMax: 100_000, oldEventsMax: 100 },
  snapshotsMax: 64,
  snapshotAgeMaxMs: 5 * 60_000,
  snapshotEntriesMax: 1_000_000,
  revisionWaitMs: 3000,
};

/** The resource that a ResourceCache holds, and where its changes come from. */
export interface ResourceCacheOptions {
  readonly feed: ChangeFeed;
  /** The prefix of the resource's keys, relative to the feed's prefix, with a slash at its end: `pods/`. */
  readonly prefix: string;
  readonly format: ObjectFormat;
  readonly clock: Clock;
  readonly limits?: CacheLimits;
}

/** The state of the resource at one revision. */
export interface ResourceSnapshot {
  readonly revision: number;
  readonly objects: ObjectView;
}

/** All objects of a resource, from which another cache of the same resource can start. */
export type CacheContents = Pick<ObjectTree, "copy">;

/** Number of single objects that are read from the engine before a cache loads all objects. */
const directReadsMax = 100;
/** Number of events that are undone before other work runs. */
const undoneEventsPerTurn = 1000;
/** Longer than any watch lasts. A watch waits for its start revision without a limit. */
const unlimitedWaitMs = 2 ** 31;

/** The watch cache of one resource. */
export class ResourceCache implements FeedListener {
  readonly format: ObjectFormat;
  readonly #feed: ChangeFeed;
  readonly #prefix: string;
  readonly #limits: CacheLimits;
  readonly #stored: EngineObjects;
  readonly #snapshots: Snapshots;
  /** Earlier states, also those before the compacted revision. */
  readonly past: PastObjects;
  readonly #hub: WatchHub;
  /** Earlier states that are being computed, by revision. */
  readonly #pendingStates = new Map<number, Promise<ObjectView>>();
  #loading: Promise<void> | undefined;
  #loaded = false;
  /** Number of objects that `read` has read from the engine. */
  #directReads = 0;
  #loadedRevision = 0;
  /** How often the feed was interrupted. */
  #interruptions = 0;
  #tree = ObjectTree.empty();
  #ring: EventRing;
  /** Changes that the feed delivered while the cache was loading. */
  #changesWhileLoading: Change[] = [];

  constructor(options: ResourceCacheOptions) {
    const { feed, prefix, format, clock, limits = defaultCacheLimits } = options;
    this.#feed = feed;
    this.#prefix = prefix;
    this.format = format;
    this.#limits = limits;
    this.#stored = new EngineObjects(feed.engine, this.fullKey(""), format, feed.heldBytes);
    this.past = new PastObjects(feed.engine, this.#stored, (key) => this.fullKey(key));
    this.#ring = new EventRing(0, limits.ring);
    this.#snapshots = new Snapshots(clock, {
      countMax: limits.snapshotsMax,
      ageMaxMs: limits.snapshotAgeMaxMs,
      unsharedEntriesMax: limits.snapshotEntriesMax,
    });
    this.#hub = new WatchHub({
      format,
      ring: () => this.#ring,
      revision: () => this.revision,
      reach: (revision, signal) => this.reach(revision, unlimitedWaitMs, signal),
      history: (after, signal) => this.#stored.follow(after, signal),
    });
  }

  /** The cache shows all changes up to this revision. */
  get revision(): number {
    return Math.max(this.#feed.revision, this.#loadedRevision);
  }

  /** The number of objects. Undefined while the cache is not loaded. */
  get objectCount(): number | undefined {
    return this.#loaded ? this.#tree.size : undefined;
  }

  /** Returns the full keys of the objects that cannot be read. Empty while the cache is not loaded. */
  unreadableKeys(): readonly string[] {
    return Array.from(this.#tree.unreadableKeys, (key) => this.fullKey(key));
  }

  get watcherCount(): number {
    return this.#hub.watcherCount;
  }

  /**
   * Returns all objects at `revision`. Undefined if the cache is not loaded, or has another revision. Later writes do
   * not change the result.
   */
  contentsAt(revision: number): CacheContents | undefined {
    return this.#loaded && this.revision === revision ? this.#tree.copy() : undefined;
  }

  /**
   * Starts with the objects of another cache instead of loading them. They must be the objects that the engine has at
   * present.
   */
  startWith(contents: CacheContents): void {
    assert(!this.#loaded && !this.#loading, `${this.#prefix} is loaded already`);
    this.#feed.listen(this.#prefix, this);
    this.#install(contents.copy(), this.#feed.revision);
  }

  /**
   * Returns one object in its newest state. If the cache is not loaded, it reads only this object from the engine, so that a
   * server with many objects responds soon after its start. After some such reads, it loads all objects.
   * @throws StorageError
   */
  async read(key: string): Promise<CachedObject | undefined> {
    if (this.isLoaded || this.#directReads >= directReadsMax) {
      await this.current();
      return this.get(key);
    }
    this.#directReads++;
    const { engine } = this.#feed;
    // Without this call, the engine of a worker process could read an older state.
    await engine.progress();
    const entry = await engine.get(this.fullKey(key));
    return entry && this.#stored.object(entry);
  }

  /** Whether `get` shows stored objects without a call of `ready` before. */
  get isLoaded(): boolean {
    return this.#loaded;
  }

  /** Loads the cache if it is not loaded. */
  async ready(): Promise<void> {
    if (this.#loaded) return;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  }

  /** Makes the cache show every write that any client knew of before the call. */
  async current(): Promise<void> {
    const revision = await this.#feed.engine.progress();
    if (!this.#isLoadedTo(revision)) await this.#waitFor(revision, this.#limits.revisionWaitMs);
  }

  /**
   * Makes the cache show at least `revision`.
   * @param waitMs default: the cache's limit
   * @throws StorageError `future-revision` if the revision does not arrive in time
   */
  async reach(revision: number, waitMs = this.#limits.revisionWaitMs, signal?: AbortSignal): Promise<void> {
    await this.ready();
    if (this.#isLoadedTo(revision)) return;
    // The feed reports a revision without changes below its prefix only after a call of `progress`.
    await this.#feed.engine.progress();
    await this.#waitFor(revision, waitMs, signal);
  }

  async #waitFor(revision: number, waitMs: number, signal?: AbortSignal): Promise<void> {
    await this.ready();
    if (this.#isLoadedTo(revision)) return;
    await this.#feed.waitFor(revision, waitMs, signal);
    await this.ready();
  }

  #isLoadedTo(revision: number): boolean {
    return this.#loaded && revision <= this.revision;
  }

  /** Returns an object as the cache has it. Call `ready`, `current` or `reach` before. */
  get(key: string): CachedObject | undefined {
    return this.#tree.get(key);
  }

  /**
   * Returns the present state. Later writes do not change it.
   * @param _prefix beginning of the keys that the caller reads, so that a cache without objects loads no others
   */
  snapshot(_prefix = ""): ResourceSnapshot {
    return { revision: this.revision, objects: this.#tree.copy() };
  }

  /** Keeps a state, so that a later `snapshotAt` of its revision is fast. */
  keepSnapshot(snapshot: ResourceSnapshot): void {
    this.#snapshots.keep(snapshot.revision, snapshot.objects);
  }

  /**
   * Returns the state at `revision`. It was kept, or is computed from the ring or read from the engine.
   * @throws StorageError `compacted` or `future-revision`
   */
  async snapshotAt(revision: number): Promise<ResourceSnapshot> {
    await this.reach(revision);
    const { compactedRevision } = this.#feed.engine;
    if (revision < compactedRevision) {
      throw new StorageError("compacted", `revision ${revision} is no longer kept`, { revision: compactedRevision });
    }
    if (revision === this.revision) return this.snapshot();
    return { revision, objects: this.#snapshots.at(revision) ?? (await this.#earlierState(revision)) };
  }

  /**
   * Returns the state at `revision`, also before the compacted revision if the engine keeps it.
   * @throws StorageError `compacted` or `future-revision`
   */
  async pastSnapshot(revision: number): Promise<ResourceSnapshot> {
    await this.ready();
    const kept = this.#snapshots.at(revision);
    if (kept) return { revision, objects: kept };
    const { tree } = await this.#feed.runLoad(() => this.#stored.readAll(revision, this.#tree, true));
    this.#snapshots.keep(revision, tree, tree.size);
    return { revision, objects: tree };
  }

  /**
   * Starts a watch. Errors such as `compacted` are passed to the sink. A request may have waited for the store while the server
   * stopped. Its watch ends at once, because nothing else would end it.
   */
  watch(request: WatchRequest): Watch {
    const watch = this.#hub.watch(request);
    if (this.#feed.isStopped) this.endWatches();
    return watch;
  }

  /** The oldest revision after which a watch can start. */
  get oldestRevision(): number {
    return Math.min(this.#ring.floor, this.#feed.engine.compactedRevision);
  }

  /** Whether a watch can start after `revision`. */
  canWatchAfter(revision: number): boolean {
    return revision >= this.oldestRevision;
  }

  onChanges(changes: readonly Change[]): void {
    if (this.#loaded) this.#apply(changes);
    else this.#changesWhileLoading.push(...changes);
  }

  onInterrupted(): void {
    this.#interruptions++;
    this.#loaded = false;
    this.#changesWhileLoading = [];
    removeFromCache(this.#tree);
    this.#tree = ObjectTree.empty();
    this.#snapshots.clear();
    this.endWatches();
    this.#feed.unlisten(this.#prefix, this);
  }

  /** Ends all watches. Their clients can resume them at the last revision. */
  endWatches(): void {
    this.#hub.endAll({ reason: "interrupted" });
  }

  onCompacted(revision: number): void {
    this.#ring.removeOld(revision);
  }

  /** Returns `key` with the resource before it, but without the common prefix of all keys. */
  pathOf(key: string): string {
    return `/${this.#prefix}${key}`;
  }

  /** Returns the engine's key of `key`. */
  fullKey(key: string): string {
    return this.#feed.fullKey(this.#prefix, key);
  }

  /**
   * Loads all objects. Starts again if the feed is interrupted meanwhile, because the changes of the gap would be
   * missing.
   */
  async #load(): Promise<void> {
    while (!this.#loaded) {
      const interruptions = this.#interruptions;
      const isCurrent = (): boolean => interruptions === this.#interruptions;
      this.#feed.listen(this.#prefix, this);
      try {
        const { tree, revision } = await this.#feed.runLoad(() => this.#stored.readAll());
        if (isCurrent()) this.#install(tree, revision);
        else removeFromCache(tree);
      } catch (error) {
        if (isCurrent()) this.#feed.unlisten(this.#prefix, this);
        this.#changesWhileLoading = [];
        throw error;
      }
    }
  }

  #install(tree: ObjectTree, revision: number): void {
    this.#tree = tree;
    this.#loadedRevision = revision;
    this.#ring = new EventRing(revision, this.#limits.ring);
    this.#loaded = true;
    this.#apply(this.#changesWhileLoading.splice(0));
  }

  #apply(changes: readonly Change[]): void {
    const events: CacheEvent[] = [];
    for (const change of changes) {
      // The loaded state may be newer than the feed's next changes.
      const event = change.revision > this.#loadedRevision ? this.#applyOne(change) : undefined;
      if (event) events.push(event);
    }
    if (events.length > 0) this.#hub.dispatch(events);
  }

  #applyOne(change: Change): CacheEvent | undefined {
    const key = this.#stored.keyOf(change);
    const previous = this.#tree.get(key);
    if (previous) this.#stored.becomeHistory(previous, change);
    const object = change.value && this.#stored.newestObject({ ...change, value: change.value });
    if (object) this.#tree.set(object);
    else this.#tree.delete(key);
    if (!object && !previous) return undefined;
    const event = new CacheEvent({ revision: change.revision, object, previous });
    this.#ring.add(event);
    return event;
  }

  /** Returns an earlier state. Concurrent calls for the same revision share one computation. */
  #earlierState(revision: number): Promise<ObjectView> {
    let pending = this.#pendingStates.get(revision);
    if (!pending) {
      pending = this.#computeEarlierState(revision).finally(() => this.#pendingStates.delete(revision));
      this.#pendingStates.set(revision, pending);
    }
    return pending;
  }

  async #computeEarlierState(revision: number): Promise<ObjectView> {
    if (revision >= this.#ring.floor) return await this.#undoEvents(revision);
    const { tree } = await this.#feed.runLoad(() => this.#stored.readAll(revision, this.#tree));
    this.#snapshots.keep(revision, tree, tree.size);
    return tree;
  }

  /** Undoes the events after `revision` on a copy of the present state, the newest event first. */
  async #undoEvents(revision: number): Promise<ObjectView> {
    const events = [...this.#ring.after(revision)].toReversed();
    const tree = this.#tree.copy();
    for (const [index, { key, previous }] of events.entries()) {
      if (index > 0 && index % undoneEventsPerTurn === 0) await nextTurn();
      if (previous) tree.set(previous);
      else tree.delete(key);
    }
    this.#snapshots.keep(revision, tree, events.length);
    return tree;
  }
}

function removeFromCache(tree: ObjectTree): void {
  for (const object of tree.iterate("")) object.leaveCache();
}
