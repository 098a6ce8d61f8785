/**
 * Ensures that only one process writes to a store. The owner is the process that holds a slot in LMDB's reader table and
 * whose ID is in the store. Its followers hold slots, too. The operating system locks each slot and releases the lock
 * when the process ends in any way. So a crash leaves nothing to clean up. A reused process ID is not mistaken for a
 * running owner, because the first process that opens the files clears the table. There is no pid file, no heartbeat and
 * no extra file.
 *
 * Invariant: a process checks for a slot and takes it in the same write transaction. LMDB runs one write transaction at
 * a time in all processes. Before that, nothing may be read outside a write transaction. The slot is kept as long as
 * the binding keeps its reusable read transaction. So no cursor may stay open beyond one turn of the event loop, and no
 * further database may be opened.
 */
import { realpathSync } from "node:fs";
import type { RootDatabase } from "lmdb";
import { StorageError } from "../errors.ts";
import { TransactionFlags } from "./binding.ts";
import type { MetaStore } from "./stores.ts";

/** Directories that engines of this thread have open. */
const openDirectories = new Set<string>();

/**
 * Reserves a directory in this thread, so that a second engine is rejected before it changes anything. An engine in
 * another thread is rejected by `claimStore`, which finds the slot of this process.
 * @returns a function that ends the reservation
 * @throws StorageError `not-usable`
 */
export function reserveDirectory(directory: string): () => void {
  const path = realpathSync(directory);
  if (openDirectories.has(path)) throw inUse(directory, "by this process");
  openDirectories.add(path);
  return () => openDirectories.delete(path);
}

/**
 * Makes this process the owner until it closes `root` or ends.
 * @returns false if the owner has ended, but followers of it still use the store. They end soon, because they notice that
 * their owner has ended.
 * @throws StorageError `not-usable` if there is another owner
 */
export function claimStore(root: RootDatabase, meta: MetaStore, directory: string): boolean {
  return root.transactionSync(() => {
    root.readerCheck();
    const users = readerPids(root);
    const [firstUser] = users;
    if (firstUser !== undefined) {
      const lastOwner = meta.get("owner") ?? firstUser;
      const owner = users.find((user) => user === lastOwner);
      if (owner === undefined) return false;
      // A slot with our own process ID belongs to another thread, or to a process in another container that shares the
      // directory.
      const where = owner === process.pid ? ", this one or another container's" : "";
      throw inUse(directory, `by process ${owner}${where}`);
    }
    void meta.put("owner", process.pid);
    root.useReadTransaction().done();
    return true;
  }, TransactionFlags.SYNCHRONOUS_COMMIT);
}

/** Returns the error for a store whose followers did not end after their owner had ended. */
export function followersRemain(root: RootDatabase, directory: string): StorageError {
  return inUse(directory, `by process ${readerPids(root).join(", ")}, whose server has ended`);
}

/** Whether this process still holds the slot that `claimStore` took. */
export function isClaimed(root: RootDatabase): boolean {
  return readerPids(root).includes(process.pid);
}

function inUse(directory: string, by: string): StorageError {
  const message = `the store in ${directory} is in use ${by}: stop it first, or use another directory`;
  return new StorageError("not-usable", message);
}

/** Returns the process IDs in LMDB's text table of readers: process ID, thread, transaction. */
function readerPids(root: RootDatabase): number[] {
  return [...root.readerList().matchAll(/^\s*(\d+)\s/gm)].map(([, pid]) => Number(pid));
}
