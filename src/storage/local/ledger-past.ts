/** Implements PastStates over a ledger. */
import type { Entry, OldestState, Page, PastChange, PastChanges, PastStates, RangeOptions } from "../engine.ts";
import { compacted, futureRevision } from "../failures.ts";
import { historyBytesPerTurn } from "../limits.ts";
import type { History } from "./history.ts";
import type { LedgerView } from "./ledger.ts";
import { readRange } from "./range.ts";
import type { ReadPins } from "./read-pins.ts";
import { lastMarkBefore } from "./time-marks.ts";

/** The parts of an engine that reads of its past use. */
export interface PastSource {
  readonly ledger: LedgerView;
  readonly history: History;
  readonly pins: ReadPins;
  /** Returns the newest announced revision. */
  readonly revision: () => number;
  /** Returns the oldest revision whose records are kept, also during a compaction. */
  readonly oldestRevision: () => number;
  /** @throws StorageError `closed` */
  readonly checkOpen: () => void;
}

/** The earlier states of a ledger. */
export class LedgerPast implements PastStates {
  readonly #source: PastSource;

  constructor(source: PastSource) {
    this.#source = source;
  }

  async oldest(): Promise<OldestState> {
    this.#source.checkOpen();
    const revision = this.#source.oldestRevision();
    return { revision, timeMs: this.#timeOf(revision) ?? this.#firstTime(revision), limit: "size" };
  }

  async revisionAt(timeMs: number): Promise<number | undefined> {
    this.#source.checkOpen();
    const { ledger, revision } = this.#source;
    const last = lastMarkBefore(ledger, (mark) => mark.timeMs <= timeMs);
    if (!last) return undefined;
    // All commits up to the next mark were made within a tenth of a second.
    const next = nextMark(ledger, last.revision);
    return Math.min(revision(), next === undefined ? ledger.lastRevision : next - 1);
  }

  async get(key: string, at: number): Promise<Entry | undefined> {
    this.#check(at);
    const entry = this.#source.history.entry(key, at);
    // Another process may have removed records meanwhile.
    this.#check(at);
    return entry;
  }

  async range(
    prefix: string,
    { after, limit = Number.POSITIVE_INFINITY, at }: RangeOptions & { readonly at: number },
  ): Promise<Page> {
    this.#check(at);
    const { ledger, history, pins, checkOpen } = this.#source;
    const unpin = pins.pin(at);
    try {
      const page = await readRange({ ledger, history, checkOpen }, { prefix, after, limit, at });
      this.#check(at);
      return page;
    } finally {
      unpin();
    }
  }

  async changesOf(
    key: string,
    { before, limit }: { readonly before: number; readonly limit: number },
  ): Promise<PastChanges> {
    this.#source.checkOpen();
    const { ledger, history, oldestRevision, revision } = this.#source;
    const changes: PastChange[] = [];
    let at = ledger.head(key)?.revision ?? 0;
    for (let bytes = 0; at > 0; ) {
      if (at <= oldestRevision() || changes.length === limit || bytes > historyBytesPerTurn * 4) break;
      const record = ledger.record(at, key);
      if (record?.key !== key) break;
      if (at < before && at <= revision()) {
        const change = history.change(at);
        const isPreviousRemoved = record.previous > 0 && !ledger.record(record.previous, key);
        changes.push({ ...change, isPreviousRemoved, timeMs: this.#timeOf(at) });
        bytes += change.value?.length ?? 0;
      }
      at = record.previous;
    }
    return { changes, more: at > oldestRevision() };
  }

  /** Returns the time of the first mark after a revision. */
  #firstTime(revision: number): number | undefined {
    const next = nextMark(this.#source.ledger, revision);
    return next === undefined ? undefined : this.#timeOf(next);
  }

  #timeOf(revision: number): number | undefined {
    return this.#source.ledger.markUpTo(revision)?.timeMs;
  }

  #check(at: number): void {
    const { checkOpen, revision, oldestRevision } = this.#source;
    checkOpen();
    if (at > revision()) throw futureRevision(at, revision());
    if (at < oldestRevision()) throw compacted(at, oldestRevision());
  }
}

/** Returns the revision of the mark after the one at `revision`. Undefined if it is the last. */
function nextMark(ledger: LedgerView, revision: number): number | undefined {
  const last = lastMarkBefore(ledger, () => true);
  if (!last || last.revision <= revision) return undefined;
  let [low, high] = [revision + 1, last.revision];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const mark = ledger.markUpTo(middle);
    if (mark && mark.revision > revision) high = mark.revision;
    else low = middle + 1;
  }
  return low;
}
