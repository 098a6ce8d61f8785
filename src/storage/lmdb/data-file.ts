/**
 * Looks at a store's files before LMDB does: the binding ends the whole process when `data.mdb` has no valid header or
 * when there is no room for its lock file.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statfsSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { StorageError } from "../errors.ts";
import type { Identity } from "./meta.ts";

const magic = 0xbeefc0de;
const magicAt = 24;
const formatVersion = 2;
const formatVersionAt = magicAt + 4;
const pageSizeAt = 48;
const headerBytes = 64;

/** Room for a new store's two files. */
const newStoreBytes = 1024 * 1024;

/**
 * Creates the directory if it is missing and checks what is in it.
 * @param options.mustExist rejects a directory without a store, even if no record says that there was one
 * @returns whether there is no store in it yet
 * @throws StorageError `not-usable`, `no-space`, or `corrupt` when `data.mdb` is no LMDB file
 */
export function prepareDirectory(directory: string, { mustExist }: { mustExist: boolean }): { isNew: boolean } {
  const dataFile = join(directory, "data.mdb");
  try {
    const isNew = !existsSync(dataFile) || statSync(dataFile).size === 0;
    if (isNew && (mustExist || existsSync(join(directory, recordName)))) throw lost(dataFile);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    if (isNew) checkRoom(directory);
    else checkHeader(dataFile);
    return { isNew };
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new StorageError("not-usable", `the store in ${directory} cannot be opened: ${String(error)}`, {
      cause: error,
    });
  }
}

/** Says that a store was created here, and with which identity. It stays when the data file is lost. */
const recordName = "identity.json";

/** Records that the store exists, unless that is known. Call when the store is durable. */
export function recordStore(directory: string, identity: Identity): void {
  const record = join(directory, recordName);
  if (existsSync(record)) return;
  const temporary = `${record}.${process.pid}.tmp`;
  const descriptor = openSync(temporary, "w", 0o600);
  try {
    writeSync(descriptor, `${JSON.stringify(identity)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, record);
  syncDirectory(directory);
}

function lost(dataFile: string): StorageError {
  const what = existsSync(dataFile) ? "is empty" : "is missing";
  return new StorageError(
    "corrupt",
    `the store file ${dataFile} ${what}, although the cluster has been started before. Restore the data directory from ` +
      "a backup, or choose another --data-dir for a new cluster.",
  );
}

/** Makes new files survive a loss of power: syncing a file does not sync its name. */
export function syncDirectory(directory: string): void {
  for (const path of [directory, dirname(directory)]) {
    const descriptor = openSync(path, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}

function checkRoom(directory: string): void {
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize >= newStoreBytes) return;
  throw new StorageError(
    "no-space",
    `no room for a new store in ${directory}: it needs ${newStoreBytes} bytes to begin`,
  );
}

/** LMDB's two meta pages each begin with a page header, the magic number and the version of the file's format. */
function checkHeader(dataFile: string): void {
  const descriptor = openSync(dataFile, "r");
  try {
    const pageSize = checkMetaPage(descriptor, dataFile, 0);
    checkMetaPage(descriptor, dataFile, pageSize);
  } finally {
    closeSync(descriptor);
  }
}

/** @returns the page size that the page states */
function checkMetaPage(descriptor: number, dataFile: string, position: number): number {
  const bytes = Buffer.alloc(headerBytes);
  const bytesRead = readSync(descriptor, bytes, 0, headerBytes, position);
  if (bytesRead < headerBytes || bytes.readUInt32LE(magicAt) !== magic) {
    throw new StorageError(
      "corrupt",
      `the store file ${dataFile} is damaged: its first pages are not those of a database. Restore the data directory ` +
        "from a backup.",
    );
  }
  const version = bytes.readUInt32LE(formatVersionAt) & 0xffff;
  if (version !== formatVersion) {
    const message = `${dataFile} has LMDB format ${version}; this program reads format ${formatVersion}`;
    throw new StorageError("not-usable", message);
  }
  return bytes.readUInt32LE(pageSizeAt);
}
