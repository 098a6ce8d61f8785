/**
 * A cache for a second thread of the server: it loads nothing and follows no changes, but reads each object from the store
 * of the main thread when somebody asks for it. Every read shows the newest state. It serves the reads and writes of single
 * objects; lists and watches stay in the main thread, which has the objects in memory.
 */
import { type Entry, StorageError } from "../storage/index.ts";
import type { CachedObject } from "./cached-object.ts";
import { EngineObjects } from "./engine-objects.ts";
import { ObjectTree } from "./object-tree.ts";
import { ResourceCache, type ResourceCacheOptions, type Snapshot } from "./resource-cache.ts";

/** Reads the newest state of the store at once: the calling thread stands still until the store has answered. */
export interface DirectReader {
  /** The entry, or undefined where there is none. Returns `unchanged` if its revision is `knownRevision`. */
  get(key: string, knownRevision: number): Entry | "unchanged" | undefined;
  /** All entries whose key starts with `prefix`, in the order of their keys. */
  range(prefix: string): readonly Entry[];
}

/** Objects of one resource that are kept with what was derived from them. They may be large. */
const keptMax = 4;

export class DirectCache extends ResourceCache {
  readonly #reader: DirectReader;
  readonly #options: ResourceCacheOptions;
  readonly #stored: EngineObjects;
  /** The objects that were read last, the oldest first. */
  readonly #kept = new Map<string, CachedObject>();

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

  /** @throws StorageError `future-revision` at once: what clients can have heard of is in the store */
  override async reach(revision: number): Promise<void> {
    const newest = await this.#options.feed.engine.progress();
    if (revision <= newest) return;
    throw new StorageError("future-revision", `revision ${revision} has not come`, { revision: newest });
  }

  override get(key: string): CachedObject | undefined {
    const known = this.#kept.get(key);
    const entry = this.#reader.get(this.fullKey(key), known?.revision ?? 0);
    if (entry === "unchanged") return known;
    this.#kept.delete(key);
    return entry && this.#keep(this.#stored.object(entry));
  }

  override snapshot(): Snapshot {
    const entries = this.#reader.range(this.fullKey(""));
    const revision = Math.max(0, ...entries.map((entry) => entry.revision));
    return { revision, objects: ObjectTree.of(entries.map((entry) => this.#stored.object(entry))) };
  }

  #keep(object: CachedObject): CachedObject {
    for (const [oldest] of this.#kept) {
      if (this.#kept.size < keptMax) break;
      this.#kept.delete(oldest);
    }
    this.#kept.set(object.key, object);
    return object;
  }
}
