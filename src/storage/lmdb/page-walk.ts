/**
 * Walks the trees of a data file and checks everything that LMDB relies on: page numbers, page types, that nodes fill
 * their pages exactly, the order of keys, that no page is used twice, and LMDB's own counts.
 */
import { revisionBytes } from "./codec.ts";
import {
  type DatabaseRecord,
  databaseFlags,
  nodeFlags,
  noPage,
  type PageFile,
  pageFlags,
  pageHeaderBytes,
  readNumber,
} from "./page-file.ts";

/** Maximum depth of a tree. No real file has a deeper one. */
const depthMax = 32;
const nodeHeaderBytes = 8;
/** Length of a key that is a number of LMDB, such as a transaction ID. */
const numberBytes = 8;
const largeDataBytes = 24;
const keyBytesMax = 4096;

/** An entry of a leaf page, within the page's buffer. The walk uses one object for all entries. */
export interface LeafEntry {
  readonly page: Buffer;
  readonly keyAt: number;
  readonly keyBytes: number;
  readonly flags: number;
  /** Length of the data. For large data, the total length. */
  readonly dataBytes: number;
  /** Offset of the data in `page`, if it is inline. */
  readonly dataAt: number;
  /** Whether the data is in `page`. */
  readonly isInline: boolean;
  /** Returns the data, including data on overflow pages. Valid until the next call. */
  data(): Buffer;
}

/** The order of a database's keys: by their bytes, as big-endian revisions, or as little-endian numbers. */
export type KeyOrder = "bytes" | "revision" | "number";

/** A tree to walk. */
export interface PageTree {
  /** For error messages. */
  readonly name: string;
  readonly record: DatabaseRecord;
  readonly order: KeyOrder;
  readonly visit: (entry: LeafEntry) => void;
}

/** Thrown for damage that prevents LMDB from reading the file safely. */
export class FileDamage extends Error {
  override readonly name = "FileDamage";
}

/** Checks that LMDB would read a tree like this program does. @throws FileDamage */
export function checkFlags({ record, name, order }: Pick<PageTree, "record" | "name" | "order">): void {
  const expected = order === "number" ? databaseFlags.integerKeys : 0;
  if (record.flags !== expected) throw new FileDamage(`the tree of ${name} has the flags ${record.flags}`);
}

interface Counts {
  branchPages: number;
  leafPages: number;
  overflowPages: number;
  entries: number;
}

/** Known uses of a page. */
const pageUse = { unknown: 0, tree: 1, markFree: 2 } as const;

/** Walks the trees of one data file. It records the use of each page, to detect pages that are used twice. */
export class PageWalk {
  readonly #file: PageFile;
  readonly #pageBytes: number;
  readonly #lastPage: number;
  readonly #transaction: number;
  readonly #uses: Uint8Array;
  /** One page buffer for each level of the tree. */
  readonly #levels: Buffer[] = [];
  #large = Buffer.alloc(0);

  constructor(file: PageFile, meta: { pageBytes: number; lastPage: number; transaction: number }) {
    this.#file = file;
    this.#pageBytes = meta.pageBytes;
    this.#lastPage = meta.lastPage;
    this.#transaction = meta.transaction;
    this.#uses = new Uint8Array(meta.lastPage + 1);
    this.#uses.fill(pageUse.tree, 0, 2);
  }

  /** Returns the transaction that wrote a page. @throws FileDamage */
  transactionOf(page: number): number {
    return readNumber(this.#read(page, 0, "the root page"), 8);
  }

  /** Visits all entries of a tree in order. @throws FileDamage for the first problem */
  walk(tree: PageTree): void {
    const { record, name } = tree;
    const counts: Counts = { branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 };
    checkFlags(tree);
    if (record.depth > depthMax) throw new FileDamage(`the tree of ${name} has a depth of ${record.depth}`);
    if (record.root !== noPage) new TreeWalk(this, tree, counts).page(record.root, 0);
    for (const field of ["branchPages", "leafPages", "overflowPages", "entries"] as const) {
      if (counts[field] === record[field]) continue;
      const what = field.replace("Pages", " pages");
      throw new FileDamage(`the tree of ${name} has ${counts[field]} ${what}, but ${record[field]} were counted`);
    }
  }

  /** Records free pages. @throws FileDamage if a tree uses one of them, or if it is listed as free already */
  free(first: number, count: number): void {
    if (!(first >= 2 && count > 0 && first + count - 1 <= this.#lastPage)) {
      throw new FileDamage(`the free list names page ${first}, the last one is ${this.#lastPage}`);
    }
    for (let page = first; page < first + count; page++) {
      if (this.#uses[page] !== pageUse.unknown) {
        const use = this.#uses[page] === pageUse.markFree ? "twice" : "although it is in use";
        throw new FileDamage(`page ${page} is in the free list ${use}`);
      }
      this.#uses[page] = pageUse.markFree;
    }
  }

  /** Reads a page of a tree and records its use. @throws FileDamage */
  readTreePage(page: number, level: number, name: string): Buffer {
    this.#use(page, 1, name);
    return this.#read(page, level, `the tree of ${name}`);
  }

  /** Reads data on overflow pages. @throws FileDamage */
  readLargeData(first: number, pages: number, bytes: number, name: string): Buffer {
    if (pages !== Math.floor((pageHeaderBytes - 1 + bytes) / this.#pageBytes) + 1) {
      throw new FileDamage(`a value of ${bytes} bytes in ${name} has ${pages} pages`);
    }
    this.#use(first, pages, name);
    const size = pageHeaderBytes + bytes;
    if (this.#large.length < size) this.#large = Buffer.allocUnsafeSlow(Math.max(size, 64 * 1024));
    const target = this.#large.subarray(0, size);
    if (!this.#file.read(target, first * this.#pageBytes)) throw this.#endsBefore(first);
    this.#checkHeader(target, first, pageFlags.overflow);
    if (target.readUInt32LE(20) !== pages) throw new FileDamage(`page ${first} states another length`);
    return target.subarray(pageHeaderBytes);
  }

  get pageBytes(): number {
    return this.#pageBytes;
  }

  #use(first: number, pages: number, name: string): void {
    if (!(first >= 2 && pages > 0 && first + pages - 1 <= this.#lastPage)) {
      throw new FileDamage(`the tree of ${name} leads to page ${first}, the last one is ${this.#lastPage}`);
    }
    for (let page = first; page < first + pages; page++) {
      if (this.#uses[page] !== pageUse.unknown) throw new FileDamage(`page ${page} has two places in the trees`);
      this.#uses[page] = pageUse.tree;
    }
  }

  #read(page: number, level: number, what: string): Buffer {
    const target = (this.#levels[level] ??= Buffer.allocUnsafeSlow(this.#pageBytes));
    if (!(page >= 2 && page <= this.#lastPage)) {
      throw new FileDamage(`${what} leads to page ${page}, the last one is ${this.#lastPage}`);
    }
    if (!this.#file.read(target, page * this.#pageBytes)) throw this.#endsBefore(page);
    this.#checkHeader(target, page, pageFlags.branch | pageFlags.leaf);
    return target;
  }

  /** Checks the header of a page: its number, its type, and that no later transaction wrote it. */
  #checkHeader(page: Buffer, number: number, kinds: number): void {
    const own = readNumber(page, 0);
    if (own !== number) throw new FileDamage(`page ${number} says that it is page ${own}`);
    const flags = page.readUInt16LE(18);
    const isKind = flags === pageFlags.branch || flags === pageFlags.leaf || flags === pageFlags.overflow;
    if (!isKind || (flags & kinds) === 0) throw new FileDamage(`page ${number} is of another kind than it should be`);
    const transaction = readNumber(page, 8);
    if (transaction > this.#transaction) {
      throw new FileDamage(`page ${number} is of transaction ${transaction}, the last one is ${this.#transaction}`);
    }
  }

  #endsBefore(page: number): FileDamage {
    const needed = (page + 1) * this.#pageBytes;
    return new FileDamage(`it has ${this.#file.bytes} bytes, but page ${page} needs ${needed}: its end is missing`);
  }
}

class TreeWalk {
  readonly #walk: PageWalk;
  readonly #tree: PageTree;
  readonly #counts: Counts;
  readonly #room: number;
  /** The last key, or the last separator between keys. */
  readonly #last = Buffer.alloc(keyBytesMax);
  #lastBytes = 0;
  #lastNumber = -1;
  #isFirst = true;
  /** Whether the next key may be equal to the last one, because the last one was a separator. */
  #mayEqual = false;
  /** Offsets of the nodes of a page. */
  readonly #starts: Uint16Array;
  readonly #entry: Entry;

  constructor(walk: PageWalk, tree: PageTree, counts: Counts) {
    this.#walk = walk;
    this.#tree = tree;
    this.#counts = counts;
    this.#room = walk.pageBytes - pageHeaderBytes;
    this.#starts = new Uint16Array(walk.pageBytes / 2);
    this.#entry = new Entry(walk, tree.name, counts);
  }

  page(number: number, level: number): void {
    const { name, record } = this.#tree;
    const page = this.#walk.readTreePage(number, level, name);
    const lower = page.readUInt16LE(20);
    const upper = page.readUInt16LE(22);
    // LMDB never keeps an empty page in a tree.
    if (lower % 2 !== 0 || lower > upper || upper > this.#room || lower === 0) {
      throw new FileDamage(`page ${number} has impossible bounds`);
    }
    const isLeaf = page.readUInt16LE(18) === pageFlags.leaf;
    if (isLeaf !== (level === record.depth - 1)) {
      throw new FileDamage(`page ${number} is at the wrong depth of the tree of ${name}`);
    }
    this.#checkNodes(page, number, { count: lower / 2, upper, isLeaf });
    if (isLeaf) this.#leaf(page, number, lower / 2);
    else this.#branch(page, number, level, lower / 2);
  }

  /** Checks that the nodes fill the page from `upper` to its end, without gaps or overlaps. */
  #checkNodes(page: Buffer, number: number, nodes: { count: number; upper: number; isLeaf: boolean }): void {
    const starts = this.#starts;
    // Sorts the offsets by insertion. LMDB adds nodes from the end of the page, mostly in the order of their keys. So
    // the offsets are nearly sorted if they are read backwards.
    for (let index = 0; index < nodes.count; index++) {
      const start = page.readUInt16LE(pageHeaderBytes + 2 * (nodes.count - 1 - index));
      let place = index;
      for (; place > 0 && (starts[place - 1] as number) > start; place--) starts[place] = starts[place - 1] as number;
      starts[place] = start;
    }
    let next = nodes.upper;
    for (let index = 0; index < nodes.count; index++) {
      if (starts[index] !== next || next + nodeHeaderBytes > this.#room) throw this.#badNodes(number);
      next += nodeBytes(page, pageHeaderBytes + next, nodes.isLeaf);
    }
    if (next !== this.#room) throw this.#badNodes(number);
  }

  #badNodes(number: number): FileDamage {
    return new FileDamage(`the entries of page ${number} overlap, or do not fill it`);
  }

  #leaf(page: Buffer, number: number, count: number): void {
    this.#counts.leafPages++;
    this.#counts.entries += count;
    for (let index = 0; index < count; index++) {
      const node = pageHeaderBytes + page.readUInt16LE(pageHeaderBytes + 2 * index);
      const keyBytes = page.readUInt16LE(node + 6);
      this.#pass(page, node + nodeHeaderBytes, keyBytes, number);
      this.#mayEqual = false;
      this.#entry.moveTo(page, node, keyBytes);
      this.#tree.visit(this.#entry);
      this.#entry.finish();
    }
  }

  #branch(page: Buffer, number: number, level: number, count: number): void {
    this.#counts.branchPages++;
    for (let index = 0; index < count; index++) {
      const node = pageHeaderBytes + page.readUInt16LE(pageHeaderBytes + 2 * index);
      const keyBytes = page.readUInt16LE(node + 6);
      if (index > 0) {
        this.#pass(page, node + nodeHeaderBytes, keyBytes, number);
        this.#mayEqual = true;
      }
      this.page(page.readUInt32LE(node) + page.readUInt16LE(node + 4) * 2 ** 32, level + 1);
    }
  }

  /** Checks that keys and separators ascend. */
  #pass(page: Buffer, at: number, bytes: number, number: number): void {
    const { order } = this.#tree;
    let isAscending: boolean;
    if (order === "bytes") isAscending = this.#passBytes(page, at, bytes);
    else if (bytes !== (order === "number" ? numberBytes : revisionBytes)) isAscending = false;
    else isAscending = this.#passNumber(order === "number" ? readNumber(page, at) : page.readUIntBE(at, revisionBytes));
    this.#isFirst = false;
    if (!isAscending) throw new FileDamage(`the keys of page ${number} are out of order`);
  }

  #passNumber(value: number): boolean {
    const isAscending = value > this.#lastNumber || (this.#mayEqual && value === this.#lastNumber);
    this.#lastNumber = value;
    return isAscending;
  }

  #passBytes(page: Buffer, at: number, bytes: number): boolean {
    if (bytes === 0 || bytes > keyBytesMax) return false;
    const order = this.#isFirst ? 1 : page.compare(this.#last, 0, this.#lastBytes, at, at + bytes);
    page.copy(this.#last, 0, at, at + bytes);
    this.#lastBytes = bytes;
    return order > 0 || (this.#mayEqual && order === 0);
  }
}

class Entry implements LeafEntry {
  page: Buffer = Buffer.alloc(0);
  keyAt = 0;
  keyBytes = 0;
  flags = 0;
  dataBytes = 0;
  dataAt = 0;
  readonly #walk: PageWalk;
  readonly #name: string;
  readonly #counts: Counts;
  #large: Buffer | undefined;

  constructor(walk: PageWalk, name: string, counts: Counts) {
    this.#walk = walk;
    this.#name = name;
    this.#counts = counts;
  }

  moveTo(page: Buffer, node: number, keyBytes: number): void {
    this.page = page;
    this.keyAt = node + nodeHeaderBytes;
    this.keyBytes = keyBytes;
    this.flags = page.readUInt16LE(node + 4);
    this.dataBytes = page.readUInt32LE(node);
    this.dataAt = this.keyAt + keyBytes;
    this.#large = undefined;
  }

  get isInline(): boolean {
    return this.flags !== nodeFlags.bigData;
  }

  data(): Buffer {
    if (this.flags !== nodeFlags.bigData) return this.page.subarray(this.dataAt, this.dataAt + this.dataBytes);
    return (this.#large ??= this.#takeLarge());
  }

  /** Large data is read even if the visitor did not, so that its pages are counted. */
  finish(): void {
    if (this.flags === nodeFlags.bigData) this.data();
  }

  #takeLarge(): Buffer {
    const pages = readNumber(this.page, this.dataAt + 16);
    const data = this.#walk.readLargeData(readNumber(this.page, this.dataAt), pages, this.dataBytes, this.#name);
    this.#counts.overflowPages += pages;
    return data;
  }
}

/** Returns the length of a node in its page. NaN if its flags are invalid. */
function nodeBytes(page: Buffer, node: number, isLeaf: boolean): number {
  const keyBytes = page.readUInt16LE(node + 6);
  let bytes = nodeHeaderBytes + keyBytes;
  if (isLeaf) {
    const flags = page.readUInt16LE(node + 4);
    if (flags !== 0 && flags !== nodeFlags.bigData && flags !== nodeFlags.subDatabase) return Number.NaN;
    bytes += flags === nodeFlags.bigData ? largeDataBytes : page.readUInt32LE(node);
  }
  return bytes + (bytes % 2);
}
