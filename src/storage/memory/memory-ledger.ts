/** A ledger in memory. Appending is at once and cannot fail; nothing outlives the process. */
import type { Forgetting, Head, Ledger, LogRecord } from "../local/ledger.ts";
import { SortedKeys } from "./sorted-keys.ts";

export class MemoryLedger implements Ledger {
  /** In ascending order of revisions: the order in which they were appended. */
  readonly #records = new Map<number, LogRecord>();
  readonly #heads = new Map<string, Head>();
  readonly #keys = new SortedKeys();
  #lastRevision = 0;
  #forgottenThrough = 0;

  get lastRevision(): number {
    return this.#lastRevision;
  }

  get forgottenThrough(): number {
    return this.#forgottenThrough;
  }

  head(key: string): Head | undefined {
    return this.#heads.get(key);
  }

  record(revision: number): LogRecord | undefined {
    return this.#records.get(revision);
  }

  scan(start: string, visit: (key: string, head: Head) => boolean): void {
    for (const key of this.#keys.from(start)) {
      const head = this.#heads.get(key);
      if (head && !visit(key, head)) return;
    }
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
      if (!this.#heads.has(key)) this.#keys.add(key);
      this.#heads.set(key, { revision, deleted: record.value === undefined });
      this.#records.set(revision, record);
      this.#lastRevision = revision;
    }
  }

  async forget({ through, revisions, keys }: Forgetting): Promise<void> {
    for (const revision of revisions) this.#records.delete(revision);
    for (const key of keys) {
      this.#heads.delete(key);
      this.#keys.remove(key);
    }
    this.#forgottenThrough = through;
  }

  check(): readonly string[] {
    const listed = [...this.#keys.from("")];
    return listed.length === this.#heads.size ? [] : [`${listed.length} keys are sorted, ${this.#heads.size} exist`];
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
