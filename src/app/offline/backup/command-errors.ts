/** Errors of backups, as commands print them. */
import { CommandError } from "../../../cli/index.ts";
import { BackupError } from "../../../storage/backup/index.ts";
import { isStorageError, StorageError } from "../../../storage/index.ts";
import { StartupError } from "../../machine/startup-error.ts";

/** Runs `work`. Errors that the user can correct become a CommandError with the same message. */
export async function withCommandErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isStorageError(error, "compacted")) {
      throw new CommandError(`${error.message}: the command took longer than the store keeps history; repeat it`, {
        cause: error,
      });
    }
    const isExpected = error instanceof BackupError || error instanceof StartupError || error instanceof StorageError;
    throw isExpected ? new CommandError(error.message, { cause: error }) : error;
  }
}
