/** Opens an LMDB store that another process owns, for reading. */
import { FollowerEngine } from "../local/follower-engine.ts";
import type { LedgerReaderOptions } from "../local/ledger-reader.ts";
import type { StoreOwner } from "../store-owner.ts";
import { LmdbView } from "./lmdb-view.ts";
import { openMeta, openRoot, openStores } from "./stores.ts";

/** Location and owner of an LMDB store. */
export interface LmdbFollowerOptions extends LedgerReaderOptions {
  /** Directory of the store. */
  readonly path: string;
  readonly owner: StoreOwner;
}

/**
 * Opens a store that another process on this machine has open. The owner must report its commits to the engine with
 * `follow()`, and must keep the store open until the engine is closed.
 */
export function openLmdbFollower({ path, owner, ...options }: LmdbFollowerOptions): FollowerEngine {
  const root = openRoot(path, { readOnly: true });
  const view = new LmdbView({ root, meta: openMeta(root), ...openStores(root) });
  return new FollowerEngine(view, { ...options, owner, closeStore: () => root.close() });
}
