/**
 * The storage below an engine in this process: a log with one record per revision, and for each key the revision of its
 * newest record. Each record links to the previous record of its key, so that every kept revision can be read.
 *
 * Reads are synchronous. They see all records whose `append` has resolved, and may see records that are durable but
 * whose `append` has not resolved. So callers read at the last revision that they have announced.
 */
import type { StorageError } from "../errors.ts";

/** The newest record of a key. */
export interface Head {
  readonly revision: number;
  readonly deleted: boolean;
  /** The reason why the head cannot be read. Then its revision is 0. Absent for readable heads. */
  readonly damage?: StorageError;
}

/** A stored write. */
export interface LogRecord {
  readonly revision: number;
  readonly key: string;
  /** The value. Undefined for a deletion. */
  readonly value: Uint8Array | undefined;
  /** The revision of the previous record of the same key. 0 if there is none. That record may have been compacted. */
  readonly previous: number;
}

/** The time of a revision. */
export interface TimeMark {
  readonly revision: number;
  /** Wall-clock time of the commit, in milliseconds since the epoch. Never less than that of the mark before. */
  readonly timeMs: number;
  /** Bytes of the values that all commits before this revision have replaced or deleted. */
  readonly replacedBytes: number;
}

/** The records that one step of a compaction removes. */
export interface CompactionStep {
  /** Afterwards, no read can use a revision below this one. */
  readonly through: number;
  readonly revisions: readonly number[];
  /** Keys whose newest record is a deletion in `revisions`. */
  readonly keys: readonly string[];
}

/** The read operations of a ledger. A process that only follows a store uses them alone. */
export interface LedgerView {
  /** The revision of the newest record, or the last skipped revision. 0 in an empty ledger. */
  readonly lastRevision: number;

  /** The `through` of the last completed compaction step. 0 before the first one. */
  readonly compactedThrough: number;

  /**
   * Watches and lists cannot use a revision below this one, although it may not be removed yet. At least
   * `compactedThrough`.
   */
  readonly readableFrom: number;

  /** Returns the newest mark whose revision is not greater than `revision`. Undefined if there is none. */
  markUpTo(revision: number): TimeMark | undefined;

  /** Whether a revision that was not compacted has no record because it was skipped. */
  isSkipped(revision: number): boolean;

  /** Returns the newest record of a key. @throws StorageError `unavailable` */
  head(key: string): Head | undefined;

  /**
   * Returns the record of a revision.
   * @param key its expected key, which errors name
   * @returns undefined if there is no such record, or if it was compacted
   * @throws StorageError `corrupt`, `unavailable`
   */
  record(revision: number, key?: string): LogRecord | undefined;

  /**
   * Visits the keys from `start` on, in the order of their UTF-8 bytes, until `visit` returns false. `visit` may read
   * from the ledger but must not write to it.
   */
  scan(start: string, visit: (key: string, head: Head) => boolean): void;

  /** Returns the revisions of all records, ascending. */
  revisions(): Iterable<number>;
}

/** A log of records by revision, with an index of the newest record of each key. */
export interface Ledger extends LedgerView, AsyncDisposable {
  /**
   * Returns the newest revision that other processes may see in the store. It can be greater than `lastRevision` while
   * an `append` is running. 0 if no other process can read the ledger.
   */
  visibleRevision(): number;

  /**
   * Returns the record in its stored form, in its own memory. Later changes of the caller's buffer do not affect it.
   * The record is not added to the ledger.
   */
  draft(record: LogRecord): LogRecord;

  /**
   * Adds drafts with the next revisions, all or none. Resolves when they are durable. Calls of `append` and `compact`
   * must not overlap.
   * @param mark stored together with the records
   * @throws StorageError `no-space` or `unavailable`. As far as is known, nothing was added then.
   */
  append(drafts: readonly LogRecord[], mark?: TimeMark): Promise<void>;

  /** Stores that watches and lists cannot use a revision below `revision`. Must not overlap with the other writes. */
  setReadableFrom(revision: number): Promise<void>;

  /** Removes records and the marks that only they need, all or none. Calls of `append` and `compact` must not overlap. */
  compact(step: CompactionStep): Promise<void>;

  /** Returns sentences about problems of this ledger that its records and heads do not show. */
  check(): readonly string[];
}
