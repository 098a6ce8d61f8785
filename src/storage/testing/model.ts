/** The contract of `Engine` in its plainest form: a list of writes. What an engine answers is compared with it. */
import type { StorageErrorCode } from "../errors.ts";

export interface ModelEntry {
  readonly key: string;
  readonly label: string;
  readonly revision: number;
}

export interface ModelChange {
  readonly key: string;
  readonly revision: number;
  readonly label: string | undefined;
  readonly previous: ModelEntry | undefined;
}

export class ModelStore {
  readonly changes: ModelChange[] = [];
  compactedRevision = 0;

  get revision(): number {
    return this.changes.length;
  }

  /** @param label absent to delete */
  write(key: string, label: string | undefined, expected: number): number | StorageErrorCode {
    const current = this.at(this.revision).get(key);
    const refusal = label === undefined ? refuseDelete(current, expected) : refusePut(current, expected);
    if (refusal) return refusal;
    const revision = this.revision + 1;
    this.changes.push({ key, label, revision, previous: current });
    return revision;
  }

  /** @param writes of different keys: all or none */
  writeTogether(writes: readonly Parameters<ModelStore["write"]>[]): number | StorageErrorCode {
    const before = this.changes.length;
    let outcome: number | StorageErrorCode = before;
    for (const write of writes) {
      outcome = this.write(...write);
      if (typeof outcome === "number") continue;
      this.changes.length = before;
      break;
    }
    return outcome;
  }

  /** Everything that exists right after `revision`. */
  at(revision: number): Map<string, ModelEntry> {
    const entries = new Map<string, ModelEntry>();
    for (const { key, label, revision: at } of this.changes.slice(0, revision)) {
      if (label === undefined) entries.delete(key);
      else entries.set(key, { key, label, revision: at });
    }
    return entries;
  }

  /** In the order that Buffer.compare gives to the keys. */
  range(prefix: string, { at, after }: { at: number; after: string | undefined }): ModelEntry[] {
    return [...this.at(at).values()]
      .filter(({ key }) => key.startsWith(prefix) && (after === undefined || compareBytes(key, after) > 0))
      .toSorted((a, b) => compareBytes(a.key, b.key));
  }
}

function refusePut(current: ModelEntry | undefined, expected: number): StorageErrorCode | undefined {
  if (expected === 0) return current && "key-exists";
  return refuseDelete(current, expected);
}

function refuseDelete(current: ModelEntry | undefined, expected: number): StorageErrorCode | undefined {
  if (!current) return "key-not-found";
  return current.revision === expected ? undefined : "revision-conflict";
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
