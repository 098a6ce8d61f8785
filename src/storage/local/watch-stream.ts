/**
 * One watch: all changes after a revision, first from the store, then from memory. Between two deliveries it keeps only
 * its position. So an abandoned iteration needs no cleanup, and a slow one does not buffer changes.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Change, ChangeBatch, EngineWatchOptions } from "../engine.ts";
import { readUnlessCorrupt } from "../errors.ts";
import { compacted } from "../failures.ts";
import { historyBytesPerTurn, historyRecordsPerTurn } from "../limits.ts";
import type { EngineWatchHub } from "./engine-watch-hub.ts";
import type { History } from "./history.ts";

/** The parts of an engine that a watch uses. */
export interface WatchSource {
  readonly hub: EngineWatchHub;
  readonly history: History;
  /** @throws StorageError `closed`, or `compacted` if changes after `position` were compacted */
  readonly checkPosition: (position: number) => void;
  /**
   * Called after the history since `position` was read.
   * @throws StorageError `compacted` if it was compacted meanwhile, even by another process
   */
  readonly confirmPosition: (position: number) => void;
}

/** Implements `EngineReader.watch`. */
export async function* watchChanges(
  source: WatchSource,
  prefix: string,
  { after, signal }: EngineWatchOptions,
): AsyncGenerator<ChangeBatch, void, undefined> {
  const { hub } = source;
  // All changes under the prefix up to `position` were delivered. The last batch reported the revision
  // `reportedRevision`.
  let position = after;
  let reportedRevision = after;
  while (!signal.aborted) {
    source.checkPosition(position);
    const batch: ChangeBatch = position < hub.revision ? await advance(source, prefix, position) : noChanges(position);
    position = batch.revision;
    const upToDate = position >= hub.revision;
    if (batch.changes.length > 0 || (upToDate && reportedRevision < position && hub.wantsProgress(reportedRevision))) {
      reportedRevision = position;
      if (!signal.aborted) yield batch;
    } else if (upToDate) {
      position = Math.max(position, await hub.park(prefix, reportedRevision, signal));
    }
  }
}

function noChanges(revision: number): ChangeBatch {
  return { changes: [], revision };
}

async function advance(source: WatchSource, prefix: string, position: number): Promise<ChangeBatch> {
  if (source.hub.hasChangesSince(position)) return source.hub.next(prefix, position);
  // Reading the store blocks this thread. Other work must run between the parts of a long history.
  await nextTurn();
  source.checkPosition(position);
  const batch = readHistory(source, prefix, position);
  source.confirmPosition(position);
  return batch;
}

/** Returns undefined for an unreadable write. */
function readableChange(history: History, revision: number): Change | undefined {
  return readUnlessCorrupt(
    () => history.change(revision),
    () => undefined,
  );
}

/** Returns the next changes after `position`, up to a limit. */
function readHistory({ hub, history }: WatchSource, prefix: string, position: number): ChangeBatch {
  const changes: Change[] = [];
  const last = Math.min(hub.revision, position + historyRecordsPerTurn);
  let revision = position;
  for (let bytes = 0; revision < last && bytes < historyBytesPerTurn; ) {
    const change = readableChange(history, revision + 1);
    if (!change) {
      // The key of the unreadable change is unknown, so it may be under the prefix. The changes before it are still
      // delivered.
      if (revision > position) break;
      throw compacted(position, revision + 1);
    }
    revision += 1;
    bytes += (change.value?.length ?? 0) + (change.previous?.value.length ?? 0);
    if (change.key.startsWith(prefix)) changes.push(change);
  }
  return { changes, revision };
}
