/**
 * Compaction: takes out what only revisions before the compacted one need. That is, for every record up to it, the
 * record of the same key that it replaced; and deletions themselves. The newest value of a key is never taken out.
 */
import { corrupt } from "../failures.ts";
import { forgetRecordsPerStep } from "../limits.ts";
import type { Forgetting, Ledger } from "./ledger.ts";

/**
 * The next step towards forgetting everything that only revisions before `revision` need; a bounded one, so that the
 * caller lets writes through between steps.
 * @throws StorageError `corrupt` when a record on the way cannot be read
 */
export function nextForgetting(ledger: Ledger, revision: number): Forgetting {
  const through = Math.min(revision, ledger.forgottenThrough + forgetRecordsPerStep);
  const revisions: number[] = [];
  const keys: string[] = [];
  for (let at = ledger.forgottenThrough + 1; at <= through; at++) {
    const record = ledger.record(at);
    if (record === undefined && ledger.isSkipped(at)) continue;
    if (record === undefined) throw corrupt("it is missing", { revision: at });
    if (record.previous > 0) revisions.push(record.previous);
    if (record.value !== undefined) continue;
    revisions.push(at);
    if (ledger.head(record.key)?.revision === at) keys.push(record.key);
  }
  return { through, revisions, keys };
}
