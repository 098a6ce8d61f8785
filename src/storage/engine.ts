/**
 * The interface of a store: bytes by key, one revision per commit or write, and an ordered stream of changes without
 * gaps.
 *
 * It suits stores in this process (memory, LMDB) as well as remote stores (etcd). The revision of a write is only known
 * after its commit. Changes arrive as a stream, and a consistent read waits until the stream reaches `progress()`.
 * Durable before visible: a promise resolves, and a change is delivered, only after the commit has been synced to disk.
 *
 * Revisions are positive integers from one counter for the whole store. They are never reused and never decrease. Later
 * commits have greater revisions. An engine either assigns a revision to each write of a commit, or one to the whole
 * commit (etcd). So the changes of one commit may share a revision, but never two changes of one key.
 *
 * In engines of this process, revisions are consecutive. The only gaps arise when an earlier state is restored, because
 * it continues after all revisions that were assigned before. A store that others also use has more gaps.
 */
import type { StorageError } from "./errors.ts";

/** A stored value. */
export interface Entry {
  readonly key: string;
  readonly value: Uint8Array;
  /** The revision of the write that made this value. */
  readonly revision: number;
  /** The reason why the stored value cannot be read. Then `value` is empty. Absent for readable values. */
  readonly damage?: StorageError;
}

/** One write, as watchers see it. */
export interface Change {
  readonly revision: number;
  readonly key: string;
  /** The new value. Undefined for a deletion. */
  readonly value: Uint8Array | undefined;
  /** The entry that the write replaced or deleted. Undefined for a creation. */
  readonly previous: Entry | undefined;
  /** The reason why the new value cannot be read. Then `value` is empty. Absent for readable values and deletions. */
  readonly damage?: StorageError;
}

/**
 * The writes of one commit, oldest first, and the revision that the stream has reached. The changes of one revision are
 * always in one batch.
 */
export interface ChangeBatch {
  /** Empty if the batch only reports progress. */
  readonly changes: readonly Change[];
  /** All changes up to this revision have been delivered. */
  readonly revision: number;
}

/** One of the writes of a commit. */
export interface Write {
  readonly key: string;
  /** The new value. Undefined to delete the key. */
  readonly value: Uint8Array | undefined;
  /** The expected last revision of the key. 0 to create the key. */
  readonly expected: number;
  /**
   * How long the key exists if it is not written again. Engines that do not expire keys ignore it. Absent: until it is
   * deleted.
   */
  readonly lifetimeMs?: number;
}

/** Options of a range read. */
export interface RangeOptions {
  /** Only returns keys that are greater than this one. */
  readonly after?: string;
  /** Maximum number of entries. Default: no limit. */
  readonly limit?: number;
  /** Reads the state at this revision instead of the newest one. */
  readonly at?: number;
}

/** The result of a range read. */
export interface Page {
  /** In ascending order of the keys' UTF-8 bytes. */
  readonly entries: readonly Entry[];
  /** The revision whose state this page shows. */
  readonly revision: number;
  /** Whether `limit` has cut the page off. */
  readonly more: boolean;
}

/** Start and end of a watch of an engine. */
export interface EngineWatchOptions {
  /**
   * Only changes with a greater revision are delivered. 0 starts at the beginning of the store. A future revision is
   * allowed.
   */
  readonly after: number;
  /** When aborted, the iteration ends without an error. */
  readonly signal: AbortSignal;
}

/** The read operations of an engine. The watch cache implements them too, and passes the same test suite. */
export interface EngineReader {
  /**
   * Returns the entry of a key, or undefined if the key does not exist.
   * @param at reads the state at this revision instead of the newest one
   * @throws StorageError `compacted` or `future-revision` if `at` cannot be read
   */
  get(key: string, at?: number): Promise<Entry | undefined>;

  /**
   * Returns all entries whose key starts with `prefix`. Unreadable entries are included, with their `damage`.
   * @throws StorageError `compacted` or `future-revision` if `at` cannot be read
   */
  range(prefix: string, options?: RangeOptions): Promise<Page>;

  /**
   * Yields every change under `prefix`, oldest first: first the past ones, and then new ones as they are committed. No
   * change is missing or repeated. Batches without changes may arrive at any time and only report progress. If the
   * consumer stops reading, the engine must not buffer changes for it. It reads the history from the store again
   * instead.
   * @throws StorageError `compacted` if a change after `after` was compacted or cannot be read, at the start or while
   * the consumer lags; `closed` if the engine is closed
   */
  watch(prefix: string, options: EngineWatchOptions): AsyncIterable<ChangeBatch>;

  /**
   * Returns a revision that is at least as new as every write that was confirmed to any process before the call. A
   * consistent read waits for this revision, which may not be delivered yet. After a call, every watch reports it, or a
   * later one, with an empty batch if it has no change to deliver. Without a call, a watch may be silent while nothing
   * under its prefix changes.
   */
  progress(): Promise<number>;
}

/** A change of one key, and whether it is known what it replaced. */
export interface PastChange extends Change {
  /** Whether the replaced value was removed from the history. Then `previous` is undefined, although there was a value. */
  readonly isPreviousRemoved: boolean;
  /** Wall-clock time of the commit, in milliseconds since the epoch. Undefined if it is not known. */
  readonly timeMs: number | undefined;
}

/** Changes of one key, newest first. */
export interface PastChanges {
  readonly changes: readonly PastChange[];
  /** Whether earlier changes can be read. */
  readonly more: boolean;
}

/** The oldest state that can be read. */
export interface OldestState {
  readonly revision: number;
  /** Wall-clock time, in milliseconds since the epoch. Undefined if it is not known. */
  readonly timeMs: number | undefined;
  /** `size`: the store limits the size of the history. `compaction`: a compaction removes all of it. */
  readonly limit: "size" | "compaction";
}

/**
 * Reads of earlier states, for people who look at the history. A store can keep states below its compacted revision for
 * these reads alone. All methods throw StorageError `compacted` for states that were removed, `future-revision`,
 * `unavailable` and `closed`.
 */
export interface PastStates {
  oldest(): Promise<OldestState>;

  /**
   * Returns the newest revision at a time.
   * @returns undefined if the oldest known time is later
   */
  revisionAt(timeMs: number): Promise<number | undefined>;

  get(key: string, at: number): Promise<Entry | undefined>;

  range(prefix: string, options: RangeOptions & { readonly at: number }): Promise<Page>;

  /**
   * Returns the changes of a key, newest first.
   * @param before only changes with smaller revisions
   */
  changesOf(key: string, options: { readonly before: number; readonly limit: number }): Promise<PastChanges>;
}

/** Synchronous reads of values whose revisions are known. */
export interface StoredValues {
  /**
   * Returns the value that a key got at a revision. It is readable as long as it is the newest value of the key, and until
   * its revision is compacted.
   * @returns undefined if it was compacted
   * @throws StorageError `corrupt`, `unavailable`, `closed`
   */
  valueAt(key: string, revision: number): Uint8Array | undefined;
}

/** A store. See the top of this file. */
export interface Engine extends EngineReader, AsyncDisposable {
  /**
   * Reads values from memory that this process shares with others. Present if other processes have the same data in
   * memory, so that this process need not keep copies.
   */
  readonly sharedValues?: StoredValues;

  /** The newest revision that this process knows to be committed. */
  readonly revision: number;

  /**
   * Returns the newest committed revision of a store that another process of this machine writes, and makes watches
   * deliver it. Absent if `revision` is always the newest one, or if only a remote store has the answer.
   */
  newestRevision?(): number;

  /** Reads earlier states, also those before `compactedRevision` if the engine keeps them. */
  readonly past: PastStates;

  /**
   * The oldest revision at which reads are possible, and after which watches can start. If other processes can compact
   * the store, this process may not have noticed the last compactions.
   */
  readonly compactedRevision: number;

  /**
   * Whether the engine deletes a key when its lifetime has ended. Otherwise `lifetimeMs` has no effect, and the owner of
   * the key deletes it.
   */
  readonly expiresKeys: boolean;

  /**
   * Stores `value` under `key` if the key's last revision is `expected`.
   * @param key such as `/registry/pods/default/web`
   * @param value must not be changed by the caller until the promise has settled. After that, the engine keeps no
   * reference to it.
   * @param expected 0 if the key must not exist
   * @param lifetimeMs see `Write.lifetimeMs`
   * @returns the revision of this write
   * @throws StorageError `key-exists`, `key-not-found` or `revision-conflict` if the condition does not hold. Nothing
   * is changed, and the promise rejects only after the state that caused the conflict is durable. Also `no-space`,
   * `too-large`, `unavailable`, `closed`, and from a remote store `outcome-unknown`.
   */
  put(key: string, value: Uint8Array, expected: number, lifetimeMs?: number): Promise<number>;

  /**
   * Deletes a key if its last revision is `expected`.
   * @param key such as `/registry/pods/default/web`
   * @param expected last revision of the key; the key must exist
   * @returns the revision of the deletion
   * @throws StorageError like `put`
   */
  delete(key: string, expected: number): Promise<number>;

  /**
   * Makes writes of different keys in one commit: all of them, or none if the condition of one does not hold. No read,
   * watch or crash shows only a part of them. The caller must not change the values until the promise has settled.
   * @param writes at least one. Their conditions are checked in this order.
   * @returns the revision of the last one, which may be the revision of all of them
   * @throws StorageError like `put`, for the first write whose condition does not hold; `key` is its key
   */
  commit(writes: readonly Write[]): Promise<number>;

  /**
   * Removes the history that only revisions before `revision` need.
   * @param revision reads at this and later revisions still work. There is no effect if it was compacted already.
   * @throws StorageError `future-revision` if `revision` is not committed yet
   */
  compact(revision: number): Promise<void>;

  /**
   * Takes the turn to compact the history, if several processes share the store. If each of them asks once in an
   * interval, one of them gets the turn. Absent if only this process compacts the store.
   * @param revision to which this process would compact
   * @returns whether this process should compact
   * @throws StorageError `unavailable`, `closed`
   */
  takeCompactionTurn?(revision: number): Promise<boolean>;

  /**
   * Deletes a key whose newest value cannot be read, whatever its revision.
   * @param key such as `/registry/pods/default/web`
   * @returns the revision of the deletion
   * @throws StorageError `key-not-found`, or `revision-conflict` if the value can be read
   */
  removeDamaged(key: string): Promise<number>;

  /** Returns the keys whose values are known to be unreadable, each with the reason. */
  damagedKeys(): ReadonlyMap<string, string>;

  /**
   * Whether the value of a key should be written again although it has not changed, because it is stored in an outdated
   * form. Absent if there are no such forms.
   * @param key such as `/registry/pods/default/web`
   * @throws StorageError `unavailable`, `closed`
   */
  isOutdated?(key: string): Promise<boolean>;

  /**
   * Returns the size of the files in which a remote store keeps its data and history, in bytes. Absent in engines of this
   * process.
   * @throws StorageError `unavailable`, `closed`
   */
  storedBytes?(): Promise<number>;

  /** Reads all data and returns one sentence for each violated invariant. Empty if there is none. */
  check(): Promise<readonly string[]>;
}
