/**
 * The watch cache of one resource: its objects in a copy-on-write tree, its recent events in a ring, its watchers.
 * Loaded from the engine when it is first used, then kept current by the change feed. What it shows is durable, because
 * the engine delivers nothing else.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { assert } from "../base/assert.ts";
import type { Clock } from "../base/clock.ts";
import { type Change, StorageError } from "../storage/index.ts";
import { CacheEvent } from "./cache-event.ts";
import type { CachedObject, ObjectFormat } from "./cached-object.ts";
import type { ChangeFeed, FeedListener } from "./change-feed.ts";
import { EngineObjects } from "./engine-objects.ts";
import { EventRing, type RingLimits } from "./event-ring.ts";
import { ObjectTree, type ObjectView } from "./object-tree.ts";
import { Snapshots } from "./snapshots.ts";
import { type Watch, WatchHub, type WatchRequest } from "./watch-hub.ts";

export interface CacheLimits {
  readonly ring: RingLimits;
  /** States kept for listings in chunks. */
  readonly snapshotsMax: number;
  /** How long they are kept; what is older is computed from the ring or read from the engine. */
  readonly snapshotAgeMaxMs: number;
  /** Entries that those computed or read may have together. */
  readonly snapshotEntriesMax: number;
  /** How long a read waits for a revision that has not come. */
  readonly revisionWaitMs: number;
}

export const defaultCacheLimits: CacheLimits = {
  ring: { bytesMax: 16 * 1024 * 1024, eventsMax: 100_000, oldEventsMax: 100 },
  snapshotsMax: 64,
  snapshotAgeMaxMs: 5 * 60_000,
  snapshotEntriesMax: 1_000_000,
  revisionWaitMs: 3000,
};

export interface ResourceCacheOptions {
  readonly feed: ChangeFeed;
  /** Below the feed's prefix, with the slash at its end: `pods/`. */
  readonly prefix: string;
  readonly format: ObjectFormat;
  readonly clock: Clock;
  readonly limits?: CacheLimits;
}

/** One state of the resource. */
export interface Snapshot {
  readonly revision: number;
  readonly objects: ObjectView;
}

/** Every object of a resource, for a cache of the same resource to begin with. */
export type CacheContents = Pick<ObjectTree, "copy">;

/** Events that are taken back before other work gets its turn. */
const undoneEventsPerTurn = 1000;
/** A watch waits for a revision as long as it lasts. */
const foreverMs = 2 ** 31;

export class ResourceCache implements FeedListener {
  readonly format: ObjectFormat;
  readonly #feed: ChangeFeed;
  readonly #prefix: string;
  readonly #limits: CacheLimits;
  readonly #stored: EngineObjects;
  readonly #snapshots: Snapshots;
  readonly #hub: WatchHub;
  /** Former states that are being made. */
  readonly #underway = new Map<number, Promise<ObjectView>>();
  #loading: Promise<void> | undefined;
  #loaded = false;
  #loadedRevision = 0;
  /** How often the feed was interrupted. */
  #interruptions = 0;
  #tree = new ObjectTree();
  #ring: EventRing;
  /** What the feed delivered while the cache was loading. */
  #early: Change[] = [];

  constructor(options: ResourceCacheOptions) {
    const { feed, prefix, format, clock, limits = defaultCacheLimits } = options;
    this.#feed = feed;
    this.#prefix = prefix;
    this.format = format;
    this.#limits = limits;
    this.#stored = new EngineObjects(feed.engine, this.fullKey(""), format);
    this.#ring = new EventRing(0, limits.ring);
    this.#snapshots = new Snapshots(clock, {
      countMax: limits.snapshotsMax,
      ageMaxMs: limits.snapshotAgeMaxMs,
      ownEntriesMax: limits.snapshotEntriesMax,
    });
    this.#hub = new WatchHub({
      format,
      ring: () => this.#ring,
      revision: () => this.revision,
      reach: (revision, signal) => this.reach(revision, foreverMs, signal),
      history: (after, signal) => this.#stored.follow(after, signal),
    });
  }

  /** Every change up to this revision is in the cache. */
  get revision(): number {
    return Math.max(this.#feed.revision, this.#loadedRevision);
  }

  /** How many objects there are; undefined while the cache is not loaded. */
  get objectCount(): number | undefined {
    return this.#loaded ? this.#tree.size : undefined;
  }

  /** Returns the full keys of the objects that cannot be read, as far as the cache is loaded. */
  unreadableKeys(): readonly string[] {
    return Array.from(this.#tree.unreadableKeys, (key) => this.fullKey(key));
  }

  get watcherCount(): number {
    return this.#hub.watcherCount;
  }

  /** Every object as of `revision`; undefined when the cache is not loaded, or has not come so far. Later writes do not touch it. */
  contentsAt(revision: number): CacheContents | undefined {
    return this.#loaded && this.revision === revision ? this.#tree.copy() : undefined;
  }

  /** Instead of loading: begins with what another cache held, which is what the engine holds now. */
  begin(contents: CacheContents): void {
    assert(!this.#loaded && !this.#loading, `${this.#prefix} is loaded already`);
    this.#feed.listen(this.#prefix, this);
    this.#install(contents.copy(), this.#feed.revision);
  }

  /**
   * Returns one object as it is stored now. Does not load the others, which takes long where there are many.
   * @throws StorageError
   */
  async read(key: string): Promise<CachedObject | undefined> {
    if (this.isLoaded) {
      await this.current();
      return this.get(key);
    }
    const entry = await this.#feed.engine.get(this.fullKey(key));
    return entry && this.#stored.object(entry);
  }

  /** Whether `get` shows what is stored, without a call of `ready` before. */
  get isLoaded(): boolean {
    return this.#loaded;
  }

  /** Loads the cache unless it is loaded. */
  async ready(): Promise<void> {
    if (this.#loaded) return;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  }

  /** Makes the cache at least as new as every write that anybody had been told of before the call. */
  async current(): Promise<void> {
    const revision = await this.#feed.engine.progress();
    if (!this.#shows(revision)) await this.reach(revision);
  }

  /**
   * Makes the cache at least as new as `revision`.
   * @throws StorageError `future-revision` when that does not come in time; `waitMs` defaults to the cache's limit
   */
  async reach(revision: number, waitMs = this.#limits.revisionWaitMs, signal?: AbortSignal): Promise<void> {
    await this.ready();
    if (this.#shows(revision)) return;
    await this.#feed.waitFor(revision, waitMs, signal);
    await this.ready();
  }

  #shows(revision: number): boolean {
    return this.#loaded && revision <= this.revision;
  }

  /** The object as the cache holds it now; call `ready`, `current` or `reach` before. */
  get(key: string): CachedObject | undefined {
    return this.#tree.get(key);
  }

  /** The present state, which later writes do not touch. */
  snapshot(): Snapshot {
    return { revision: this.revision, objects: this.#tree.copy() };
  }

  /** Makes a later `snapshotAt` of this state cheap. */
  keep(snapshot: Snapshot): void {
    this.#snapshots.keep(snapshot.revision, snapshot.objects);
  }

  /**
   * The state right after `revision`: one that was kept, or one made from the ring or the engine.
   * @throws StorageError `compacted` or `future-revision`
   */
  async snapshotAt(revision: number): Promise<Snapshot> {
    await this.reach(revision);
    const { compactedRevision } = this.#feed.engine;
    if (revision < compactedRevision) {
      throw new StorageError("compacted", `revision ${revision} is no longer kept`, { revision: compactedRevision });
    }
    if (revision === this.revision) return this.snapshot();
    return { revision, objects: this.#snapshots.at(revision) ?? (await this.#formerState(revision)) };
  }

  /** Starts a watch. Errors, `compacted` among them, reach the sink. */
  watch(request: WatchRequest): Watch {
    return this.#hub.watch(request);
  }

  /** Watches can start after this revision and later ones. */
  get oldestRevision(): number {
    return Math.min(this.#ring.floor, this.#feed.engine.compactedRevision);
  }

  /** True when a watch after `revision` can be served. */
  remembers(revision: number): boolean {
    return revision >= this.oldestRevision;
  }

  onChanges(changes: readonly Change[]): void {
    if (this.#loaded) this.#apply(changes);
    else this.#early.push(...changes);
  }

  onInterrupted(): void {
    this.#interruptions++;
    this.#loaded = false;
    this.#early = [];
    this.#tree = new ObjectTree();
    this.#snapshots.clear();
    this.#hub.endAll({ reason: "interrupted" });
    this.#feed.unlisten(this.#prefix, this);
  }

  onCompacted(revision: number): void {
    this.#ring.forgetOld(revision);
  }

  /** Returns `key` with the resource before it, but without the prefix that all keys of the engine have. */
  pathOf(key: string): string {
    return `/${this.#prefix}${key}`;
  }

  /** The full key of `key` in the engine. */
  fullKey(key: string): string {
    return this.#feed.fullKey(this.#prefix, key);
  }

  /** Begins afresh when the feed is interrupted meanwhile: what it skips would be missing. */
  async #load(): Promise<void> {
    while (!this.#loaded) {
      const interruptions = this.#interruptions;
      const isCurrent = (): boolean => interruptions === this.#interruptions;
      this.#feed.listen(this.#prefix, this);
      try {
        const { tree, revision } = await this.#feed.runLoad(() => this.#stored.readAll());
        if (isCurrent()) this.#install(tree, revision);
      } catch (error) {
        if (isCurrent()) this.#feed.unlisten(this.#prefix, this);
        this.#early = [];
        throw error;
      }
    }
  }

  #install(tree: ObjectTree, revision: number): void {
    this.#tree = tree;
    this.#loadedRevision = revision;
    this.#ring = new EventRing(revision, this.#limits.ring);
    this.#loaded = true;
    this.#apply(this.#early.splice(0));
  }

  #apply(changes: readonly Change[]): void {
    const events: CacheEvent[] = [];
    for (const change of changes) {
      // The feed may be behind the state that was loaded.
      const event = change.revision > this.#loadedRevision ? this.#applyOne(change) : undefined;
      if (event) events.push(event);
    }
    if (events.length > 0) this.#hub.dispatch(events);
  }

  #applyOne(change: Change): CacheEvent | undefined {
    const key = this.#stored.keyOf(change);
    const previous = this.#tree.get(key);
    const object = change.value && this.#stored.object({ ...change, value: change.value });
    if (object) this.#tree.set(object);
    else this.#tree.delete(key);
    if (!object && !previous) return undefined;
    const event = new CacheEvent({ revision: change.revision, object, previous });
    this.#ring.add(event);
    return event;
  }

  /** All who ask for a state while it is being made get the same one. */
  #formerState(revision: number): Promise<ObjectView> {
    let making = this.#underway.get(revision);
    if (!making) {
      making = this.#makeFormerState(revision).finally(() => this.#underway.delete(revision));
      this.#underway.set(revision, making);
    }
    return making;
  }

  async #makeFormerState(revision: number): Promise<ObjectView> {
    if (revision >= this.#ring.floor) return await this.#undo(revision);
    const { tree } = await this.#feed.runLoad(() => this.#stored.readAll(revision, this.#tree));
    this.#snapshots.keep(revision, tree, tree.size);
    return tree;
  }

  /** Takes the events after `revision` back, the newest first, on a copy of the present state. */
  async #undo(revision: number): Promise<ObjectView> {
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
