/**
 * Compaction: takes out what only revisions before the compacted one need. That is, for every record up to it, the
 * record of the same key that it replaced; and deletions themselves. The newest value of a key is never taken out.
 */
import { isStorageError } from "../errors.ts";
import { forgetRecordsPerStep } from "../limits.ts";
import type { Forgetting, Ledger, LogRecord } from "./ledger.ts";

/**
 * Returns the next step towards forgetting everything that only revisions before `revision` need; a bounded one, so that the
 * caller lets writes through between steps.
 *
 * A record that cannot be read stays, because it may be the newest one of its key. What it replaced stays as well.
 */
export function nextForgetting(ledger: Ledger, revision: number): Forgetting {
  const through = Math.min(revision, ledger.forgottenThrough + forgetRecordsPerStep);
  const revisions: number[] = [];
  const keys: string[] = [];
  for (let at = ledger.forgottenThrough + 1; at <= through; at++) {
    const record = readableRecord(ledger, at);
    if (record === undefined) continue;
    if (record.previous > 0) revisions.push(record.previous);
    if (record.value !== undefined) continue;
    revisions.push(at);
    if (ledger.head(record.key)?.revision === at) keys.push(record.key);
  }
  return { through, revisions, keys };
}

/** Returns undefined for a revision that was skipped, or whose record is missing or cannot be read. */
function readableRecord(ledger: Ledger, revision: number): LogRecord | undefined {
  try {
    return ledger.record(revision);
  } catch (error) {
    if (isStorageError(error, "corrupt")) return undefined;
    throw error;
  }
}
