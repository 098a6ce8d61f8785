/**
 * Reads the pages of an LMDB data file without LMDB, which trusts its file: it follows page numbers and sizes that are
 * wrong until the operating system ends the process. Layout, all numbers little-endian:
 *
 *   page:        number (8) | transaction (8) | padding (2) | flags (2) | lower (2) | upper (2) | node offsets (2 each)
 *   meta page:   header (24) | magic (4) | version (4) | address (8) | map size (8) | free list (48) | main (48) |
 *                last page (8) | transaction (8)
 *   database:    padding (4) | flags (2) | depth (2) | branch, leaf, overflow pages (8 each) | entries (8) | root (8)
 *   node:        data bytes or child page, low (2) and high (2) | flags (2) | key bytes (2) | key | data
 *   large data:  first overflow page (8) | transaction (8) | pages (8)
 *
 * Offsets in a page count from the end of its header.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Name of the data file in a store's directory. */
export const dataFileName = "data.mdb";

/** Length of a page's header. */
export const pageHeaderBytes = 24;
/** Length of a database's record. */
export const databaseBytes = 48;
/** The root of a database without pages. */
export const noPage = 2 ** 64;

/** Bits in the header of a page that say how LMDB uses the page. */
export const pageFlags = { branch: 0x01, leaf: 0x02, overflow: 0x04, meta: 0x08 } as const;
/** Bits in the header of a node: its value is on overflow pages, or is the record of another database. */
export const nodeFlags = { bigData: 0x01, subDatabase: 0x02 } as const;
/**
 * Bits in the record of a database. The free list has numbers as keys. All other flags would change how LMDB reads the
 * whole database.
 */
export const databaseFlags = { integerKeys: 0x08 } as const;

const magic = 0xbeefc0de;
/** The version of LMDB's file format. */
export const formatVersion = 2;
const metaBytes = pageHeaderBytes + 136;

/** The record of a database: the root of its tree, and LMDB's counts of its pages and entries. */
export interface DatabaseRecord {
  readonly flags: number;
  readonly depth: number;
  readonly branchPages: number;
  readonly leafPages: number;
  readonly overflowPages: number;
  readonly entries: number;
  readonly root: number;
}

/** The content of one of the two meta pages. */
export interface MetaPage {
  readonly number: 0 | 1;
  readonly pageBytes: number;
  readonly freeList: DatabaseRecord;
  readonly main: DatabaseRecord;
  readonly lastPage: number;
  readonly transaction: number;
}

/** The reason why a meta page cannot be used. */
export type MetaFault = "missing" | "no-database" | "other-version";

/** Returns an unsigned 64-bit number. Above 2^53 it is not exact, but still greater than all valid numbers. */
export function readNumber(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;
}

/** Returns the record of a database. */
export function readDatabase(bytes: Buffer, at: number): DatabaseRecord {
  return {
    flags: bytes.readUInt16LE(at + 4),
    depth: bytes.readUInt16LE(at + 6),
    branchPages: readNumber(bytes, at + 8),
    leafPages: readNumber(bytes, at + 16),
    overflowPages: readNumber(bytes, at + 24),
    entries: readNumber(bytes, at + 32),
    root: readNumber(bytes, at + 40),
  };
}

/** An open data file. */
export class PageFile implements Disposable {
  readonly path: string;
  readonly #descriptor: number;

  /** @throws what the file system throws */
  constructor(path: string) {
    this.path = path;
    this.#descriptor = openSync(path, "r");
  }

  get bytes(): number {
    return fstatSync(this.#descriptor).size;
  }

  /** Reads from `position` until `target` is full. @returns false if the file ends before */
  read(target: Buffer, position: number): boolean {
    let done = 0;
    while (done < target.length) {
      const count = readSync(this.#descriptor, target, done, target.length - done, position + done);
      if (count === 0) return false;
      done += count;
    }
    return true;
  }

  meta(number: 0 | 1, pageBytes: number): MetaPage | MetaFault {
    const page = Buffer.alloc(metaBytes);
    if (!this.read(page, number * pageBytes)) return "missing";
    const isMetaPage = page.readUInt16LE(18) === pageFlags.meta;
    if (!isMetaPage || page.readUInt32LE(pageHeaderBytes) !== magic) return "no-database";
    if ((page.readUInt32LE(pageHeaderBytes + 4) & 0xffff) !== formatVersion) return "other-version";
    const databases = pageHeaderBytes + 24;
    return {
      number,
      pageBytes: page.readUInt32LE(databases),
      freeList: readDatabase(page, databases),
      main: readDatabase(page, databases + databaseBytes),
      lastPage: readNumber(page, databases + 2 * databaseBytes),
      transaction: readNumber(page, databases + 2 * databaseBytes + 8),
    };
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }
}
