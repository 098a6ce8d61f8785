/** The backups that a server sends. */
import type { BackupStream } from "../../server/index.ts";
import {
  type BackupDescription,
  BackupError,
  backupMediaType,
  backupPieces,
  failureBlock,
} from "../../storage/backup/index.ts";
import { type Engine, isStorageError } from "../../storage/index.ts";

/** The store, and what a backup says about it. */
export interface BackupServices {
  readonly engine: Engine;
  readonly description: BackupDescription;
  /** Aborted when the server begins to stop, which ends all backups. */
  readonly stopping: AbortSignal;
}

/** Begins a backup. If it cannot be completed after its first piece, it ends with the reason. */
export function backupStream({ engine, description, stopping }: BackupServices): BackupStream {
  const pieces = withFailure(backupPieces({ engine, description }), stopping);
  return { mediaType: backupMediaType, pieces };
}

async function* withFailure(pieces: AsyncIterable<Buffer>, stopping: AbortSignal): AsyncGenerator<Buffer, undefined> {
  let hasBegun = false;
  try {
    for await (const piece of pieces) {
      yield piece;
      hasBegun = true;
      if (!stopping.aborted) continue;
      yield await failureBlock("the server is stopping");
      return undefined;
    }
  } catch (error) {
    const isExpected = error instanceof BackupError || isStorageError(error, "compacted", "unavailable", "closed");
    if (!hasBegun || !isExpected) throw error;
    yield await failureBlock(reasonOf(error));
  }
  return undefined;
}

function reasonOf(error: Error): string {
  if (!isStorageError(error, "compacted")) return error.message;
  return (
    `it took longer than the store keeps history (${error.message}); repeat the command, or start the server with a ` +
    "longer --etcd-compaction-interval"
  );
}
