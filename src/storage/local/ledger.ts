/**
 * What an engine in this process stands on: a log with one record per revision, and for every key the revision of its
 * newest record. Records of one key are linked from newer to older, so any kept revision can be read back.
 *
 * Reads are synchronous and see at least everything that a resolved `append` wrote; they may see more (a commit that is
 * durable but not announced yet), so callers read "as of" the revision that they have announced.
 */
import type { StorageError } from "../errors.ts";

/** The newest record of a key. */
export interface Head {
  readonly revision: number;
  readonly deleted: boolean;
  /** Why the head cannot be read. Then its revision is 0. Absent for almost all heads. */
  readonly damage?: StorageError;
}

/** One write, as it is kept. */
export interface LogRecord {
  readonly revision: number;
  readonly key: string;
  /** Absent for a deletion. */
  readonly value: Uint8Array | undefined;
  /** Revision of the record of the same key before this one, 0 for none. That record may have been forgotten since. */
  readonly previous: number;
}

/** What a compaction takes out. */
export interface Forgetting {
  /** No read needs a revision below this one any more. */
  readonly through: number;
  readonly revisions: readonly number[];
  /** Keys whose newest record is a deletion among `revisions`. */
  readonly keys: readonly string[];
}

export interface Ledger extends AsyncDisposable {
  /** Revision of the newest record ever appended, or the one that the ledger was set forward to; 0 in an empty ledger. */
  readonly lastRevision: number;

  /** `through` of the last forgetting that was carried out; 0 before the first. */
  readonly forgottenThrough: number;

  /** True for a revision above the forgotten ones that no write has taken, because the ledger was set forward past it. */
  isSkipped(revision: number): boolean;

  /** @throws StorageError `unavailable` */
  head(key: string): Head | undefined;

  /**
   * @param key the key that it is expected to be of, to name in an error
   * @returns undefined when there is no such record (any more)
   * @throws StorageError `corrupt`, `unavailable`
   */
  record(revision: number, key?: string): LogRecord | undefined;

  /**
   * Visits the keys from `start` on, in the order of their UTF-8 bytes, until `visit` returns false.
   * `visit` may read from the ledger but must not write to it.
   */
  scan(start: string, visit: (key: string, head: Head) => boolean): void;

  /** The revisions of all records, ascending. */
  revisions(): Iterable<number>;

  /**
   * The record as it will be kept: in memory of its own, whatever becomes of the buffer that its value is in now.
   * Adds nothing yet.
   */
  draft(record: LogRecord): LogRecord;

  /**
   * Adds drafts with the next revisions, all or none. Resolves once they are durable.
   * One call of `append` or `forget` at a time.
   * @throws StorageError `no-space` or `unavailable`, having added nothing as far as is known
   */
  append(drafts: readonly LogRecord[]): Promise<void>;

  /** Takes out records, all or none. One call of `append` or `forget` at a time. */
  forget(forgetting: Forgetting): Promise<void>;

  /** Sentences about what is wrong with this ledger in ways that its records and heads do not show. */
  check(): readonly string[];
}
