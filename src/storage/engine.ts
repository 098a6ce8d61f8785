/**
 * What a store must do: bytes in, bytes out, one revision per write, an ordered gapless stream of changes.
 *
 * The contract suits a store in this process (memory, LMDB) and one at the other end of a network (etcd) alike: the
 * revision of a write is known only after its commit, changes arrive as a stream, and a consistent read is a wait for
 * that stream to reach `progress()`. Durable before visible: no promise resolves and no change is delivered before the
 * commit that it speaks of is synced to disk.
 *
 * Revisions are positive integers of one counter for the whole store, taken one by one: never reused, never going
 * back, with no gaps between the writes that succeeded, except where a former state was brought back: that takes a
 * revision after all that were given out.
 */
import type { StorageError } from "./errors.ts";

export interface Entry {
  readonly key: string;
  readonly value: Uint8Array;
  /** The revision of the write that made this value. */
  readonly revision: number;
  /** Why the stored value cannot be read. Then `value` is empty. Absent for almost all entries. */
  readonly damage?: StorageError;
}

/** One write, as a watcher sees it. */
export interface Change {
  readonly revision: number;
  readonly key: string;
  /** Absent for a deletion. */
  readonly value: Uint8Array | undefined;
  /** What the write replaced or removed; absent for a creation. */
  readonly previous: Entry | undefined;
}

/** The writes of one commit, oldest first, and how far the stream has come with them. */
export interface ChangeBatch {
  /** Empty when the stream only reports progress. */
  readonly changes: readonly Change[];
  /** Every change up to this revision has been delivered. */
  readonly revision: number;
}

/** One write of several that are made together. */
export interface Write {
  readonly key: string;
  /** Absent to delete. */
  readonly value: Uint8Array | undefined;
  /** The key's last revision that the write is made for; 0 to create. */
  readonly expected: number;
}

export interface RangeOptions {
  /** Return keys greater than this one only. */
  readonly after?: string;
  /** At most this many entries; unlimited without it. */
  readonly limit?: number;
  /** Read the state right after this revision instead of the newest one. */
  readonly at?: number;
}

export interface Page {
  /** In ascending order of the keys' UTF-8 bytes. */
  readonly entries: readonly Entry[];
  /** The revision that this page shows. */
  readonly revision: number;
  /** True when `limit` cut the page off. */
  readonly more: boolean;
}

export interface WatchOptions {
  /** Changes with a greater revision are delivered; 0 starts at the beginning of the store. It may be yet to come. */
  readonly after: number;
  /** Ends the iteration without an error. */
  readonly signal: AbortSignal;
}

/** The read half, which the cache implements too (and passes the same suite). */
export interface EngineReader {
  /**
   * @param at read the state right after this revision instead of the newest one
   * @throws StorageError `compacted` or `future-revision` when `at` cannot be read
   */
  get(key: string, at?: number): Promise<Entry | undefined>;

  /**
   * All entries whose key starts with `prefix`. One that cannot be read is among them, with its `damage`.
   * @throws StorageError `compacted` or `future-revision` when `at` cannot be read
   */
  range(prefix: string, options?: RangeOptions): Promise<Page>;

  /**
   * Every change under `prefix`, oldest first, none missing and none twice, then live ones as they are committed.
   * Batches without changes may arrive at any time and report progress only. A consumer that stops reading must not
   * make the engine keep more than it would keep anyway: history is read again from the store.
   * @throws StorageError `compacted` when a change after `after` is no longer kept or cannot be read, at the start or
   *   while the consumer lags; `closed` when the engine is closed
   */
  watch(prefix: string, options: WatchOptions): AsyncIterable<ChangeBatch>;

  /**
   * A revision at least as new as every write that any process had been told of before the call: the point that a
   * consistent read waits for. Every watch reports it, or a later one, with an empty batch when it has no change to
   * deliver; unasked, a watch may stay silent while nothing under its prefix changes.
   */
  progress(): Promise<number>;
}

export interface Engine extends EngineReader, AsyncDisposable {
  /** The newest revision that this process knows to be committed. */
  readonly revision: number;

  /** Reads are possible at this revision and later ones; watches, after it. */
  readonly compactedRevision: number;

  /**
   * Writes `value` under `key`, provided that the key's last revision is `expected` (0: the key does not exist).
   * The engine keeps no reference to `value` after the promise has settled; it must not be changed until then.
   * @returns the revision of this write
   * @throws StorageError `key-exists`, `key-not-found` or `revision-conflict` when the condition does not hold, having
   *   changed nothing and only once the state that it was compared with is durable; `no-space`, `too-large`,
   *   `unavailable`, `closed`
   */
  put(key: string, value: Uint8Array, expected: number): Promise<number>;

  /**
   * Removes `key`, provided that its last revision is `expected`.
   * @returns the revision of the removal
   * @throws StorageError as `put`
   */
  delete(key: string, expected: number): Promise<number>;

  /**
   * Makes writes of different keys together: all of them or, when the condition of one does not hold, none. A part of them
   * is never the newest state, delivered by itself, or what a crash leaves. The values must not be changed until the
   * promise has settled.
   * @param writes at least one, decided in their order
   * @returns the revision of the last one
   * @throws StorageError as `put`, for the first write that is refused, whose `key` it names
   */
  commit(writes: readonly Write[]): Promise<number>;

  /**
   * Forgets what only revisions before `revision` need. Reads at `revision` and later keep working. A revision at or
   * below the compacted one changes nothing.
   * @throws StorageError `future-revision` when `revision` is not committed yet
   */
  compact(revision: number): Promise<void>;

  /**
   * Removes a key whose newest value cannot be read, whatever its revision.
   * @returns the revision of the removal
   * @throws StorageError `key-not-found`, or `revision-conflict` when the value can be read
   */
  removeDamaged(key: string): Promise<number>;

  /** Returns the keys that are known to have a value that cannot be read, each with the reason. */
  damagedKeys(): ReadonlyMap<string, string>;

  /** Reads everything and says what breaks an invariant, one sentence each; empty when all is well. */
  check(): Promise<readonly string[]>;
}
