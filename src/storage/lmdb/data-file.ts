/**
 * Prepares the directory of a store before LMDB opens it: the binding ends the whole process when there is no room for
 * its files.
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
import type { Identity } from "./meta.ts";
import { dataFileName } from "./page-file.ts";

/** Room for a new store's two files. */
const newStoreBytes = 1024 * 1024;

/**
 * Creates the directory if it is missing.
 * @param options.mustExist rejects a directory without a store, even if no record says that there was one
 * @returns whether there is no store in it yet
 * @throws StorageError `corrupt` for a store whose data file is lost, `no-space`, and what the file system throws
 */
export function prepareDirectory(directory: string, { mustExist }: { mustExist: boolean }): { isNew: boolean } {
  const dataFile = join(directory, dataFileName);
  const isNew = !existsSync(dataFile) || statSync(dataFile).size === 0;
  if (isNew && (mustExist || existsSync(join(directory, recordName)))) throw lost(dataFile);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (isNew) checkRoom(directory);
  return { isNew };
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
