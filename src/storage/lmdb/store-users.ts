/**
 * Ensures that only one process writes to a store, and that no process opens it while another one commits.
 *
 * LMDB loses commits otherwise: a process that opens an environment reads the number of its newest transaction, maps the
 * file, and then writes this number into the memory that all processes share. Commits that another process makes in
 * between are lost, and later ones damage the file.
 *
 * So the users of a store take a slot before they open it. The slots are those of the reader table of a second
 * environment, which is in the folder `users` of the store. It has no data, and no process commits to it, so it can be
 * opened at any time. The operating system locks each slot, and releases it when the process ends in any way. So a crash
 * leaves nothing to clean up. The file `owner` in that folder distinguishes the owner, which writes, from its followers. Only a
 * process that holds a slot is believed to be the owner, so an old file has no effect. A reused process ID is not mistaken
 * for a running owner, because the first process that opens the folder clears the table.
 *
 * Invariants: a process checks for slots and takes its own in one write transaction, because LMDB runs one write
 * transaction at a time in all processes. Nothing is read outside of these transactions, and no database is opened,
 * because both would change the slot.
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RootDatabase } from "lmdb";
import { StorageError } from "../errors.ts";
import { TransactionFlags } from "./binding.ts";
import { openUsersEnvironment } from "./stores.ts";

/** Folder in the directory of a store, and the file in it that names the owner. */
const usersFolder = "users";
const ownerFile = "owner";

/** Directories that engines of this thread have open. */
const openDirectories = new Set<string>();

/**
 * Reserves a directory in this thread, so that a second engine is rejected before it changes anything. An engine in
 * another thread is rejected by `StoreUsers.claim`, which finds the slot of this process.
 * @returns a function that ends the reservation
 * @throws StorageError `not-usable`
 */
export function reserveDirectory(directory: string): () => void {
  const path = realpathSync(directory);
  if (openDirectories.has(path)) throw inUse(directory, "by this process");
  openDirectories.add(path);
  return () => openDirectories.delete(path);
}

/** The processes that use a store. */
export class StoreUsers implements AsyncDisposable {
  readonly #directory: string;
  readonly #folder: string;
  readonly #root: RootDatabase;

  /** @param directory the directory of the store, which must exist */
  constructor(directory: string) {
    this.#directory = directory;
    this.#folder = join(directory, usersFolder);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#root = openUsersEnvironment(this.#folder);
  }

  /**
   * Makes this process the owner until it closes this object or ends.
   * @returns false if the owner has ended, but followers of it still use the store. They end soon, because they notice that
   * their owner has ended.
   * @throws StorageError `not-usable` if there is another owner
   */
  claim(): boolean {
    return this.#exclusively(() => {
      const users = this.#processIds();
      const [firstUser] = users;
      if (firstUser !== undefined) {
        const lastOwner = this.#lastOwner() ?? firstUser;
        const owner = users.find((user) => user === lastOwner);
        if (owner === undefined) return false;
        // A slot with our own process ID belongs to another thread, or to a process in another container that shares the
        // directory.
        const where = owner === process.pid ? ", this one or another container's" : "";
        throw inUse(this.#directory, `by process ${owner}${where}`);
      }
      writeFileSync(this.#ownerPath, `${process.pid}\n`, { mode: 0o600 });
      this.#takeSlot();
      return true;
    });
  }

  /**
   * Makes this process a follower until it closes this object or ends.
   * @param owner process ID of the owner
   * @throws StorageError `not-usable` if it is not the owner
   */
  follow(owner: number): void {
    this.#exclusively(() => {
      if (this.#lastOwner() !== owner || !this.#processIds().includes(owner)) {
        throw new StorageError("not-usable", `process ${owner} does not own the store in ${this.#directory}`);
      }
      this.#takeSlot();
    });
  }

  /** Whether this process still holds its slot. */
  get includesThisProcess(): boolean {
    return this.#processIds().includes(process.pid);
  }

  /** Whether any process has the store open. */
  hasUsers(): boolean {
    return this.#exclusively(() => this.#processIds().length > 0);
  }

  /** Returns the error for a store whose followers did not end after their owner had ended. */
  followersRemain(): StorageError {
    return inUse(this.#directory, `by process ${this.#processIds().join(", ")}, whose server has ended`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#root.close();
  }

  get #ownerPath(): string {
    return join(this.#folder, ownerFile);
  }

  /** Runs `work` while no other process does. The transaction writes nothing. */
  #exclusively<T>(work: () => T): T {
    return this.#root.transactionSync(() => {
      this.#root.readerCheck();
      return work();
    }, TransactionFlags.SYNCHRONOUS_COMMIT);
  }

  #takeSlot(): void {
    this.#root.useReadTransaction().done();
  }

  /** Returns the process ID in the owner's file. Undefined if there is none, for example after a crash. */
  #lastOwner(): number | undefined {
    try {
      const processId = Number.parseInt(readFileSync(this.#ownerPath, "utf8"), 10);
      return Number.isSafeInteger(processId) ? processId : undefined;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
  }

  /** Returns the process IDs in LMDB's text table of readers: process ID, thread, transaction. */
  #processIds(): readonly number[] {
    return [...this.#root.readerList().matchAll(/^\s*(\d+)\s/gm)].map(([, processId]) => Number(processId));
  }
}

function inUse(directory: string, by: string): StorageError {
  const message = `the store in ${directory} is in use ${by}: stop it first, or use another directory`;
  return new StorageError("not-usable", message);
}

/** Whether a process has the store in a directory open. */
export async function isStoreInUse(directory: string): Promise<boolean> {
  if (!existsSync(join(directory, usersFolder))) return false;
  await using users = new StoreUsers(directory);
  return users.hasUsers();
}

/**
 * Claims the store in a directory without opening it, so that no other process opens it.
 * @returns ends the claim
 * @throws StorageError `not-usable` if the store is in use
 */
export async function claimStore(directory: string): Promise<AsyncDisposable> {
  const endReservation = reserveDirectory(directory);
  const users = new StoreUsers(directory);
  const claim: AsyncDisposable = {
    async [Symbol.asyncDispose]() {
      await users[Symbol.asyncDispose]();
      endReservation();
    },
  };
  try {
    if (users.claim()) return claim;
    throw users.followersRemain();
  } catch (error) {
    await claim[Symbol.asyncDispose]();
    throw error;
  }
}
