/** Opens an LMDB store that another process owns, for reading. */
import { FollowerEngine } from "../local/follower-engine.ts";
import type { LedgerReaderOptions } from "../local/ledger-reader.ts";
import type { StoreOwner } from "../store-owner.ts";
import { LmdbView } from "./lmdb-view.ts";
import { StoreUsers } from "./store-users.ts";
import { openMeta, openRoot, openStores } from "./stores.ts";

/** Location and owner of an LMDB store. */
export interface LmdbFollowerOptions extends LedgerReaderOptions {
  /** Directory of the store. */
  readonly path: string;
  readonly owner: StoreOwner;
  /** ID of the process that owns the store. */
  readonly ownerProcessId: number;
}

/**
 * Opens a store that another process on this machine has open. The owner must report its commits to the engine with
 * `follow()`, and must keep the store open until the engine is closed. Its commits wait while the store is opened (see
 * store-users.ts).
 * @throws StorageError `not-usable` if `ownerProcessId` does not own the store
 */
export async function openLmdbFollower({
  path,
  owner,
  ownerProcessId,
  ...options
}: LmdbFollowerOptions): Promise<FollowerEngine> {
  const users = new StoreUsers(path);
  try {
    const root = await owner.withoutCommits(() => {
      users.follow(ownerProcessId);
      return openRoot(path, { readOnly: true });
    });
    const closeStore = async (): Promise<void> => {
      await root.close();
      await users[Symbol.asyncDispose]();
    };
    const view = new LmdbView({ root, meta: openMeta(root), ...openStores(root) });
    return new FollowerEngine(view, { ...options, owner, closeStore });
  } catch (error) {
    await users[Symbol.asyncDispose]();
    throw error;
  }
}
