/**
 * Prepares the directory of a store before LMDB opens it. The binding would end the whole process if there were no
 * space for its files.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  statfsSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { StorageError } from "../errors.ts";
import type { StoreIdentity } from "./meta.ts";
import { dataFileName } from "./page-file.ts";

/** Space for the two files of a new store. */
const newStoreBytes = 1024 * 1024;

/**
 * Creates the directory if it is missing.
 * @param options.mustExist rejects a directory without a store, even if no record says that there was one
 * @throws StorageError `corrupt` if the data file of an existing store is missing, `no-space`, and what the file system
 * throws
 */
export function prepareDirectory(directory: string, { mustExist }: { mustExist: boolean }): void {
  const isNew = !hasDataFile(directory);
  if (isNew && (mustExist || existsSync(join(directory, recordName)))) {
    throw lostDataFile(join(directory, dataFileName));
  }
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (isNew) checkSpace(directory);
}

/** Whether the directory contains a store. */
export function hasDataFile(directory: string): boolean {
  const dataFile = join(directory, dataFileName);
  return existsSync(dataFile) && statSync(dataFile).size > 0;
}

/** The file that records that a store was created here, with its identity. It shows when the data file is lost. */
const recordName = "identity.json";

/** Writes the record of the store, unless it exists. Call this when the store is durable. */
export function recordStore(directory: string, identity: StoreIdentity): void {
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

function lostDataFile(dataFile: string): StorageError {
  const what = existsSync(dataFile) ? "is empty" : "is missing";
  return new StorageError(
    "corrupt",
    `the store file ${dataFile} ${what}, although the cluster has been started before. Restore the data directory from ` +
      "a backup, or choose another --data-dir for a new cluster.",
  );
}

/** Makes new files survive a power failure, because syncing a file does not sync its directory entry. */
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

function checkSpace(directory: string): void {
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize >= newStoreBytes) return;
  throw new StorageError(
    "no-space",
    `no room for a new store in ${directory}: it needs ${newStoreBytes} bytes to begin`,
  );
}
