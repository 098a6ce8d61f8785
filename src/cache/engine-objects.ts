/**
 * One resource as the engine holds it: read whole while a cache loads or a former state is asked for, and followed from
 * a revision that the cache no longer remembers.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Allocate, ownText, Slabs } from "../base/bytes.ts";
import { type Change, type Engine, type Entry, isStorageError, StorageError } from "../storage/index.ts";
import { CacheEvent } from "./cache-event.ts";
import { CachedObject, type ObjectFormat, type PresentedObject } from "./cached-object.ts";
import { ObjectTree } from "./object-tree.ts";

/** Objects that are read before other work gets its turn. */
const pageEntries = 1000;

export interface EventBatch {
  /** Empty when only progress is reported. */
  readonly events: readonly CacheEvent[];
  /** Every event up to this revision has been given. */
  readonly revision: number;
}

export interface ReadState {
  readonly tree: ObjectTree;
  readonly revision: number;
}

export class EngineObjects {
  readonly #engine: Engine;
  readonly #prefix: string;
  readonly #format: ObjectFormat;

  /** @param prefix of the keys of all objects, with the slash at its end */
  constructor(engine: Engine, prefix: string, format: ObjectFormat) {
    this.#engine = engine;
    this.#prefix = prefix;
    this.#format = format;
  }

  /** The object's key below the resource's prefix. */
  keyOf({ key }: { readonly key: string }): string {
    return key.slice(this.#prefix.length);
  }

  /** Returns an object that cannot be read as such. It fails the reads that include it, and no others. */
  object(entry: Entry, allocate?: Allocate): CachedObject {
    return new CachedObject(ownText(this.keyOf(entry)), entry.revision, this.#present(entry, allocate));
  }

  event(change: Change): CacheEvent {
    return new CacheEvent({
      revision: change.revision,
      object: change.value && this.object({ ...change, value: change.value }),
      previous: change.previous && this.object(change.previous),
    });
  }

  /**
   * Every object, as of one revision.
   * @param at default: the newest one
   * @param known objects that need not be made again where they are of the same version
   * @throws StorageError `compacted` or `future-revision`
   */
  async readAll(at?: number, known?: ObjectTree): Promise<ReadState> {
    const objects: CachedObject[] = [];
    // What is read together is likely to last equally long.
    const { allocate } = new Slabs();
    let revision = at;
    let after: string | undefined;
    for (;;) {
      const page = await this.#engine.range(this.#prefix, {
        limit: pageEntries,
        ...(revision === undefined ? {} : { at: revision }),
        ...(after === undefined ? {} : { after }),
      });
      for (const entry of page.entries) {
        const same = known?.get(this.keyOf(entry));
        objects.push(same?.revision === entry.revision ? same : this.object(entry, allocate));
      }
      revision ??= page.revision;
      after = page.entries.at(-1)?.key;
      if (!page.more) return { tree: ObjectTree.of(objects), revision };
      await nextTurn();
    }
  }

  /** The events after a revision, from the engine's history, then as they come. */
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
      if (isStorageError(error, "corrupt")) return new StorageError("corrupt", error.message, { key, revision });
      throw error;
    }
  }
}
