/**
 * Reads a whole ledger and reports which of these invariants it violates:
 *
 * 1. Each revision after the compacted one, up to the last, has a record or was skipped.
 * 2. At or below the compacted revision, a key has at most one record: its value at that revision, never a deletion.
 * 3. The records of a key are linked from newer to older, and no kept record is left out.
 * 4. The times of marks do not decrease, nor do their counts of bytes.
 * 5. The head of a key is its newest record, and each key with a record has a head.
 */
import { StorageError } from "../errors.ts";
import type { LedgerView, LogRecord, TimeMark } from "./ledger.ts";

/** Returns one sentence for each problem. */
export function checkLedger(ledger: LedgerView): readonly string[] {
  const check = new LedgerCheck(ledger);
  check.records();
  check.heads();
  check.marks();
  return check.problems;
}

class LedgerCheck {
  readonly problems: string[] = [];
  readonly #ledger: LedgerView;
  /** The newest readable record of each key. */
  readonly #newest = new Map<string, LogRecord>();

  constructor(ledger: LedgerView) {
    this.#ledger = ledger;
  }

  records(): void {
    const { compactedThrough, lastRevision } = this.#ledger;
    let next = this.#afterSkipped(compactedThrough + 1);
    for (const revision of this.#ledger.revisions()) {
      if (revision > compactedThrough) {
        if (revision !== next) this.#report(`revisions ${next} to ${revision - 1} have no records`);
        next = this.#afterSkipped(revision + 1);
      }
      this.#record(revision);
    }
    if (next !== lastRevision + 1) this.#report(`the records end at revision ${next - 1}, not at ${lastRevision}`);
  }

  marks(): void {
    let later: TimeMark | undefined;
    for (
      let mark = this.#ledger.markUpTo(this.#ledger.lastRevision);
      mark;
      mark = this.#ledger.markUpTo(mark.revision - 1)
    ) {
      if (later && (mark.timeMs > later.timeMs || mark.replacedBytes > later.replacedBytes)) {
        this.#report(`the time of revision ${mark.revision} is after that of revision ${later.revision}`);
      }
      later = mark;
    }
  }

  heads(): void {
    this.#attempt("the keys", () => {
      this.#ledger.scan("", (key, head) => {
        const newest = this.#newest.get(key);
        if (head.damage) {
          this.#report(head.damage.message);
        } else if (newest?.revision !== head.revision) {
          this.#report(
            `${key} points to revision ${head.revision}, its newest record is ${newest?.revision ?? "none"}`,
          );
        } else if ((newest.value === undefined) !== head.deleted) {
          this.#report(`${key} disagrees with its record ${head.revision} on whether it is deleted`);
        }
        this.#newest.delete(key);
        return true;
      });
      for (const [key, { revision }] of this.#newest) this.#report(`${key} has record ${revision} but is not listed`);
    });
  }

  /** Returns the first revision, from this one on, that was not skipped. */
  #afterSkipped(revision: number): number {
    let next = revision;
    while (this.#ledger.isSkipped(next)) next++;
    return next;
  }

  #record(revision: number): void {
    this.#attempt(`revision ${revision}`, () => {
      const record = this.#ledger.record(revision);
      if (record === undefined) {
        this.#report(`revision ${revision} is listed but has no record`);
        return;
      }
      this.#link(record, this.#newest.get(record.key));
      this.#newest.set(record.key, record);
    });
  }

  #link(record: LogRecord, before: LogRecord | undefined): void {
    const { compactedThrough } = this.#ledger;
    const name = `record ${record.revision} of ${record.key}`;
    if (record.revision <= compactedThrough) {
      if (before) this.#report(`${name} and record ${before.revision} are both kept for revision ${compactedThrough}`);
      if (record.value === undefined) this.#report(`${name} is a deletion that should have been compacted`);
      return;
    }
    const isLinkCompacted = before === undefined && record.previous <= compactedThrough;
    if (!isLinkCompacted && record.previous !== before?.revision) {
      this.#report(`${name} links to ${record.previous}, the record before it is ${before?.revision ?? "none"}`);
    }
    if (record.value === undefined && before?.value === undefined) this.#report(`${name} deletes nothing`);
  }

  #attempt(what: string, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.#report(`${what}: ${error.message}`);
    }
  }

  #report(problem: string): void {
    this.problems.push(problem);
  }
}
