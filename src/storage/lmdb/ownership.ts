/**
 * One process per store. The owner is whoever holds a slot in LMDB's reader table: each slot stands behind a lock of
 * the operating system that ends with the process, however it ends, so a crash leaves nothing to clean up and a reused
 * process id is not mistaken for a living owner (the first to open the files empties the table). No pid file, no
 * heartbeat, no extra file.
 *
 * Invariant: a slot is looked for and taken inside one write transaction, of which there is one at a time in all
 * processes; nothing reads outside of a write transaction before that. The slot stays as long as the binding keeps its
 * one reusable read transaction, that is as long as no cursor outlives a turn of the event loop and no further database
 * is opened.
 */
import { realpathSync } from "node:fs";
import type { RootDatabase } from "lmdb";
import { StorageError } from "../errors.ts";
import { TransactionFlags } from "./binding.ts";

/** Directories that engines of this thread have open. */
const openHere = new Set<string>();

/**
 * Reserves a directory within this thread, so that a second engine is refused before it has touched anything. (One in
 * another thread is refused by `claim`, which finds this process's own slot.)
 * @returns what ends the reservation
 * @throws StorageError `not-usable`
 */
export function reserveDirectory(directory: string): () => void {
  const path = realpathSync(directory);
  if (openHere.has(path)) throw inUse(directory, "by this process");
  openHere.add(path);
  return () => openHere.delete(path);
}

/**
 * Makes this process the owner, until it closes `root` or ends.
 * @throws StorageError `not-usable` when there is another owner
 */
export function claim(root: RootDatabase, directory: string): void {
  root.transactionSync(() => {
    root.readerCheck();
    const [owner] = readerPids(root);
    // The same id as ours: another thread, or a process in another container that shares the directory.
    const where = owner === process.pid ? ", this one or another container's" : "";
    if (owner !== undefined) throw inUse(directory, `by process ${owner}${where}`);
    root.useReadTransaction().done();
  }, TransactionFlags.SYNCHRONOUS_COMMIT);
}

/** Whether this process still holds what `claim` took. */
export function isClaimed(root: RootDatabase): boolean {
  return readerPids(root).includes(process.pid);
}

function inUse(directory: string, by: string): StorageError {
  const message = `the store in ${directory} is in use ${by}: stop it first, or use another directory`;
  return new StorageError("not-usable", message);
}

/** LMDB lists its readers as a table: process id, thread, transaction. */
function readerPids(root: RootDatabase): number[] {
  return [...root.readerList().matchAll(/^\s*(\d+)\s/gm)].map(([, pid]) => Number(pid));
}
