/**
 * Reads one resource from the engine: all objects when a cache is loaded or an earlier state is needed, and the events
 * since a revision that is older than the event ring.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Allocate, copyText, Slabs } from "../base/bytes.ts";
import { type Change, type Engine, type Entry, isStorageError, StorageError } from "../storage/index.ts";
import { CacheEvent } from "./cache-event.ts";
import { CachedObject } from "./cached-object.ts";
import type { ObjectFormat, PresentedObject } from "./object-format.ts";
import { ObjectTree } from "./object-tree.ts";
import { type HeldBytes, StoredBytes } from "./stored-bytes.ts";

/** Number of objects that are read before other work runs. */
const pageEntries = 1000;

/** Some events of a resource, in the order of their revisions. */
export interface EventBatch {
  /** Empty if the batch only reports progress. */
  readonly events: readonly CacheEvent[];
  /** All events up to this revision are in this batch or in earlier ones. */
  readonly revision: number;
}

/** All objects of a resource at one revision. */
export interface LoadedState {
  readonly tree: ObjectTree;
  readonly revision: number;
}

/** Reads the objects and events of one resource from the engine. */
export class EngineObjects {
  readonly #engine: Engine;
  readonly #prefix: string;
  readonly #format: ObjectFormat;

  /** Undefined if this process must hold the objects. */
  readonly #store: StoredBytes | undefined;

  /**
   * @param prefix of the keys of all objects, with a slash at its end
   * @param held counts the bytes of objects that could be read from the store at each use
   */
  constructor(engine: Engine, prefix: string, format: ObjectFormat, held?: HeldBytes) {
    this.#engine = engine;
    this.#prefix = prefix;
    this.#format = format;
    const { sharedValues: values } = engine;
    this.#store = values && held && new StoredBytes({ values, format, prefix, held });
  }

  /** Returns an object's key, relative to the prefix of the resource. */
  keyOf({ key }: { readonly key: string }): string {
    return key.slice(this.#prefix.length);
  }

  /**
   * Returns the object of an entry. If it cannot be read, the result holds the error. Then only the reads that include
   * this object fail.
   */
  object(entry: Entry, allocate?: Allocate): CachedObject {
    return new CachedObject(copyText(this.keyOf(entry)), entry.revision, this.#present(entry, allocate));
  }

  /**
   * Like `object`, for the newest version of a key that the cache holds. Call `becomeHistory` when another version
   * replaces it.
   */
  newestObject(entry: Entry, allocate?: Allocate): CachedObject {
    // Memory of a slab would be lost if the object is read from the store.
    const isHeld = this.#store === undefined || this.#store.held.hasRoomFor(entry.value.length);
    const content = this.#present(entry, isHeld ? allocate : undefined);
    return new CachedObject(copyText(this.keyOf(entry)), entry.revision, content, this.#store);
  }

  /**
   * Keeps an object readable that the change has replaced.
   * @throws StorageError `unavailable` if the version is no longer in the store
   */
  becomeHistory(object: CachedObject, { previous }: Change): void {
    object.becomeHistory(() => {
      const isPrevious = previous?.revision === object.revision && !previous.damage;
      return isPrevious ? this.#format.present(previous.value, previous.revision).bytes : object.bytes;
    });
  }

  event(change: Change): CacheEvent {
    return new CacheEvent({
      revision: change.revision,
      object: change.value && this.object({ ...change, value: change.value }),
      previous: change.previous && this.object(change.previous),
    });
  }

  /**
   * Returns all objects at one revision.
   * @param at default: the newest revision
   * @param known objects that are reused if their revision is still the same
   * @param isPast reads `at` from the history that is kept for people, which reaches further back
   * @throws StorageError `compacted` or `future-revision`
   */
  async readAll(at?: number, known?: ObjectTree, isPast = false): Promise<LoadedState> {
    const objects: CachedObject[] = [];
    // Objects that are loaded together usually live equally long, so they share large allocations. See
    // docs/performance.md, "Optimizations": reading 100,000 objects.
    const { allocate } = new Slabs();
    let revision = at;
    let after: string | undefined;
    for (;;) {
      const options = { limit: pageEntries, ...(after === undefined ? {} : { after }) };
      const page =
        isPast && at !== undefined
          ? await this.#engine.past.range(this.#prefix, { ...options, at })
          : await this.#engine.range(this.#prefix, revision === undefined ? options : { ...options, at: revision });
      for (const entry of page.entries) {
        const knownObject = known?.get(this.keyOf(entry));
        if (knownObject?.revision === entry.revision) objects.push(knownObject);
        else objects.push(at === undefined ? this.newestObject(entry, allocate) : this.object(entry, allocate));
      }
      revision ??= page.revision;
      after = page.entries.at(-1)?.key;
      if (!page.more) return { tree: ObjectTree.of(objects), revision };
      await nextTurn();
    }
  }

  /** Yields the events after a revision: first those of the engine's history, and then new ones as they are written. */
  async *follow(after: number, signal: AbortSignal): AsyncGenerator<EventBatch> {
    for await (const { changes, revision } of this.#engine.watch(this.#prefix, { after, signal })) {
      yield { events: changes.map((change) => this.event(change)), revision };
    }
  }

  #present(entry: Entry, allocate: Allocate | undefined): PresentedObject | StorageError {
    if (entry.damage) return entry.damage;
    try {
      return this.#format.present(entry.value, entry.revision, allocate);
    } catch (error) {
      const { key, revision } = entry;
      if (isStorageError(error, "corrupt")) {
        const { message, isUntransformable } = error;
        return new StorageError("corrupt", message, { key, revision, isUntransformable });
      }
      throw error;
    }
  }
}
