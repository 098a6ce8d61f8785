/**
 * Checks a store's data file without LMDB, before LMDB maps it. It finds three types of damage:
 *
 * - Damaged pages, which could crash the process or hide objects. The store must not be opened.
 * - Keys whose newest write is not in the index. They would be missing from lists, so the store must not be opened.
 * - Unreadable values. They are reported by their keys, and do not affect anything else.
 *
 * The inspection keeps 21 bytes per write, 16 bytes per key and no values, so it needs little memory for large stores.
 * See docs/performance.md, "Micro-measurements", "memory of inspectStore".
 */

import { join } from "node:path";
import { crc32 } from "node:zlib";
import { deletionKind, headBytes, recordLayout, revisionBytes, valueKind } from "./codec.ts";
import { type DatabaseName, databaseNames, isOneOf, metaNames } from "./names.ts";
import {
  databaseBytes,
  dataFileName,
  formatVersion,
  type MetaFault,
  type MetaPage,
  nodeFlags,
  noPage,
  PageFile,
  readDatabase,
  readNumber,
} from "./page-file.ts";
import { checkFlags, FileDamage, type KeyOrder, type LeafEntry, PageWalk } from "./page-walk.ts";

/** A key whose newest value cannot be read. */
export interface DamagedKey {
  readonly key: string;
  /** The revision of the unreadable write. Undefined if the index does not contain it. */
  readonly revision: number | undefined;
  readonly reason: string;
}

/** The result of an inspection. */
export interface StoreInspection {
  /** The reason why the store must not be opened. Undefined if it can be opened. */
  readonly fatal: string | undefined;
  /** In the order of the keys. */
  readonly damaged: readonly DamagedKey[];
  /** Number of unreadable writes that were replaced since. They only affect watches that start in the past. */
  readonly unreadableHistory: number;
  /** Number of keys that have a value. */
  readonly values: number;
  /** Whether another process writes to the store all the time. Then the other members have no meaning. */
  readonly isInUse: boolean;
}

/** Number of attempts if another process writes to the store meanwhile. */
const attemptsMax = 5;

/** Inspects the store in a directory that has a data file. @throws what the file system throws */
export function inspectStore(directory: string): StoreInspection {
  using file = new PageFile(join(directory, dataFileName));
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const before = transactionsOf(file);
    const meta = newestMeta(file);
    const result = typeof meta === "string" ? failedInspection(meta) : inspectPages(file, meta);
    if (transactionsOf(file) === before) return result;
  }
  return { ...failedInspection(undefined), isInUse: true };
}

/**
 * Returns the transactions of both meta pages, which change with each commit. They are returned even if the pages have
 * other faults.
 */
function transactionsOf(file: PageFile): string {
  const first = file.meta(0, 0);
  if (typeof first === "string") return first;
  const second = file.meta(1, first.pageBytes);
  return `${first.transaction} ${typeof second === "string" ? second : second.transaction}`;
}

function failedInspection(fatal: string | undefined): StoreInspection {
  return { fatal, damaged: [], unreadableHistory: 0, values: 0, isInUse: false };
}

function inspectPages(file: PageFile, meta: MetaPage): StoreInspection {
  try {
    return new Inspection(file, meta).run();
  } catch (error) {
    if (error instanceof FileDamage) return failedInspection(error.message);
    throw error;
  }
}

/** The trees whose records are in a meta page. */
const freeListTree = { name: "free pages", order: "number" } as const;
const mainTree = { name: "databases", order: "bytes" } as const;

/** Returns the newer meta page, which LMDB uses. Returns the reason if neither can be trusted. */
export function newestMeta(file: PageFile): MetaPage | string {
  const [minBytes, maxBytes] = [512, 65_536];
  const first = file.meta(0, 0);
  if (typeof first === "string") return metaFault(first);
  const { pageBytes } = first;
  if (pageBytes < minBytes || pageBytes > maxBytes || !Number.isInteger(Math.log2(pageBytes))) {
    return `its first page states a page size of ${pageBytes}`;
  }
  const second = file.meta(1, pageBytes);
  if (typeof second === "string") return metaFault(second);
  if (second.pageBytes !== pageBytes) return "its first two pages state different page sizes";
  return chooseMeta(file, first, second);
}

function metaFault(fault: MetaFault): string {
  if (fault === "missing") return "it is too short to be a database";
  if (fault === "no-database") return "its first pages are not those of a database";
  return `its LMDB format is not ${formatVersion}, the one that this program reads`;
}

/**
 * Returns the newer meta page. A damaged transaction number could make LMDB use the state before the last commit. So
 * each meta page must match the root of its main tree, which each commit writes again.
 */
function chooseMeta(file: PageFile, first: MetaPage, second: MetaPage): MetaPage | string {
  const newest = second.transaction > first.transaction ? second : first;
  const other = newest === first ? second : first;
  const isFresh = newest.transaction === 0;
  if (!isFresh && newest.transaction !== other.transaction + 1) return "its first two pages contradict each other";
  if (newest.transaction % 2 !== newest.number) return "its first two pages contradict each other";
  const last = newest.lastPage;
  if (!(last >= 1) || last * newest.pageBytes > Number.MAX_SAFE_INTEGER / 2)
    return `it states ${last} as its last page`;
  const mapped = Math.max(file.bytes / newest.pageBytes, 2);
  if (last > mapped + 2 ** 24) return `it states ${last} as its last page, but has ${Math.floor(mapped)}`;
  try {
    for (const meta of [other, newest]) {
      checkFlags({ ...freeListTree, record: meta.freeList });
      checkFlags({ ...mainTree, record: meta.main });
      if (meta.main.root === noPage) continue;
      const written = new PageWalk(file, {
        ...meta,
        lastPage: last,
        transaction: newest.transaction + 1,
      }).transactionOf(meta.main.root);
      if (written !== meta.transaction) return "its first two pages contradict the pages that they lead to";
    }
  } catch (error) {
    if (error instanceof FileDamage) return error.message;
    throw error;
  }
  return newest;
}

/** Flags of a write. */
const state = { deleted: 1, unreadable: 2, replaced: 4, current: 8 } as const;

/** The writes of the log, in the order of their revisions. */
class Writes {
  count = 0;
  revisions = new Float64Array(1024);
  previous = new Float64Array(1024);
  keyHashes = new Uint32Array(1024);
  states = new Uint8Array(1024);

  add(revision: number, previous: number, keyHash: number, flags: number): void {
    if (this.count === this.revisions.length) this.#grow();
    this.revisions[this.count] = revision;
    this.previous[this.count] = previous;
    this.keyHashes[this.count] = keyHash;
    this.states[this.count] = flags;
    this.count++;
  }

  /** Returns the index of the write with a revision. -1 if there is none. */
  find(revision: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.revisions[middle] as number;
      if (found === revision) return middle;
      if (found < revision) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  #grow(): void {
    const length = this.revisions.length * 2;
    const copy = <T extends Float64Array | Uint32Array | Uint8Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.revisions = copy(this.revisions, new Float64Array(length));
    this.previous = copy(this.previous, new Float64Array(length));
    this.keyHashes = copy(this.keyHashes, new Uint32Array(length));
    this.states = copy(this.states, new Uint8Array(length));
  }
}

interface SubDatabase {
  readonly name: DatabaseName;
  readonly at: Buffer;
}

class Inspection {
  readonly #walk: PageWalk;
  readonly #meta: MetaPage;
  readonly #writes = new Writes();
  readonly #damaged: DamagedKey[] = [];
  #freed: [first: number, count: number][] = [];
  /** Hashes of the keys in the index, and the revisions to which they lead. */
  readonly #headHashes: number[] = [];
  readonly #headRevisions: number[] = [];
  #values = 0;

  constructor(file: PageFile, meta: MetaPage) {
    this.#walk = new PageWalk(file, meta);
    this.#meta = meta;
  }

  /** @throws FileDamage */
  run(): StoreInspection {
    const databases = this.#databases();
    this.#freeList();
    this.#database(databases, "meta", (entry) => this.#metaEntry(entry));
    this.#database(databases, "times", () => undefined);
    this.#database(databases, "log", (entry) => this.#logEntry(entry));
    this.#markReplaced();
    this.#database(databases, "heads", (entry) => this.#headEntry(entry));
    this.#checkLost();
    return {
      fatal: undefined,
      damaged: this.#damaged,
      unreadableHistory: this.#countUnreadableHistory(),
      values: this.#values,
      isInUse: false,
    };
  }

  #databases(): SubDatabase[] {
    const found: SubDatabase[] = [];
    this.#walk.walk({
      ...mainTree,
      record: this.#meta.main,
      visit: (entry) => {
        // The binding writes names with a NUL at the end.
        const name = textOf(entry.page, entry.keyAt, entry.keyBytes).replace(/\0$/, "");
        const isDatabase = entry.flags === nodeFlags.subDatabase && entry.dataBytes === databaseBytes;
        if (!isDatabase || !isOneOf(databaseNames, name))
          throw new FileDamage(`it has an unknown database ${JSON.stringify(name)}`);
        found.push({ name, at: Buffer.from(entry.data()) });
      },
    });
    // A store that is being created may have only some of them. If one was lost, the count of the main tree would not
    // match.
    return found;
  }

  #database(databases: readonly SubDatabase[], name: DatabaseName, visit: (entry: LeafEntry) => void): void {
    const database = databases.find((one) => one.name === name);
    if (!database) return;
    const order: KeyOrder = name === "log" || name === "times" ? "revision" : "bytes";
    this.#walk.walk({ name, record: readDatabase(database.at, 0), order, visit });
  }

  #freeList(): void {
    const { freeList } = this.#meta;
    const freed: [first: number, count: number][] = [];
    this.#walk.walk({
      ...freeListTree,
      record: freeList,
      visit: (entry) => {
        const list = entry.data();
        const count = readNumber(list, 0);
        if (list.length < 8 || (count + 1) * 8 > list.length) throw new FileDamage("the free list is cut short");
        for (let at = 8; at <= count * 8; at += 8) {
          const value = list.readBigInt64LE(at);
          if (value === 0n) continue;
          if (value > 0n) freed.push([Number(value), 1]);
          else {
            at += 8;
            if (at > count * 8) throw new FileDamage("the free list is cut short");
            freed.push([readNumber(list, at), -Number(value)]);
          }
        }
      },
    });
    this.#freed = freed;
  }

  #metaEntry(entry: LeafEntry): void {
    const name = textOf(entry.page, entry.keyAt, entry.keyBytes);
    if (!isOneOf(metaNames, name)) throw new FileDamage(`it states an unknown ${JSON.stringify(name)} of itself`);
  }

  #logEntry(entry: LeafEntry): void {
    const revision = entry.page.readUIntBE(entry.keyAt, revisionBytes);
    const record = entry.isInline ? entry.page : entry.data();
    const at = entry.isInline ? entry.dataAt : 0;
    const end = at + entry.dataBytes;
    const { previousAt, keyLengthAt, keyAt, kindAt, checksumBytes } = recordLayout;
    const isWhole =
      entry.dataBytes >= keyAt && crc32(record.subarray(at + checksumBytes, end)) === record.readUInt32BE(at);
    if (!isWhole) {
      this.#writes.add(revision, 0, 0, state.unreadable);
      return;
    }
    const kind = record[at + kindAt];
    const keyHash = hashOf(record, at + keyAt, record.readUInt16BE(at + keyLengthAt));
    const flags = kind === deletionKind ? state.deleted : kind === valueKind ? 0 : state.unreadable;
    this.#writes.add(revision, record.readUIntBE(at + previousAt, revisionBytes), keyHash, flags);
  }

  #markReplaced(): void {
    const { count, previous, states } = this.#writes;
    for (let at = 0; at < count; at++) {
      if (previous[at] === 0) continue;
      const replaced = this.#writes.find(previous[at] as number);
      if (replaced >= 0) states[replaced] = (states[replaced] as number) | state.replaced;
    }
  }

  #headEntry(entry: LeafEntry): void {
    const { page, keyAt, keyBytes, dataAt } = entry;
    const isWhole = entry.isInline && entry.dataBytes === headBytes;
    const kind = isWhole ? page[dataAt] : 0;
    const keyHash = hashOf(page, keyAt, keyBytes);
    if (kind !== valueKind && kind !== deletionKind) {
      this.#noteHead(keyHash, Number.POSITIVE_INFINITY);
      this.#report(entry, undefined, "its place in the log is unreadable");
      return;
    }
    const revision = page.readUIntBE(dataAt + 1, revisionBytes);
    this.#noteHead(keyHash, revision);
    if (kind === valueKind) this.#values++;
    const fault = this.#headFault(revision, keyHash, kind === deletionKind);
    if (fault !== undefined) this.#report(entry, revision, fault);
  }

  #report({ page, keyAt, keyBytes }: LeafEntry, revision: number | undefined, reason: string): void {
    this.#damaged.push({ key: textOf(page, keyAt, keyBytes), revision, reason });
  }

  #noteHead(keyHash: number, revision: number): void {
    this.#headHashes.push(keyHash);
    this.#headRevisions.push(revision);
  }

  /** Returns why the write to which the index leads cannot be read. Undefined if it can. */
  #headFault(revision: number, keyHash: number, isDeletion: boolean): string | undefined {
    const { states, keyHashes } = this.#writes;
    const at = this.#writes.find(revision);
    if (at < 0) return "its write is missing";
    const flags = states[at] as number;
    if ((flags & state.unreadable) !== 0) {
      states[at] = flags | state.current;
      return "its checksum is wrong";
    }
    if (keyHashes[at] !== keyHash) return "its write belongs to another key";
    states[at] = flags | state.current;
    if (((flags & state.deleted) !== 0) === isDeletion) return undefined;
    if (isDeletion) throw new FileDamage(`the index says that revision ${revision} is a deletion, but it is not`);
    return "its write is a deletion";
  }

  /** Checks that each write that was not replaced is the newest write of its key. */
  #checkLost(): void {
    for (const [first, count] of this.#freed) this.#walk.free(first, count);
    const { count, revisions, keyHashes, states } = this.#writes;
    let newest: Map<number, number> | undefined;
    for (let at = 0; at < count; at++) {
      if (((states[at] as number) & (state.replaced | state.current | state.unreadable)) !== 0) continue;
      // An unreadable write may have replaced this one. In that case, the index has a later revision for the key.
      newest ??= this.#newestByHash();
      const revision = revisions[at] as number;
      if ((newest.get(keyHashes[at] as number) ?? 0) > revision) continue;
      throw new FileDamage(`no key of the index leads to revision ${revision}`);
    }
  }

  #newestByHash(): Map<number, number> {
    const newest = new Map<number, number>();
    for (const [index, keyHash] of this.#headHashes.entries()) {
      newest.set(keyHash, Math.max(newest.get(keyHash) ?? 0, this.#headRevisions[index] as number));
    }
    return newest;
  }

  #countUnreadableHistory(): number {
    const { count, states } = this.#writes;
    let unreadable = 0;
    for (let at = 0; at < count; at++) {
      const flags = states[at] as number;
      if ((flags & state.unreadable) !== 0 && (flags & state.current) === 0) unreadable++;
    }
    return unreadable;
  }
}

function textOf(bytes: Buffer, at: number, length: number): string {
  return bytes.toString("utf8", at, at + length);
}

/** FNV-1a. Keys that differ in a single byte never have equal hashes. */
function hashOf(bytes: Buffer, at: number, length: number): number {
  let hash = 0x811c9dc5;
  for (let index = at; index < at + length; index++) hash = Math.imul(hash ^ (bytes[index] as number), 0x01000193);
  return hash >>> 0;
}
