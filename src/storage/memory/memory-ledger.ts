/**
 * A ledger in memory. Appending is at once and cannot fail; nothing outlives the process. Its trees are copy-on-write, so
 * that a copy costs nothing: later changes of either copy only the path that they touch.
 */
import sortedBtree from "sorted-btree";
import sortedBtreeDifference from "sorted-btree/extended/diffAgainst.js";
import { assert } from "../../base/assert.ts";
import type { Entry } from "../engine.ts";
import { compareKeys } from "../local/key-order.ts";
import type { Forgetting, Head, Ledger, LogRecord } from "../local/ledger.ts";

const Tree = sortedBtree.default;
const compareTrees = sortedBtreeDifference.default;
type Tree<Key, Value> = InstanceType<typeof Tree<Key, Value>>;

/** Revisions that no write has taken. */
interface Skip {
  readonly first: number;
  readonly last: number;
}

export class MemoryLedger implements Ledger {
  #records: Tree<number, LogRecord> = new Tree<number, LogRecord>(undefined, (one, other) => one - other);
  #heads: Tree<string, Head> = new Tree<string, Head>(undefined, compareKeys);
  #skips: readonly Skip[] = [];
  #lastRevision = 0;
  #forgottenThrough = 0;

  get lastRevision(): number {
    return this.#lastRevision;
  }

  get forgottenThrough(): number {
    return this.#forgottenThrough;
  }

  /** The ledger as it is now; later changes of either do not show in the other. */
  copy(): MemoryLedger {
    const copy = new MemoryLedger();
    copy.#records = this.#records.clone();
    copy.#heads = this.#heads.clone();
    copy.#skips = this.#skips;
    copy.#lastRevision = this.#lastRevision;
    copy.#forgottenThrough = this.#forgottenThrough;
    return copy;
  }

  /** Takes no write for the revisions up to `revision`: the next one is after it. */
  skipTo(revision: number): void {
    assert(revision > this.#lastRevision, `revision ${revision} is not ahead of ${this.#lastRevision}`);
    this.#skips = [...this.#skips, { first: this.#lastRevision + 1, last: revision }];
    this.#lastRevision = revision;
  }

  isSkipped(revision: number): boolean {
    return this.#skips.some(({ first, last }) => first <= revision && revision <= last);
  }

  /** Keys that one of the ledgers has written and the other has not: what a copy and its original share costs nothing. */
  keysUnlike(other: MemoryLedger): string[] {
    const keys: string[] = [];
    const add = (key: string): void => {
      keys.push(key);
    };
    compareTrees(this.#heads, other.#heads, add, add, add);
    return keys.sort(compareKeys);
  }

  head(key: string): Head | undefined {
    return this.#heads.get(key);
  }

  /** The value that a key has now. */
  newest(key: string): Entry | undefined {
    const head = this.#heads.get(key);
    const record = head && this.#records.get(head.revision);
    return record?.value && { key, value: record.value, revision: record.revision };
  }

  record(revision: number): LogRecord | undefined {
    return this.#records.get(revision);
  }

  scan(start: string, visit: (key: string, head: Head) => boolean): void {
    for (const [key, head] of this.#heads.entries(start, [])) if (!visit(key, head)) return;
  }

  revisions(): Iterable<number> {
    return this.#records.keys();
  }

  draft({ revision, key, value, previous }: LogRecord): LogRecord {
    return { revision, key, value: value && ownCopy(value), previous };
  }

  async append(records: readonly LogRecord[]): Promise<void> {
    for (const record of records) {
      const { revision, key } = record;
      this.#heads.set(key, { revision, deleted: record.value === undefined });
      this.#records.set(revision, record);
      this.#lastRevision = revision;
    }
  }

  async forget({ through, revisions, keys }: Forgetting): Promise<void> {
    for (const revision of revisions) this.#records.delete(revision);
    for (const key of keys) {
      this.#heads.delete(key);
    }
    this.#forgottenThrough = through;
    this.#skips = this.#skips.filter(({ last }) => last > through);
  }

  check(): readonly string[] {
    try {
      this.#records.checkValid();
      this.#heads.checkValid();
      return [];
    } catch (error) {
      return [`a tree is broken: ${String(error)}`];
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#records.clear();
    this.#heads.clear();
  }
}

/** Not cut from Node's shared pool, of which one long-lived piece keeps 8 KB alive. */
function ownCopy(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
