/**
 * Compaction: removes the records that only revisions before the compacted one need. These are, for each record up to
 * that revision, the record that it replaced, and the record itself if it is a deletion. The newest value of a key is
 * never removed.
 */
import { readUnlessCorrupt } from "../errors.ts";
import { compactionRecordsPerStep } from "../limits.ts";
import type { CompactionStep, LedgerView, LogRecord } from "./ledger.ts";

/**
 * Returns the next step of the compaction to `revision`. Steps are limited, so that writes can run between them.
 *
 * An unreadable record is kept, because it may be the newest one of its key. The record that it replaced is kept as
 * well.
 */
export function nextCompactionStep(ledger: LedgerView, revision: number): CompactionStep {
  const through = Math.min(revision, ledger.compactedThrough + compactionRecordsPerStep);
  const revisions: number[] = [];
  const keys: string[] = [];
  for (let at = ledger.compactedThrough + 1; at <= through; at++) {
    const record = readableRecord(ledger, at);
    if (record === undefined) continue;
    if (record.previous > 0) revisions.push(record.previous);
    if (record.value !== undefined) continue;
    revisions.push(at);
    if (ledger.head(record.key)?.revision === at) keys.push(record.key);
  }
  return { through, revisions, keys };
}

/** Returns undefined for a revision that was skipped, or whose record is missing or unreadable. */
function readableRecord(ledger: LedgerView, revision: number): LogRecord | undefined {
  return readUnlessCorrupt(
    () => ledger.record(revision),
    () => undefined,
  );
}
