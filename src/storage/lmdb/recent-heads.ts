/**
 * The heads of the keys that this process has written last. A decision about a write must not use an older head: it would
 * create an object that exists, or reject an update of one.
 */
import type { Head, LogRecord } from "../local/ledger.ts";

/** Number of keys whose heads are remembered. */
const keysMax = 4096;

/** Detects reads from before the last commits. */
export class RecentHeads {
  readonly #heads = new Map<string, Head>();

  /** Adds the heads of a commit. */
  add(records: readonly LogRecord[]): void {
    for (const { key, revision, value } of records) {
      this.#heads.delete(key);
      this.#heads.set(key, { revision, deleted: value === undefined });
    }
    for (const key of this.#heads.keys()) {
      if (this.#heads.size <= keysMax) return;
      this.#heads.delete(key);
    }
  }

  /**
   * Whether a newer head than `head` was committed.
   * @param head undefined if the store has none, which is right for a deleted key after a compaction
   */
  isStale(key: string, head: Head | undefined): boolean {
    const newest = this.#heads.get(key);
    if (newest === undefined || head?.damage) return false;
    return head === undefined ? !newest.deleted : head.revision < newest.revision;
  }
}
