/**
 * A ledger on disk. Each append and each compaction step is one synced LMDB transaction.
 *
 * LMDB commits a transaction completely or not at all, so a failed commit does not change the ledger. After some
 * failures, such as a failed write of its meta page, LMDB rejects all further work until it is opened again. This is
 * checked at once, because the binding would never settle the next commit.
 */
import type { StorageError } from "../errors.ts";
import { unavailable } from "../failures.ts";
import { compactionRecordsPerStep } from "../limits.ts";
import type { CompactionStep, Head, Ledger, LogRecord, TimeMark } from "../local/ledger.ts";
import { TransactionFlags } from "./binding.ts";
import { type EncodedRecord, encodeRecord } from "./codec.ts";
import { commitFailure, noSpace, reportsSpace, rootCause } from "./commit-failure.ts";
import { LmdbView, type OpenStore } from "./lmdb-view.ts";
import { writeCompactedThrough } from "./meta.ts";
import type { StoreUsers } from "./store-users.ts";

/** The opened parts of a store. */
export interface LmdbLedgerParts extends OpenStore {
  readonly directory: string;
  readonly users: Pick<StoreUsers, "includesThisProcess">;
  /** Closes the files, and ends the claim of the store. */
  readonly close: () => Promise<void>;
}

/** Number of marks that one step of a compaction removes. There are fewer marks than records. */
const marksPerStep = 2 * compactionRecordsPerStep;

/** A ledger over an open LMDB store. */
export class LmdbLedger implements Ledger {
  readonly #parts: LmdbLedgerParts;
  readonly #view: LmdbView;
  #lastRevision: number;
  #compactedThrough: number;
  #readableFrom: number;
  #isAppending = false;
  #permanentFailure: StorageError | undefined;

  /** Takes over an opened and claimed store. */
  constructor(parts: LmdbLedgerParts) {
    this.#parts = parts;
    this.#view = new LmdbView(parts);
    this.#compactedThrough = this.#view.compactedThrough;
    this.#readableFrom = this.#view.readableFrom;
    this.#lastRevision = Math.max(this.#view.lastRevision, this.#compactedThrough);
  }

  get lastRevision(): number {
    return this.#lastRevision;
  }

  get compactedThrough(): number {
    return this.#compactedThrough;
  }

  get readableFrom(): number {
    return Math.max(this.#readableFrom, this.#compactedThrough);
  }

  markUpTo(revision: number): TimeMark | undefined {
    return this.#view.markUpTo(revision);
  }

  isSkipped(): boolean {
    return this.#view.isSkipped();
  }

  head(key: string): Head | undefined {
    return this.#view.head(key);
  }

  record(revision: number, key?: string): LogRecord | undefined {
    return this.#view.record(revision, key);
  }

  scan(start: string, visit: (key: string, head: Head) => boolean): void {
    this.#view.scan(start, visit);
  }

  revisions(): Iterable<number> {
    return this.#view.revisions();
  }

  visibleRevision(): number {
    return this.#isAppending ? this.#view.lastRevision : this.#lastRevision;
  }

  draft(record: LogRecord): EncodedRecord {
    return encodeRecord(record);
  }

  async append(records: readonly EncodedRecord[], mark?: TimeMark): Promise<void> {
    const bytes = records.reduce((sum, record) => sum + record.bytes.length + record.key.length, 0);
    this.#isAppending = true;
    try {
      await this.#commit(bytes, ({ log, heads, times }) => {
        const appended = records.map((record) => log.put(record.revision, record, { append: true }));
        for (const { key, revision, value } of records) void heads.put(key, { revision, deleted: value === undefined });
        if (mark) void times.put(mark.revision, mark);
        return appended;
      });
      this.#confirmAppended(records);
      this.#lastRevision = records.at(-1)?.revision ?? this.#lastRevision;
    } finally {
      this.#isAppending = false;
    }
  }

  async setReadableFrom(revision: number): Promise<void> {
    await this.#commit(0, ({ meta }) => [meta.put("readableFrom", revision)]);
    this.#readableFrom = revision;
  }

  async compact({ through, revisions, keys }: CompactionStep): Promise<void> {
    const oldestMark = this.#view.markUpTo(through)?.revision ?? 0;
    const marks = this.#view.marksBefore(oldestMark, marksPerStep);
    await this.#commit(0, ({ log, heads, times, meta }) => {
      for (const revision of marks) void times.remove(revision);
      for (const revision of revisions) void log.remove(revision);
      for (const key of keys) void heads.remove(key);
      return [writeCompactedThrough(meta, through)];
    });
    this.#compactedThrough = through;
  }

  check(): readonly string[] {
    const { users, directory } = this.#parts;
    const problems = this.#view.checkMarks();
    return users.includesThisProcess
      ? problems
      : [...problems, `this process no longer owns the store in ${directory}`];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.close();
  }

  /**
   * Checks that the commit of `records` is the newest one, and that the record before them still exists. If another program
   * opens the store at the wrong moment, LMDB replaces earlier commits instead (see store-users.ts). Takes 5 us.
   * @throws StorageError `unavailable`, also for all later commits
   */
  #confirmAppended(records: readonly EncodedRecord[]): void {
    const [first] = records;
    if (first === undefined) return;
    const before = first.revision - 1;
    const isComplete =
      this.#view.lastRevision === records.at(-1)?.revision &&
      (before <= this.#compactedThrough || this.#view.hasRecord(before));
    if (isComplete) return;
    this.#permanentFailure = unavailable(
      `the store in ${this.#parts.directory} has lost commits before revision ${first.revision}, because another ` +
        "program has opened it",
    );
    throw this.#permanentFailure;
  }

  /**
   * Makes all writes of `write` in one transaction.
   * @param write returns the promises that must resolve to true. Promises of unconditional writes may be omitted,
   * because the binding lets such writes share the promise of the transaction.
   */
  async #commit(bytes: number, write: (parts: LmdbLedgerParts) => readonly Promise<boolean>[]): Promise<void> {
    if (this.#permanentFailure) throw this.#permanentFailure;
    const { directory } = this.#parts;
    // If LMDB cannot write a page, it writes its error message beyond the memory that it has reserved for the message. This
    // can end the process. So a commit is attempted only if there is space for it. The check takes 2 us.
    if (!reportsSpace(directory, bytes)) throw noSpace(directory);
    try {
      await this.#inOneTransaction(write);
    } catch (error) {
      const failure = commitFailure(await rootCause(error), directory, bytes);
      this.#permanentFailure ??= this.#whyUnusable();
      throw failure;
    }
  }

  async #inOneTransaction(write: (parts: LmdbLedgerParts) => readonly Promise<boolean>[]): Promise<void> {
    // In both failures below, it is unknown how much of the transaction was written. So no other transaction may
    // follow.
    let writes: readonly Promise<boolean>[] | undefined;
    try {
      const committed = this.#parts.root.batch(() => {
        writes = write(this.#parts);
      });
      // All of them reject when the commit fails, so each must be awaited.
      const results = await Promise.all([committed, ...(writes ?? [])]);
      if (results.includes(false)) this.#permanentFailure = unavailable("a revision was in the store already");
    } finally {
      if (writes === undefined) this.#permanentFailure = unavailable("a transaction could not be put together");
    }
    if (this.#permanentFailure) throw this.#permanentFailure;
  }

  /** Returns why LMDB accepts no further transactions, which an empty transaction shows. Undefined if it does. */
  #whyUnusable(): StorageError | undefined {
    const { root, directory } = this.#parts;
    try {
      root.transactionSync(() => undefined, TransactionFlags.SYNCHRONOUS_COMMIT);
      return undefined;
    } catch (error) {
      return unavailable(`the store in ${directory} has failed and must be opened anew`, error);
    }
  }
}
