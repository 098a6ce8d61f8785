/**
 * Relates revisions to times. A mark is stored with the first commit in each tenth of a second, so it costs little. It also
 * counts the bytes that history needs, so that the history can be limited by size.
 */
import type { Clock } from "../../base/clock.ts";
import type { Change } from "../engine.ts";
import type { Ledger, LedgerView, TimeMark } from "./ledger.ts";

/** Shortest time between two marks. */
const markIntervalMs = 100;
/** Bytes that a record needs in addition to its key and value. */
const recordBytes = 64;

/** Counts the replaced bytes, and decides which commits get a mark. */
export class TimeMarks {
  readonly #clock: Clock;
  #last: TimeMark | undefined;
  /** Bytes of all values that were replaced or deleted so far. */
  #replacedBytes: number;

  constructor(ledger: Ledger, clock: Clock) {
    this.#clock = clock;
    this.#last = ledger.markUpTo(Number.MAX_SAFE_INTEGER);
    this.#replacedBytes = this.#last?.replacedBytes ?? 0;
  }

  get replacedBytes(): number {
    return this.#replacedBytes;
  }

  /** Returns the mark to store with a commit that begins with `revision`. Undefined if the last mark is new enough. */
  next(revision: number): TimeMark | undefined {
    const timeMs = Math.floor(this.#clock.nowMs());
    // If the clock of the machine is set back, no mark follows until it has caught up. So times never decrease.
    if (this.#last && timeMs < this.#last.timeMs + markIntervalMs) return undefined;
    return { revision, timeMs, replacedBytes: this.#replacedBytes };
  }

  /** Call this when a commit is durable. @param mark the mark that was stored with it */
  committed(changes: readonly Change[], mark: TimeMark | undefined): void {
    this.#last = mark ?? this.#last;
    for (const change of changes) this.#replacedBytes += bytesReplacedBy(change);
  }
}

/** Returns the bytes that a compaction beyond this change removes. */
function bytesReplacedBy({ key, value, previous }: Change): number {
  const deletion = value === undefined ? key.length + recordBytes : 0;
  return deletion + (previous ? previous.value.length + key.length + recordBytes : 0);
}

/**
 * Returns the last mark for which `isBefore` is true. It must be true for the marks up to some revision, and false for all
 * later ones.
 */
export function lastMarkBefore(ledger: LedgerView, isBefore: (mark: TimeMark) => boolean): TimeMark | undefined {
  let found: TimeMark | undefined;
  let low = 0;
  let high = ledger.lastRevision + 1;
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    const mark = ledger.markUpTo(middle);
    if (mark && !isBefore(mark)) {
      high = mark.revision - 1;
      continue;
    }
    found = mark ?? found;
    low = middle;
  }
  return found;
}

/**
 * Returns the revision to which the history is removed, so that its values from there to `revision` have at most `bytesMax`.
 */
export function retainedFrom(ledger: LedgerView, revision: number, bytesMax: number): number {
  if (bytesMax <= 0) return revision;
  const atRevision = ledger.markUpTo(revision);
  // A store of an older release has no marks at first.
  if (!atRevision) return ledger.compactedThrough;
  const target = atRevision.replacedBytes - bytesMax;
  const before = lastMarkBefore(ledger, ({ replacedBytes }) => replacedBytes <= target);
  // The mark counts the changes before its revision. Those of the next marks are within the limit.
  return before ? Math.min(revision, Math.max(before.revision - 1, ledger.compactedThrough)) : ledger.compactedThrough;
}
