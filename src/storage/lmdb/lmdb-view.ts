/** Reads the ledger in an open LMDB store. Several processes can read one store, while one of them writes to it. */
import type { RootDatabase } from "lmdb";
import type { StorageError } from "../errors.ts";
import { corrupt, unavailable } from "../failures.ts";
import { keyBytesMax } from "../limits.ts";
import { compareKeys } from "../local/key-order.ts";
import type { Head, LedgerView, LogRecord, TimeMark } from "../local/ledger.ts";
import { Unreadable } from "./codec.ts";
import { readCompactedThrough, readReadableFrom } from "./meta.ts";
import type { MetaStore, Stores } from "./stores.ts";

/** The opened databases of a store. */
export interface OpenStore extends Stores {
  readonly root: RootDatabase;
  readonly meta: MetaStore;
}

/** Greatest number of bytes that one code unit of a text takes in UTF-8. */
const utf8BytesMax = 3;
const firstRevision = 1;
/** Greatest revision that a key can have. */
const revisionMax = 2 ** 48 - 1;
/** Number of marks that are tried if the first ones cannot be read. */
const marksReadMax = 16;
const mdbPageDamaged: readonly unknown[] = [-30797, -30796];

/** The ledger of an open store. Its numbers are read from the store at each use, because another process may write. */
export class LmdbView implements LedgerView {
  readonly #store: OpenStore;

  constructor(store: OpenStore) {
    this.#store = store;
  }

  /** Reads the newest commit of any process. Takes 2.5 us. */
  get lastRevision(): number {
    this.#readNewestCommit();
    return translateReadErrors(() => {
      const { log } = this.#store;
      // Records above the compacted revision are never removed. So the last revision need not be stored separately.
      const [last] = log.getKeys({ reverse: true, limit: 1, end: 0 });
      return last ?? this.compactedThrough;
    });
  }

  get compactedThrough(): number {
    this.#readNewestCommit();
    return translateReadErrors(() => readCompactedThrough(this.#store.meta));
  }

  get readableFrom(): number {
    const { compactedThrough } = this;
    return translateReadErrors(() => Math.max(readReadableFrom(this.#store.meta), compactedThrough));
  }

  /** A mark that cannot be read is left out. `check()` reports it. */
  markUpTo(revision: number): TimeMark | undefined {
    return translateReadErrors(() => {
      const start = Math.min(revision, revisionMax);
      for (const { key, value } of this.#store.times.getRange({ start, reverse: true, limit: marksReadMax })) {
        if (!(value instanceof Unreadable)) return { revision: key, ...value };
      }
      return undefined;
    });
  }

  /** Returns the revisions of all marks before `revision`, ascending, up to a limit. */
  marksBefore(revision: number, limit: number): readonly number[] {
    return translateReadErrors(() => {
      const found = [...this.#store.times.getKeys({ start: 0, limit })];
      return found.filter((mark) => mark < revision);
    });
  }

  /** Returns one sentence for each mark that cannot be read. */
  checkMarks(): readonly string[] {
    return translateReadErrors(() => {
      const problems: string[] = [];
      for (const { key, value } of this.#store.times.getRange({ start: 0 })) {
        if (value instanceof Unreadable) problems.push(`the time of revision ${key} cannot be read: ${value.reason}`);
      }
      return problems;
    });
  }

  /** No operation skips revisions in a store on disk. */
  isSkipped(): boolean {
    return false;
  }

  head(key: string): Head | undefined {
    if (isTooLong(key)) return undefined;
    const head = translateReadErrors(() => this.#store.heads.get(key));
    return head instanceof Unreadable ? damagedHead(head, key) : head;
  }

  /** Whether the newest commit has a record of the revision. */
  hasRecord(revision: number): boolean {
    return translateReadErrors(() => {
      const [found] = this.#store.log.getKeys({ start: revision, limit: 1 });
      return found === revision;
    });
  }

  record(revision: number, key?: string): LogRecord | undefined {
    const stored = translateReadErrors(() => this.#store.log.get(revision));
    if (stored instanceof Unreadable) throw unreadableRecord(stored, revision, key);
    return stored && { revision, key: stored.key, value: stored.value, previous: stored.previous };
  }

  scan(start: string, visit: (key: string, head: Head) => boolean): void {
    // If half of a character is cut off, the rest comes before the whole character.
    const first = isTooLong(start) ? start.slice(0, keyBytesMax / utf8BytesMax) : start;
    translateReadErrors(() => {
      for (const { key, value: head } of this.#store.heads.getRange({ start: first })) {
        if (first !== start && compareKeys(key, start) < 0) continue;
        if (!visit(key, head instanceof Unreadable ? damagedHead(head, key) : head)) return;
      }
    });
  }

  revisions(): Iterable<number> {
    return translateReadErrors(() => [...this.#store.log.getKeys({ start: firstRevision })]);
  }

  /** Otherwise, the binding would read the commit that was the newest one at the first read of this turn. */
  #readNewestCommit(): void {
    this.#store.root.resetReadTxn();
  }
}

/** Whether no write can have stored the key. The binding rejects reads of keys that are much longer. */
function isTooLong(key: string): boolean {
  return key.length * utf8BytesMax > keyBytesMax && Buffer.byteLength(key) > keyBytesMax;
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
