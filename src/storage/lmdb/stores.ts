/**
 * Opens LMDB and the databases of a store. All options of the binding are set here.
 *
 * `overlappingSync: false` makes commits durable: LMDB syncs the data, writes and syncs its meta page, and only then
 * does the binding resolve the promise of the commit. With the binding's default, the promise resolves first. With
 * `eventTurnBatching: false`, only `batch()` decides which writes share a transaction.
 */
import type { RootDatabase } from "lmdb";
import type { Head, TimeMark } from "../local/ledger.ts";
import { open } from "./binding.ts";
import {
  type EncodedRecord,
  headCodec,
  markCodec,
  recordCodec,
  revisionCodec,
  type StoredRecord,
  textCodec,
  type Unreadable,
} from "./codec.ts";
import { type DatabaseName, databaseNames, type MetaName } from "./names.ts";

/** The used methods of a database, with the types of its codecs. Reads are synchronous and see the newest commit. */
export interface Store<Key, In, Out = In> {
  get(key: Key): Out | undefined;
  /** Resolves with the transaction. Resolves to false if `append` is set and `key` is not the greatest. */
  put(key: Key, value: In, options?: { append: boolean }): Promise<boolean>;
  remove(key: Key): Promise<boolean>;
  /**
   * The iteration must end, or be left by `break`, in one turn of the event loop, because an open cursor keeps old
   * pages in use.
   */
  getRange(options: { start: Key } | { start: Key; reverse: true; limit: number }): Iterable<{ key: Key; value: Out }>;
  /** Like `getRange`. A reverse iteration needs an `end`, which is excluded. */
  getKeys(options: { start: Key; limit?: number } | { end: Key; reverse: true; limit: number }): Iterable<Key>;
}

/** The database of records by revision. */
export type LogStore = Store<number, EncodedRecord, StoredRecord | Unreadable>;
/** The database of heads by key. */
export type HeadStore = Store<string, Head, Head | Unreadable>;
/** The database of marks by revision. */
export type MarkStore = Store<number, TimeMark, Omit<TimeMark, "revision"> | Unreadable>;
/** The database of JSON values under a few fixed names. */
export type MetaStore = Store<MetaName, unknown>;

/** The databases of a store, except for `meta`. */
export interface Stores {
  readonly log: LogStore;
  readonly heads: HeadStore;
  readonly times: MarkStore;
}

/**
 * The address space into which LMDB maps its file. It is larger than any file will be, because LMDB would have to map a
 * file that outgrows it again and keep the old map. Address space uses no memory.
 */
const mapBytes = 64 * 1024 ** 3;

/** Options of both environments. */
const commonOptions = { noSubdir: false, permissionsMode: 0o600, overlappingSync: false } as const;
/** The environment of a store's users has no data. */
const usersMapBytes = 1024 * 1024;

/**
 * Opens the environment in which the users of a store take slots (see store-users.ts).
 * @throws what the binding throws
 */
export function openUsersEnvironment(path: string): RootDatabase {
  return open({ path, ...commonOptions, mapSize: usersMapBytes });
}

/**
 * Opens LMDB in a directory. No other process may commit meanwhile (see store-users.ts).
 * @param options.readOnly the store exists, and this process does not write to it. Default: false.
 * @throws what the binding throws
 */
export function openRoot(directory: string, { readOnly = false } = {}): RootDatabase {
  return open({
    readOnly,
    path: directory,
    ...commonOptions,
    eventTurnBatching: false,
    encoding: "binary",
    maxDbs: databaseNames.length,
    mapSize: mapBytes,
  });
}

/** Opens the database `meta`. */
export function openMeta(root: RootDatabase): MetaStore {
  return openDatabase(root, "meta", { encoding: "json", keyEncoder: textCodec }) as MetaStore;
}

/** Opens the other databases. */
export function openStores(root: RootDatabase): Stores {
  const log = openDatabase(root, "log", { encoder: recordCodec, keyEncoder: revisionCodec });
  const heads = openDatabase(root, "heads", { encoder: headCodec, keyEncoder: textCodec });
  const times = openDatabase(root, "times", { encoder: markCodec, keyEncoder: revisionCodec });
  return { log: log as LogStore, heads: heads as HeadStore, times: times as MarkStore };
}

/** Opens a database, or creates it. The cast is needed because the binding's types do not include codecs of keys. */
function openDatabase(root: RootDatabase, name: DatabaseName, codecs: object): unknown {
  return root.openDB({ name, ...codecs } as never);
}
