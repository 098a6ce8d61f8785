/** `GET /store/backup`: a backup of the whole store, as `orch backup` writes it to a file. */
import { StatusError, tooManyRequests } from "../meta/status-error.ts";
import { streamPieces } from "./output/body-stream.ts";
import type { Call } from "./requests/call.ts";
import { backupPath } from "./requests/long-running.ts";
import type { PathTable } from "./route.ts";

/** The bytes of a backup. The first piece is read before the response begins. */
export interface BackupStream {
  readonly mediaType: string;
  readonly pieces: AsyncIterator<Buffer, undefined>;
}

/** Number of backups that a process sends at the same time. Each keeps up to 40 MB in memory if values are large. */
const backupsMax = 2;
const retryAfterSeconds = 10;

/** Serves backups. @param open begins one */
export function installBackup(paths: PathTable, open: () => BackupStream): void {
  let running = 0;
  paths.addUnlisted(backupPath, async (call) => {
    if (running >= backupsMax) throw tooManyRequests("other backups are being taken", retryAfterSeconds);
    running++;
    try {
      await sendBackup(call, open());
    } finally {
      running--;
    }
  });
}

async function sendBackup(call: Call, { mediaType, pieces }: BackupStream): Promise<void> {
  const first = await pieces.next().catch((error: unknown) => {
    throw new StatusError(500, error instanceof Error ? error.message : String(error), {
      reason: "InternalError",
      cause: error,
    });
  });
  if (first.done || call.exchange.isClosed) return;
  const writer = call.begin(200, { "content-type": mediaType });
  await streamPieces(call, writer, withFirst(first.value, pieces));
}

async function* withFirst(first: Buffer, rest: AsyncIterator<Buffer, undefined>): AsyncGenerator<Buffer> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}
