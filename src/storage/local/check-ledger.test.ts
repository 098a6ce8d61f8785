import { describe, expect, test } from "vitest";
import { checkLedger } from "./check-ledger.ts";
import { compareKeys } from "./key-order.ts";
import type { Head, LedgerView, LogRecord, TimeMark } from "./ledger.ts";

/** A ledger with the content that a test chooses, valid or not. */
class WrittenLedger implements LedgerView {
  readonly lastRevision: number;
  readonly compactedThrough: number;
  readonly #records: Map<number, LogRecord>;
  readonly #heads: Map<string, Head>;
  readonly skipped: number[] = [];
  readonly marks: TimeMark[] = [];

  constructor(records: readonly LogRecord[], heads: Readonly<Record<string, Head>>, counters: [number, number]) {
    this.#records = new Map(records.map((record) => [record.revision, record]));
    this.#heads = new Map(Object.entries(heads));
    [this.compactedThrough, this.lastRevision] = counters;
  }

  get readableFrom(): number {
    return this.compactedThrough;
  }

  markUpTo(revision: number): TimeMark | undefined {
    return this.marks.findLast((mark) => mark.revision <= revision);
  }

  isSkipped(revision: number): boolean {
    return this.skipped.includes(revision);
  }

  head(key: string): Head | undefined {
    return this.#heads.get(key);
  }

  record(revision: number): LogRecord | undefined {
    return this.#records.get(revision);
  }

  scan(_start: string, visit: (key: string, head: Head) => boolean): void {
    for (const key of [...this.#heads.keys()].sort(compareKeys)) {
      const head = this.#heads.get(key);
      if (head) visit(key, head);
    }
  }

  revisions(): Iterable<number> {
    return [...this.#records.keys()].sort((a, b) => a - b);
  }
}

const value = Buffer.from("x");
const put = (revision: number, key: string, previous: number): LogRecord => ({ revision, key, value, previous });
const deletion = (revision: number, key: string, previous: number): LogRecord => ({
  revision,
  key,
  value: undefined,
  previous,
});
const live = (revision: number): Head => ({ revision, deleted: false });
const deleted = (revision: number): Head => ({ revision, deleted: true });

test("checkLedger() reports missing records, except for skipped revisions", () => {
  const ledger = new WrittenLedger([put(3, "a", 0)], { a: live(3) }, [0, 6]);
  ledger.skipped.push(1, 2, 4, 5, 6);
  expect(checkLedger(ledger)).toEqual([]);
  ledger.skipped.splice(1, 1);
  expect(checkLedger(ledger)).toEqual(["revisions 2 to 2 have no records"]);
});

describe("checkLedger()", () => {
  const check = (records: LogRecord[], heads: Record<string, Head>, counters: [number, number]): readonly string[] =>
    checkLedger(new WrittenLedger(records, heads, counters));

  test("checkLedger() reports nothing for a valid ledger, new or compacted", () => {
    expect(check([], {}, [0, 0])).toEqual([]);
    expect(check([], {}, [7, 7])).toEqual([]);
    const records = [put(1, "a", 0), put(2, "b", 0), put(3, "a", 1), deletion(4, "b", 2), put(5, "b", 4)];
    expect(check(records, { a: live(3), b: live(5) }, [0, 5])).toEqual([]);
    // Compacted to 4: the first value of "a" and all records of "b" up to 4 were removed.
    expect(check([put(3, "a", 1), put(5, "b", 4)], { a: live(3), b: live(5) }, [4, 5])).toEqual([]);
  });

  test("checkLedger() reports revisions without a record", () => {
    expect(check([put(1, "a", 0), put(4, "b", 0)], { a: live(1), b: live(4) }, [0, 4])).toEqual([
      "revisions 2 to 3 have no records",
    ]);
    expect(check([put(1, "a", 0)], { a: live(1) }, [0, 3])).toEqual(["the records end at revision 1, not at 3"]);
  });

  test("checkLedger() reports records that a compaction should have removed", () => {
    expect(check([put(1, "a", 0), put(2, "a", 1)], { a: live(2) }, [2, 2])).toEqual([
      "record 2 of a and record 1 are both kept for revision 2",
    ]);
    expect(check([deletion(2, "a", 1)], { a: deleted(2) }, [2, 2])).toEqual([
      "record 2 of a is a deletion that should have been compacted",
    ]);
  });

  test("checkLedger() reports links that skip a record or lead nowhere", () => {
    expect(check([put(1, "a", 0), put(2, "a", 0)], { a: live(2) }, [0, 2])).toEqual([
      "record 2 of a links to 0, the record before it is 1",
    ]);
    expect(check([put(1, "b", 0), put(2, "a", 1)], { a: live(2), b: live(1) }, [0, 2])).toEqual([
      "record 2 of a links to 1, the record before it is none",
    ]);
  });

  test("checkLedger() reports deletions of missing keys", () => {
    expect(check([deletion(1, "a", 0)], { a: deleted(1) }, [0, 1])).toEqual(["record 1 of a deletes nothing"]);
    const twice = [put(1, "a", 0), deletion(2, "a", 1), deletion(3, "a", 2)];
    expect(check(twice, { a: deleted(3) }, [0, 3])).toEqual(["record 3 of a deletes nothing"]);
  });

  test("checkLedger() reports heads that are not the newest record of their key", () => {
    expect(check([put(1, "a", 0), put(2, "a", 1)], { a: live(1) }, [0, 2])).toEqual([
      "a points to revision 1, its newest record is 2",
    ]);
    expect(check([put(1, "a", 0)], { a: deleted(1) }, [0, 1])).toEqual([
      "a disagrees with its record 1 on whether it is deleted",
    ]);
    expect(check([put(1, "a", 0)], { a: live(1), b: live(1) }, [0, 1])).toEqual([
      "b points to revision 1, its newest record is none",
    ]);
    expect(check([put(1, "a", 0)], {}, [0, 1])).toEqual(["a has record 1 but is not listed"]);
  });
});
