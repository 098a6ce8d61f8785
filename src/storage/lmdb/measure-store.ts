/** Measures a store's data file without LMDB, so that it can be done beside a running server. */
import { join } from "node:path";
import { headBytes, recordLayout, revisionBytes, valueKind } from "./codec.ts";
import { newestMeta } from "./inspect-store.ts";
import { type DatabaseName, databaseNames, isOneOf } from "./names.ts";
import {
  databaseBytes,
  dataFileName,
  type MetaPage,
  nodeFlags,
  PageFile,
  readDatabase,
  readNumber,
} from "./page-file.ts";
import { FileDamage, type KeyOrder, type LeafEntry, PageWalk } from "./page-walk.ts";

/** Numbers of one group of keys. */
export interface GroupSize {
  /** Number of keys with a value. */
  readonly keys: number;
  /** Length of these values and their keys. */
  readonly bytes: number;
  /** Length of the replaced values and deletions that are kept. */
  readonly historyBytes: number;
}

/** Result of `measureStore`. Lengths are in bytes. */
export interface StoreSizes {
  readonly fileBytes: number;
  readonly pageBytes: number;
  /** Number of pages in use and free. */
  readonly pages: number;
  readonly freePages: number;
  /** The newest revision, and the number of kept writes. */
  readonly revision: number;
  readonly revisions: number;
  /** Earlier states cannot be read before this revision. */
  readonly oldestRevision: number;
  /** By the group that the caller's function returns. */
  readonly groups: ReadonlyMap<string, GroupSize>;
}

/** Number of attempts if another process writes to the store meanwhile. */
const attemptsMax = 5;

/**
 * Measures the store in a directory.
 * @param groupOf returns the group of a key
 * @returns undefined if another process writes to it all the time
 * @throws FileDamage, and what the file system throws
 */
export function measureStore(directory: string, groupOf: (key: string) => string): StoreSizes | undefined {
  using file = new PageFile(join(directory, dataFileName));
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const meta = newestMeta(file);
    if (typeof meta === "string") throw new FileDamage(meta);
    try {
      const sizes = new Measurement(file, meta, groupOf).run();
      if (isSameCommit(file, meta)) return sizes;
    } catch (error) {
      // Pages that were written meanwhile look damaged.
      if (!(error instanceof FileDamage) || isSameCommit(file, meta)) throw error;
    }
  }
  return undefined;
}

function isSameCommit(file: PageFile, before: MetaPage): boolean {
  const now = newestMeta(file);
  return typeof now !== "string" && now.transaction === before.transaction;
}

class Measurement {
  readonly #file: PageFile;
  readonly #meta: MetaPage;
  readonly #walk: PageWalk;
  readonly #groupOf: (key: string) => string;
  readonly #groups = new Map<string, { keys: number; bytes: number; historyBytes: number }>();
  /** Revisions of the newest values. */
  readonly #current = new Set<number>();
  #freePages = 0;
  #revisions = 0;
  #revision = 0;
  #compactedThrough = 0;

  constructor(file: PageFile, meta: MetaPage, groupOf: (key: string) => string) {
    this.#file = file;
    this.#meta = meta;
    this.#walk = new PageWalk(file, meta);
    this.#groupOf = groupOf;
  }

  run(): StoreSizes {
    const databases = this.#databases();
    this.#countFree();
    this.#database(databases, "meta", (entry) => this.#metaEntry(entry));
    this.#database(databases, "heads", (entry) => this.#headEntry(entry));
    this.#database(databases, "log", (entry) => this.#logEntry(entry));
    const { pageBytes, lastPage } = this.#meta;
    return {
      fileBytes: this.#file.bytes,
      pageBytes,
      pages: lastPage + 1,
      freePages: this.#freePages,
      revision: Math.max(this.#revision, this.#compactedThrough),
      revisions: this.#revisions,
      oldestRevision: this.#compactedThrough,
      groups: new Map([...this.#groups].sort(([one], [other]) => (one < other ? -1 : 1))),
    };
  }

  #databases(): ReadonlyMap<DatabaseName, Buffer> {
    const found = new Map<DatabaseName, Buffer>();
    const visit = (entry: LeafEntry): void => {
      const name = entry.page.toString("utf8", entry.keyAt, entry.keyAt + entry.keyBytes).replace(/\0$/, "");
      const isDatabase = entry.flags === nodeFlags.subDatabase && entry.dataBytes === databaseBytes;
      if (isDatabase && isOneOf(databaseNames, name)) found.set(name, Buffer.from(entry.data()));
    };
    this.#walk.walk({ name: "databases", order: "bytes", record: this.#meta.main, visit });
    return found;
  }

  #database(databases: ReadonlyMap<DatabaseName, Buffer>, name: DatabaseName, visit: (entry: LeafEntry) => void): void {
    const record = databases.get(name);
    const order: KeyOrder = name === "log" ? "revision" : "bytes";
    if (record) this.#walk.walk({ name, record: readDatabase(record, 0), order, visit });
  }

  #countFree(): void {
    const visit = (entry: LeafEntry): void => {
      const list = entry.data();
      for (let at = 8; at <= readNumber(list, 0) * 8 && at + 8 <= list.length; at += 8) {
        const value = list.readBigInt64LE(at);
        if (value > 0n) this.#freePages += 1;
        if (value >= 0n) continue;
        // A negative number is the length of a range, whose first page follows.
        this.#freePages += Number(-value);
        at += 8;
      }
    };
    this.#walk.walk({ name: "free pages", order: "number", record: this.#meta.freeList, visit });
  }

  #metaEntry(entry: LeafEntry): void {
    const name = entry.page.toString("utf8", entry.keyAt, entry.keyAt + entry.keyBytes);
    if (name === "forgottenThrough") this.#compactedThrough = Number(entry.data().toString("utf8", 0, entry.dataBytes));
  }

  #headEntry({ page, dataAt, dataBytes, isInline }: LeafEntry): void {
    if (!isInline || dataBytes !== headBytes || page[dataAt] !== valueKind) return;
    this.#current.add(page.readUIntBE(dataAt + 1, revisionBytes));
  }

  #logEntry(entry: LeafEntry): void {
    const revision = entry.page.readUIntBE(entry.keyAt, revisionBytes);
    this.#revision = Math.max(this.#revision, revision);
    this.#revisions += 1;
    const { keyLengthAt, keyAt } = recordLayout;
    if (entry.dataBytes < keyAt) return;
    const record = entry.isInline ? entry.page.subarray(entry.dataAt, entry.dataAt + entry.dataBytes) : entry.data();
    const group = this.#group(record.toString("utf8", keyAt, keyAt + record.readUInt16BE(keyLengthAt)));
    if (this.#current.has(revision)) {
      group.keys += 1;
      group.bytes += entry.dataBytes;
    } else group.historyBytes += entry.dataBytes;
  }

  #group(key: string): { keys: number; bytes: number; historyBytes: number } {
    const name = this.#groupOf(key);
    const group = this.#groups.get(name) ?? { keys: 0, bytes: 0, historyBytes: 0 };
    this.#groups.set(name, group);
    return group;
  }
}
