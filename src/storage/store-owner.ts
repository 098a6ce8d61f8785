/** The process that writes to a store, as the processes that follow the store see it. */
import type { Engine, Write } from "./engine.ts";

/**
 * Carries out the writes of a follower. All methods throw the `StorageError` of the owner's engine. If the connection to
 * the owner is lost, they throw `unavailable`, and it is unknown whether the write was made.
 */
export interface StoreOwner {
  /** Makes writes in one commit, like `Engine.commit`. @returns the revision of the last one */
  commit(writes: readonly Write[]): Promise<number>;
  /** Like `Engine.removeDamaged`. */
  removeDamaged(key: string): Promise<number>;
  /** Like `Engine.compact`. */
  compact(revision: number): Promise<void>;
  /** Like `Engine.check`. */
  check(): Promise<readonly string[]>;
  /**
   * Calls `work` while no commit runs and none starts, until its promise settles if it returns one. Writes wait, so it
   * must not take long. Followers open the store in this way only, and the owner relies on it: from then on, its reads include what
   * followers may show.
   * @returns what `work` returns
   */
  withoutCommits<T>(work: () => T | Promise<T>): Promise<T>;
}

/** An engine whose store other processes can follow. */
export type OwningEngine = Engine & StoreOwner;
