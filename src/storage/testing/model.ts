/** A simple model of an `Engine`: a list of writes. The results of engines are compared with it. */
import type { StorageErrorCode } from "../errors.ts";

/** An entry of the model. Labels stand for values. */
export interface ModelEntry {
  readonly key: string;
  readonly label: string;
  readonly revision: number;
}

/** A write in the model. */
export interface ModelChange {
  readonly key: string;
  readonly revision: number;
  readonly label: string | undefined;
  readonly previous: ModelEntry | undefined;
}

/** A store whose writes take effect at once. */
export class ModelStore {
  readonly changes: ModelChange[] = [];
  readonly #sharesRevisions: boolean;
  compactedRevision = 0;

  /** @param sharesRevisions whether all writes of `writeTogether` have the same revision */
  constructor(sharesRevisions: boolean) {
    this.#sharesRevisions = sharesRevisions;
  }

  get revision(): number {
    return this.changes.at(-1)?.revision ?? 0;
  }

  /** @param label absent to delete */
  write(key: string, label: string | undefined, expected: number): number | StorageErrorCode {
    return this.#writeAt(this.revision + 1, [key, label, expected]);
  }

  #writeAt(revision: number, [key, label, expected]: Parameters<ModelStore["write"]>): number | StorageErrorCode {
    const current = this.at(this.revision).get(key);
    const rejection = label === undefined ? rejectDelete(current, expected) : rejectPut(current, expected);
    if (rejection) return rejection;
    this.changes.push({ key, label, revision, previous: current });
    return revision;
  }

  /** @param writes of different keys; all or none take effect */
  writeTogether(writes: readonly Parameters<ModelStore["write"]>[]): number | StorageErrorCode {
    const before = this.changes.length;
    const shared = this.revision + 1;
    let outcome: number | StorageErrorCode = before;
    for (const write of writes) {
      outcome = this.#writeAt(this.#sharesRevisions ? shared : this.revision + 1, write);
      if (typeof outcome === "number") continue;
      this.changes.length = before;
      break;
    }
    return outcome;
  }

  /** Returns all entries at `revision`. */
  at(revision: number): Map<string, ModelEntry> {
    const entries = new Map<string, ModelEntry>();
    for (const { key, label, revision: at } of this.changes) {
      if (at > revision) break;
      if (label === undefined) entries.delete(key);
      else entries.set(key, { key, label, revision: at });
    }
    return entries;
  }

  /** Returns the entries in the order of their keys' bytes. */
  range(prefix: string, { at, after }: { at: number; after: string | undefined }): ModelEntry[] {
    return [...this.at(at).values()]
      .filter(({ key }) => key.startsWith(prefix) && (after === undefined || compareBytes(key, after) > 0))
      .toSorted((a, b) => compareBytes(a.key, b.key));
  }
}

function rejectPut(current: ModelEntry | undefined, expected: number): StorageErrorCode | undefined {
  if (expected === 0) return current && "key-exists";
  return rejectDelete(current, expected);
}

function rejectDelete(current: ModelEntry | undefined, expected: number): StorageErrorCode | undefined {
  if (!current) return "key-not-found";
  return current.revision === expected ? undefined : "revision-conflict";
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
