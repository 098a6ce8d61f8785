/**
 * Reads a ledger at a revision. It follows the links between a key's records, from its newest one back to the last one
 * that is not newer than the revision.
 *
 * A link may lead to a compacted record. If that record's revision is at or below the compacted one, the key did not
 * exist, and this is not an error. Compaction only removes deletions and replaced values, and a value that was replaced
 * at or below the compacted revision is never read.
 */
import { assert } from "../../base/assert.ts";
import type { Change, Entry } from "../engine.ts";
import { readUnlessCorrupt, type StorageError } from "../errors.ts";
import { corrupt } from "../failures.ts";
import type { Head, LedgerView, LogRecord } from "./ledger.ts";

const noBytes = new Uint8Array(0);

/** A record with a value. */
type LiveRecord = LogRecord & { readonly value: Uint8Array };

/** Reads past and present entries of a ledger. */
export class History {
  readonly #ledger: LedgerView;
  readonly #compactedRevision: () => number;

  /**
   * @param compactedRevision returns the revision of the last compaction, including one that is still running. The
   * ledger's own number is updated only after its records are deleted.
   */
  constructor(ledger: LedgerView, compactedRevision: () => number) {
    this.#ledger = ledger;
    this.#compactedRevision = compactedRevision;
  }

  /**
   * Returns the entry of `key` at revision `at`, which must be readable.
   * @throws StorageError `corrupt`, `unavailable`
   */
  entry(key: string, at: number): Entry | undefined {
    const head = this.#ledger.head(key);
    return head && this.entryOf(key, head, at);
  }

  /** Like `entry`, for callers that have already read the head. */
  entryOf(key: string, head: Head, at: number): Entry | undefined {
    if (head.damage) throw head.damage;
    if (head.revision <= at) return head.deleted ? undefined : this.#live(key, head.revision);
    const record = this.#linked(key, head.revision, at);
    return record && isLive(record) ? entryFrom(record) : undefined;
  }

  /** Like `entryOf`, but returns an unreadable entry with its damage. */
  readableOrDamaged(key: string, head: Head, at: number): Entry | undefined {
    return readUnlessCorrupt(
      () => this.entryOf(key, head, at),
      (damage) => damagedEntry(key, Math.min(head.revision, at), damage),
    );
  }

  /** Returns the entry to which a head leads. The key must not be deleted. */
  current(key: string, head: Head): Entry {
    if (head.damage) throw head.damage;
    assert(!head.deleted, `no value is current at the deletion of ${key}`);
    return this.#live(key, head.revision);
  }

  /**
   * Returns a write as watchers see it. Its revision must be above the compacted one.
   * @throws StorageError `corrupt` if the write itself cannot be read
   */
  change(revision: number): Change {
    const record = this.#kept(revision);
    return { revision, key: record.key, value: record.value, previous: this.#replacedBy(record) };
  }

  #replacedBy(record: LogRecord): Entry | undefined {
    return readUnlessCorrupt(
      () => this.#readReplaced(record),
      (damage) => damagedEntry(record.key, record.previous, damage),
    );
  }

  #readReplaced(record: LogRecord): Entry | undefined {
    const { key, previous } = record;
    const replaced = previous === 0 ? undefined : this.#ledger.record(previous, key);
    if (replaced && isLive(replaced) && replaced.key === key) return entryFrom(replaced);
    if (record.value === undefined) throw corrupt("the value that it removed is missing", record);
    if (replaced?.key === key || previous <= this.#compactedRevision()) return undefined;
    throw corrupt("the record before it is missing", record);
  }

  /** Follows the links. Returns the newest record of `key` that is not newer than `at`. */
  #linked(key: string, from: number, at: number): LogRecord | undefined {
    let record: LogRecord | undefined = this.#kept(from, key);
    while (record && record.revision > at) {
      const { previous }: LogRecord = record;
      if (previous >= record.revision) throw corrupt("it links to a later record", record);
      if (previous === 0) return undefined;
      record = previous <= this.#compactedRevision() ? this.#ledger.record(previous, key) : this.#kept(previous, key);
      if (record && record.key !== key) throw corrupt(`its link leads to ${record.key}`, { key, revision: previous });
    }
    return record;
  }

  #live(key: string, revision: number): Entry {
    const record = this.#kept(revision, key);
    if (!isLive(record)) throw corrupt("a deletion stands where its value should be", record);
    return entryFrom(record);
  }

  #kept(revision: number, key?: string): LogRecord {
    const record = this.#ledger.record(revision, key);
    if (record === undefined) throw corrupt("it is missing", key === undefined ? { revision } : { key, revision });
    if (key !== undefined && record.key !== key) throw corrupt(`it belongs to ${record.key}`, { key, revision });
    return record;
  }
}

function isLive(record: LogRecord): record is LiveRecord {
  return record.value !== undefined;
}

function damagedEntry(key: string, revision: number, damage: StorageError): Entry {
  return { key, value: noBytes, revision, damage };
}

function entryFrom(record: LiveRecord): Entry {
  return { key: record.key, value: record.value, revision: record.revision };
}
