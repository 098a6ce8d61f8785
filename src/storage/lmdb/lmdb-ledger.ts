/**
 * A ledger on disk. Each append and each compaction step is one synced LMDB transaction.
 *
 * LMDB commits a transaction completely or not at all, so a failed commit does not change the ledger. After some
 * failures, such as a failed write of its meta page, LMDB rejects all further work until it is opened again. This is
 * checked at once, because the binding would never settle the next commit.
 */
import type { RootDatabase } from "lmdb";
import type { StorageError } from "../errors.ts";
import { corrupt, unavailable } from "../failures.ts";
import type { CompactionStep, Head, Ledger, LogRecord } from "../local/ledger.ts";
import { TransactionFlags } from "./binding.ts";
import { type EncodedRecord, encodeRecord, Unreadable } from "./codec.ts";
import { commitFailure, noSpace, reportsSpace, rootCause } from "./commit-failure.ts";
import { readCompactedThrough, writeCompactedThrough } from "./meta.ts";
import { isClaimed } from "./ownership.ts";
import type { MetaStore, Stores } from "./stores.ts";

/** The opened parts of a store. */
export interface LmdbLedgerParts extends Stores {
  readonly root: RootDatabase;
  readonly meta: MetaStore;
  readonly directory: string;
  /** Called when the files are closed. */
  readonly onClosed: () => void;
}

const firstRevision = 1;
const mdbPageDamaged: readonly unknown[] = [-30797, -30796];

/** A ledger over an open LMDB store. */
export class LmdbLedger implements Ledger {
  readonly #parts: LmdbLedgerParts;
  #lastRevision: number;
  #compactedThrough: number;
  #wasDiskFull = false;
  #permanentFailure: StorageError | undefined;

  /** Takes over an opened and claimed store. */
  constructor(parts: LmdbLedgerParts) {
    this.#parts = parts;
    this.#compactedThrough = readCompactedThrough(parts.meta);
    // Records above the compacted revision are never removed. So the last revision need not be stored separately.
    const [last = 0] = parts.log.getKeys({ reverse: true, limit: 1, end: 0 });
    this.#lastRevision = Math.max(last, this.#compactedThrough);
  }

  get lastRevision(): number {
    return this.#lastRevision;
  }

  get compactedThrough(): number {
    return this.#compactedThrough;
  }

  /** No operation skips revisions in a store on disk. */
  isSkipped(): boolean {
    return false;
  }

  head(key: string): Head | undefined {
    const head = translateReadErrors(() => this.#parts.heads.get(key));
    return head instanceof Unreadable ? damagedHead(head, key) : head;
  }

  record(revision: number, key?: string): LogRecord | undefined {
    const stored = translateReadErrors(() => this.#parts.log.get(revision));
    if (stored instanceof Unreadable) throw unreadableRecord(stored, revision, key);
    return stored && { revision, key: stored.key, value: stored.value, previous: stored.previous };
  }

  scan(start: string, visit: (key: string, head: Head) => boolean): void {
    translateReadErrors(() => {
      for (const { key, value: head } of this.#parts.heads.getRange({ start })) {
        if (!visit(key, head instanceof Unreadable ? damagedHead(head, key) : head)) return;
      }
    });
  }

  revisions(): Iterable<number> {
    return translateReadErrors(() => [...this.#parts.log.getKeys({ start: firstRevision })]);
  }

  draft(record: LogRecord): EncodedRecord {
    return encodeRecord(record);
  }

  async append(records: readonly EncodedRecord[]): Promise<void> {
    const bytes = records.reduce((sum, record) => sum + record.bytes.length + record.key.length, 0);
    await this.#commit(bytes, ({ log, heads }) => {
      const appended = records.map((record) => log.put(record.revision, record, { append: true }));
      for (const { key, revision, value } of records) void heads.put(key, { revision, deleted: value === undefined });
      return appended;
    });
    this.#lastRevision = records.at(-1)?.revision ?? this.#lastRevision;
  }

  async compact({ through, revisions, keys }: CompactionStep): Promise<void> {
    await this.#commit(0, ({ log, heads, meta }) => {
      for (const revision of revisions) void log.remove(revision);
      for (const key of keys) void heads.remove(key);
      return [writeCompactedThrough(meta, through)];
    });
    this.#compactedThrough = through;
  }

  check(): readonly string[] {
    return isClaimed(this.#parts.root) ? [] : [`this process no longer owns the store in ${this.#parts.directory}`];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.root.close();
    this.#parts.onClosed();
  }

  /**
   * Makes all writes of `write` in one transaction.
   * @param write returns the promises that must resolve to true. Promises of unconditional writes may be omitted,
   * because the binding lets such writes share the promise of the transaction.
   */
  async #commit(bytes: number, write: (parts: LmdbLedgerParts) => readonly Promise<boolean>[]): Promise<void> {
    if (this.#permanentFailure) throw this.#permanentFailure;
    const { directory } = this.#parts;
    // The binding prints an error for each failed attempt on a full disk. So a commit is not attempted while there is
    // no space.
    if (this.#wasDiskFull && !reportsSpace(directory, bytes)) throw noSpace(directory);
    try {
      await this.#inOneTransaction(write);
      this.#wasDiskFull = false;
    } catch (error) {
      const failure = commitFailure(await rootCause(error), directory, bytes);
      this.#wasDiskFull = failure.code === "no-space";
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

function damagedHead({ reason }: Unreadable, key: string): Head {
  return { revision: 0, deleted: false, damage: corrupt(reason, { key }) };
}

function unreadableRecord(
  { reason, key }: Unreadable,
  revision: number,
  expectedKey: string | undefined,
): StorageError {
  const named = expectedKey ?? key;
  return corrupt(reason, named === undefined ? { revision } : { key: named, revision });
}

/** Calls `read`. @throws StorageError, also for errors of the binding */
function translateReadErrors<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error && "code" in error) || typeof error.code !== "number") throw error;
    if (mdbPageDamaged.includes(error.code)) throw corrupt("its page is damaged", { cause: error });
    throw unavailable("the store could not be read", error);
  }
}
