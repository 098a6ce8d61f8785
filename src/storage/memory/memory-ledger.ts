/**
 * A ledger in memory. Appending takes effect at once and cannot fail. Its trees are copy-on-write, so copying the
 * ledger is fast: later changes copy only the nodes on the path to the changed key.
 */
import sortedBtree from "sorted-btree";
import sortedBtreeDifference from "sorted-btree/extended/diffAgainst.js";
import { assert } from "../../base/assert.ts";
import type { Entry } from "../engine.ts";
import { compareKeys } from "../local/key-order.ts";
import type { CompactionStep, Head, Ledger, LogRecord, TimeMark } from "../local/ledger.ts";

const Tree = sortedBtree.default;
const compareTrees = sortedBtreeDifference.default;
type Tree<Key, Value> = InstanceType<typeof Tree<Key, Value>>;

/** A range of revisions that no write has. */
interface Skip {
  readonly first: number;
  readonly last: number;
}

/** A ledger that keeps all records in memory. */
export class MemoryLedger implements Ledger {
  #records: Tree<number, LogRecord> = new Tree<number, LogRecord>(undefined, (one, other) => one - other);
  #heads: Tree<string, Head> = new Tree<string, Head>(undefined, compareKeys);
  #marks: Tree<number, TimeMark> = new Tree<number, TimeMark>(undefined, (one, other) => one - other);
  #skips: readonly Skip[] = [];
  #readableFrom = 0;
  #lastRevision = 0;
  #compactedThrough = 0;

  get lastRevision(): number {
    return this.#lastRevision;
  }

  get compactedThrough(): number {
    return this.#compactedThrough;
  }

  get readableFrom(): number {
    return Math.max(this.#readableFrom, this.#compactedThrough);
  }

  markUpTo(revision: number): TimeMark | undefined {
    return this.#marks.getPairOrNextLower(revision)?.[1];
  }

  /** No other process sees the ledger. */
  visibleRevision(): number {
    return 0;
  }

  /** Returns a copy. Later changes of one do not affect the other. */
  copy(): MemoryLedger {
    const copy = new MemoryLedger();
    copy.#records = this.#records.clone();
    copy.#heads = this.#heads.clone();
    copy.#marks = this.#marks.clone();
    copy.#readableFrom = this.#readableFrom;
    copy.#skips = this.#skips;
    copy.#lastRevision = this.#lastRevision;
    copy.#compactedThrough = this.#compactedThrough;
    return copy;
  }

  /** Skips the revisions up to `revision`. The next write gets the one after it. */
  skipTo(revision: number): void {
    assert(revision > this.#lastRevision, `revision ${revision} is not ahead of ${this.#lastRevision}`);
    this.#skips = [...this.#skips, { first: this.#lastRevision + 1, last: revision }];
    this.#lastRevision = revision;
  }

  isSkipped(revision: number): boolean {
    return this.#skips.some(({ first, last }) => first <= revision && revision <= last);
  }

  /** Returns the keys whose heads differ between the two ledgers. Tree nodes that both share are not visited. */
  differingKeys(other: MemoryLedger): string[] {
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

  /** Returns the newest entry of a key. */
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

  async append(records: readonly LogRecord[], mark?: TimeMark): Promise<void> {
    if (mark) this.#marks.set(mark.revision, mark);
    for (const record of records) {
      const { revision, key } = record;
      this.#heads.set(key, { revision, deleted: record.value === undefined });
      this.#records.set(revision, record);
      this.#lastRevision = revision;
    }
  }

  async setReadableFrom(revision: number): Promise<void> {
    this.#readableFrom = revision;
  }

  async compact({ through, revisions, keys }: CompactionStep): Promise<void> {
    for (const revision of revisions) this.#records.delete(revision);
    for (const key of keys) {
      this.#heads.delete(key);
    }
    const oldest = this.markUpTo(through)?.revision ?? 0;
    const needless = [...this.#marks.keys()].filter((revision) => revision < oldest);
    for (const revision of needless) this.#marks.delete(revision);
    this.#compactedThrough = through;
    this.#skips = this.#skips.filter(({ last }) => last > through);
  }

  check(): readonly string[] {
    try {
      this.#records.checkValid();
      this.#heads.checkValid();
      this.#marks.checkValid();
      return [];
    } catch (error) {
      return [`a tree is broken: ${String(error)}`];
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#records.clear();
    this.#heads.clear();
    this.#marks.clear();
  }
}

/**
 * Returns a copy in its own allocation. A copy in Node's shared pool would keep all 8 KB of the pool in memory as long
 * as it lives.
 */
function ownCopy(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
