/**
 * Decides the writes of one commit group, in order. Each write is checked against the committed state and the earlier
 * writes of the group. Accepted writes get the next revisions, without gaps. Writes of one commit are accepted or
 * rejected together.
 */
import type { Change, Entry, Write } from "../engine.ts";
import { isStorageError, type StorageError } from "../errors.ts";
import { keyExists, keyNotFound, revisionConflict } from "../failures.ts";
import type { History } from "./history.ts";
import type { Head, Ledger, LogRecord } from "./ledger.ts";

/** The accepted writes of a group, and the outcome of each commit. */
export interface CommitDecision {
  readonly records: readonly LogRecord[];
  readonly changes: readonly Change[];
  /** The outcome of each added commit, in order: the revision of its last write, or the error. */
  readonly outcomes: readonly (number | StorageError)[];
}

/** The newest state of a key: the committed one, or that after earlier writes of the group. */
interface KeyState {
  readonly head: Head | undefined;
  /** Undefined if the key does not exist. */
  readonly entry: Entry | undefined;
}

/** A decision that is being made. */
export class GroupDecision implements CommitDecision {
  readonly records: LogRecord[] = [];
  readonly changes: Change[] = [];
  readonly outcomes: (number | StorageError)[] = [];
  readonly #written = new Map<string, KeyState>();
  readonly #ledger: Ledger;
  readonly #history: History;

  constructor(ledger: Ledger, history: History) {
    this.#ledger = ledger;
    this.#history = history;
  }

  /**
   * Decides the writes of one commit. Errors become its outcome and are not thrown.
   * @param writes of different keys
   */
  add(writes: readonly Write[]): void {
    this.outcomes.push(this.#decide(writes));
  }

  /**
   * Adds the deletion of a key whose newest value cannot be read.
   * @returns the revision of the deletion
   * @throws StorageError `key-not-found`, or `revision-conflict` if the value can be read
   */
  removeDamaged(key: string): number {
    const head = this.#ledger.head(key);
    if (!head || head.deleted) throw keyNotFound(key);
    if (!this.#isDamaged(key, head)) throw revisionConflict(key, 0, this.#history.current(key, head));
    return this.#accept({ key, value: undefined, expected: head.revision }, { head, entry: undefined });
  }

  #isDamaged(key: string, head: Head): boolean {
    try {
      this.#history.current(key, head);
      return false;
    } catch (error) {
      if (isStorageError(error, "corrupt")) return true;
      throw error;
    }
  }

  #decide(writes: readonly Write[]): number | StorageError {
    try {
      // All conditions are checked before the first write is accepted.
      const states = writes.map((write) => this.#written.get(write.key) ?? this.#committed(write));
      for (const [index, write] of writes.entries()) {
        const conditionFailure = conditionError(write, states[index]?.entry);
        if (conditionFailure) return conditionFailure;
      }
      return writes.reduce((_, write, index) => this.#accept(write, states[index]), 0);
    } catch (error) {
      if (isStorageError(error, "corrupt", "unavailable", "key-exists")) return error;
      throw error;
    }
  }

  /**
   * Returns the committed state of a key.
   * @throws StorageError `corrupt` if its value cannot be read; `key-exists` instead if the write would create the key
   */
  #committed({ key, value, expected }: Write): KeyState {
    const head = this.#ledger.head(key);
    if (!head || head.deleted) return { head, entry: undefined };
    try {
      return { head, entry: this.#history.current(key, head) };
    } catch (error) {
      const isCreation = expected === 0 && value !== undefined;
      if (!isCreation || !isStorageError(error, "corrupt")) throw error;
      throw keyExists(key, { revision: head.revision, value: new Uint8Array(0) });
    }
  }

  #accept(write: Write, state: KeyState | undefined): number {
    const { key } = write;
    const revision = this.#ledger.lastRevision + this.records.length + 1;
    const record = this.#ledger.draft({ revision, key, value: write.value, previous: state?.head?.revision ?? 0 });
    // Watchers keep the bytes longer than the caller must leave its buffer unchanged, so they get the draft's copy.
    const { value } = record;
    this.records.push(record);
    this.changes.push({ revision, key, value, previous: state?.entry });
    const head = { revision, deleted: value === undefined };
    this.#written.set(key, { head, entry: value && { key, value, revision } });
    return revision;
  }
}

function conditionError(write: Write, current: Entry | undefined): StorageError | undefined {
  if (current === undefined) {
    return write.expected === 0 && write.value !== undefined ? undefined : keyNotFound(write.key);
  }
  if (current.revision === write.expected) return undefined;
  if (write.expected === 0 && write.value !== undefined) return keyExists(write.key, current);
  return revisionConflict(write.key, write.expected, current);
}
