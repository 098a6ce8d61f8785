/**
 * The cache of the server's second thread. It loads nothing and follows no changes. It reads each object from the store
 * of the main thread when the object is needed, so every read shows the newest state. It serves reads and writes of
 * single objects. Lists and watches stay in the main thread, which has all objects in memory.
 */
import { type Entry, StorageError } from "../storage/index.ts";
import type { CachedObject } from "./cached-object.ts";
import { EngineObjects } from "./engine-objects.ts";
import { ObjectTree } from "./object-tree.ts";
import { ResourceCache, type ResourceCacheOptions, type ResourceSnapshot } from "./resource-cache.ts";

/** Reads the newest state of the store synchronously: the calling thread blocks until the store has responded. */
export interface DirectReader {
  /**
   * Returns the entry of a key, or undefined if there is none. Returns `unchanged` if its revision is `knownRevision`.
   */
  get(key: string, knownRevision: number): Entry | "unchanged" | undefined;
  /** Returns all entries whose key starts with `prefix`, in the order of their keys. */
  range(prefix: string): readonly Entry[];
}

/**
 * Number of objects that are kept with their derived forms. It is small, because objects in this thread may be large.
 */
const keptObjectsMax = 4;

/** A cache that reads each object when it is needed. See the top of this file. */
export class DirectCache extends ResourceCache {
  readonly #reader: DirectReader;
  readonly #options: ResourceCacheOptions;
  readonly #stored: EngineObjects;
  /** The objects that were read last, the oldest first. */
  readonly #recentObjects = new Map<string, CachedObject>();

  constructor(options: ResourceCacheOptions, reader: DirectReader) {
    super(options);
    this.#reader = reader;
    this.#options = options;
    this.#stored = new EngineObjects(options.feed.engine, this.fullKey(""), options.format);
  }

  override get isLoaded(): boolean {
    return true;
  }

  override async ready(): Promise<void> {}

  override async current(): Promise<void> {}

  /** @throws StorageError `future-revision` at once, because the store has all revisions that clients can know */
  override async reach(revision: number): Promise<void> {
    const newest = await this.#options.feed.engine.progress();
    if (revision <= newest) return;
    throw new StorageError("future-revision", `revision ${revision} has not come`, { revision: newest });
  }

  override get(key: string): CachedObject | undefined {
    const known = this.#recentObjects.get(key);
    const entry = this.#reader.get(this.fullKey(key), known?.revision ?? 0);
    if (entry === "unchanged") return known;
    this.#recentObjects.delete(key);
    return entry && this.#keep(this.#stored.object(entry));
  }

  override snapshot(prefix = ""): ResourceSnapshot {
    const entries = this.#reader.range(this.fullKey(prefix));
    const revision = Math.max(0, ...entries.map((entry) => entry.revision));
    return { revision, objects: ObjectTree.of(entries.map((entry) => this.#stored.object(entry))) };
  }

  #keep(object: CachedObject): CachedObject {
    for (const [oldest] of this.#recentObjects) {
      if (this.#recentObjects.size < keptObjectsMax) break;
      this.#recentObjects.delete(oldest);
    }
    this.#recentObjects.set(object.key, object);
    return object;
  }
}
