/** The content of a file after a power loss. */
import type { Random } from "../../../src/base/random.ts";
import type { DiskOperation } from "./disk-operation.ts";

/** The disk writes units of this size completely or not at all. */
const pageBytes = 4096;

/** Moment of a power loss. */
export interface PowerLoss {
  /** Number of operations that had ended. */
  readonly count: number;
  /** Decides which pages of unsynced writes reached the disk. */
  readonly random: Pick<Random, "below">;
  /** Number of the last syncs that the disk confirmed, but did not perform. Default: none. */
  readonly lostSyncs?: number;
}

/**
 * Returns the file: everything that was synced, and any pages of the writes after the last sync. The operation that was
 * running counts as such a write.
 * @param base content of the file before the first operation
 */
export function imageAfterPowerLoss(
  base: Buffer,
  operations: readonly DiskOperation[],
  { count, random, lostSyncs = 0 }: PowerLoss,
): Buffer {
  const syncs = [...operations.entries()].filter(([index, { kind }]) => kind === "sync" && index < count);
  const lastSync = syncs.at(-1 - lostSyncs)?.[0] ?? -1;
  const syncedCount = lostSyncs === 0 ? count : lastSync;
  const begun = operations.slice(0, count + 1);
  const end = begun.reduce(
    (most, one) => (one.kind === "write" ? Math.max(most, one.offset + one.bytes.length) : most),
    base.length,
  );
  const image = Buffer.alloc(end);
  base.copy(image);
  for (const [index, operation] of begun.entries()) {
    if (operation.kind === "sync") continue;
    const isDurable = index < lastSync || (operation.isSynced && index < syncedCount);
    for (let start = 0; start < operation.bytes.length; start += pageBytes) {
      const page = operation.bytes.subarray(start, start + pageBytes);
      if (isDurable || random.below(2) === 0) page.copy(image, operation.offset + start);
    }
  }
  return image;
}
