/**
 * The initial states of watches, encoded in chunks. Many watches with the same selection often start at once, for
 * example after a restart of the server. They share the chunks as long as one of them has not sent all of its initial
 * state. Otherwise each would leave behind encoded objects that wait for a garbage collection.
 * docs/performance.md, "Optimizations", has the measurement ("watches with equal selections share the encoded chunks").
 */
import type { AddedObjects, Audience } from "./audience.ts";
import type { CachedObject } from "./cached-object.ts";
import type { TurnLimits } from "./event-ring.ts";

/** The objects of one watch's initial state that were not sent yet. */
export class InitialState {
  readonly #objects: Iterator<CachedObject>;
  #sentChunks = 0;
  /** Objects of shared chunks, which the iterator has not passed yet. */
  #skippedObjects = 0;

  constructor(objects: Iterable<CachedObject>) {
    this.#objects = objects[Symbol.iterator]();
  }

  /** Number of chunks that were taken. */
  get chunkCount(): number {
    return this.#sentChunks;
  }

  /** Takes a chunk that another watch encoded. */
  takeShared({ objectCount }: AddedObjects): void {
    this.#sentChunks++;
    this.#skippedObjects += objectCount;
  }

  /** Returns an iterator over the objects of the next chunk. The caller must iterate over the whole chunk. */
  takeObjects(): Iterator<CachedObject> {
    this.#sentChunks++;
    for (; this.#skippedObjects > 0; this.#skippedObjects--) this.#objects.next();
    return this.#objects;
  }
}

/** The chunks of one state as an audience sees it, from the first one on. */
interface SharedState {
  readonly revision: number;
  readonly chunks: AddedObjects[];
}

/**
 * Number of shared chunks of one state. Watches encode later chunks separately. They first pass the objects of the
 * shared ones, which must not take long.
 */
const sharedChunksMax = 16;

/** Total length of the shared chunks of one resource. Watches encode further chunks separately. */
const sharedBytesMax = 4 * 1024 * 1024;

/**
 * The shared chunks of one resource's watches.
 * @typeParam W the type of the watchers, which this file does not use
 */
export class InitialChunks<W> {
  readonly #states = new Map<Audience<W>, SharedState>();
  #bytes = 0;

  /** Total length of the chunks that are kept at present. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Returns the next chunk of a watch's initial state.
   * @param revision the revision of this state
   */
  next(audience: Audience<W>, initial: InitialState, revision: number, limits: TurnLimits): AddedObjects {
    const state = this.#states.get(audience);
    const shared = state?.revision === revision ? state.chunks[initial.chunkCount] : undefined;
    if (shared) {
      initial.takeShared(shared);
      return shared;
    }
    const index = initial.chunkCount;
    const chunk = audience.encodeAdded(initial.takeObjects(), limits);
    this.#keep(audience, revision, index, chunk);
    return chunk;
  }

  /** Drops the chunks of an audience that has no watch that would use them. */
  release(audience: Audience<W>): void {
    for (const { bytes } of this.#states.get(audience)?.chunks ?? []) this.#bytes -= bytes?.length ?? 0;
    this.#states.delete(audience);
  }

  #keep(audience: Audience<W>, revision: number, index: number, chunk: AddedObjects): void {
    const bytes = chunk.bytes?.length ?? 0;
    if (audience.members < 2 || index >= sharedChunksMax || this.#bytes + bytes > sharedBytesMax) return;
    let state = this.#states.get(audience);
    if (index === 0 && state?.revision !== revision) {
      this.release(audience);
      state = { revision, chunks: [] };
      this.#states.set(audience, state);
    }
    if (state?.revision !== revision || state.chunks.length !== index) return;
    state.chunks.push(chunk);
    this.#bytes += bytes;
  }
}
