/**
 * Opens LMDB and the three databases of a store. The only file that knows how the binding is set up.
 *
 * `overlappingSync: false` is what makes a commit durable: LMDB then syncs the data, writes and syncs its meta page, and
 * only after that does the binding resolve the commit's promise. (With the binding's default the promise comes first.)
 * `eventTurnBatching: false` leaves `batch()` as the only thing that decides which writes share a transaction.
 */
import type { RootDatabase } from "lmdb";
import type { Head } from "../local/ledger.ts";
import { open } from "./binding.ts";
import {
  type EncodedRecord,
  headCodec,
  recordCodec,
  revisionCodec,
  type StoredRecord,
  textCodec,
  type Unreadable,
} from "./codec.ts";
import { type DatabaseName, databaseNames, type MetaName } from "./names.ts";

/** What is used of a database, typed by its codecs. Reads are synchronous, from the newest commit. */
export interface Store<Key, In, Out = In> {
  get(key: Key): Out | undefined;
  /** Settles with the transaction; false when `append` was asked for and `key` is not the greatest. */
  put(key: Key, value: In, options?: { append: boolean }): Promise<boolean>;
  remove(key: Key): Promise<boolean>;
  /** Must be run to its end, or left by `break`, in one turn of the event loop: an open cursor pins old pages. */
  getRange(options: { start: Key }): Iterable<{ key: Key; value: Out }>;
  /** As `getRange`. In reverse it needs an `end`, which is left out. */
  getKeys(options: { start: Key } | { end: Key; reverse: true; limit: number }): Iterable<Key>;
}

export type LogStore = Store<number, EncodedRecord, StoredRecord | Unreadable>;
export type HeadStore = Store<string, Head, Head | Unreadable>;
/** JSON values under a few fixed names. */
export type MetaStore = Store<MetaName, unknown>;

export interface Stores {
  readonly log: LogStore;
  readonly heads: HeadStore;
}

/**
 * Address space that LMDB maps its file into. More than any file needs, since each growth beyond it maps the file once
 * more and keeps the old map; it costs no memory.
 */
const mapBytes = 64 * 1024 ** 3;

/** @throws what the binding throws */
export function openRoot(directory: string): RootDatabase {
  return open({
    path: directory,
    ...({ noSubdir: false, permissionsMode: 0o600 } as const),
    overlappingSync: false,
    eventTurnBatching: false,
    encoding: "binary",
    maxDbs: databaseNames.length,
    mapSize: mapBytes,
  });
}

/** Opening a database ends the reader slot of this process (see ownership.ts): open all of them before claiming one. */
export function openMeta(root: RootDatabase): MetaStore {
  return openDatabase(root, "meta", { encoding: "json", keyEncoder: textCodec }) as MetaStore;
}

/** As `openMeta`. */
export function openStores(root: RootDatabase): Stores {
  const log = openDatabase(root, "log", { encoder: recordCodec, keyEncoder: revisionCodec });
  const heads = openDatabase(root, "heads", { encoder: headCodec, keyEncoder: textCodec });
  return { log: log as LogStore, heads: heads as HeadStore };
}

/** Opens a database, or creates it. The binding's own types do not know codecs of keys. */
function openDatabase(root: RootDatabase, name: DatabaseName, codecs: object): unknown {
  return root.openDB({ name, ...codecs } as never);
}
