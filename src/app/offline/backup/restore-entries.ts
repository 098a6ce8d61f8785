/** Writes the entries of a backup to the store that is being restored. */
import type { ClientContext } from "../../../cli/index.ts";
import { BackupError, readBackup } from "../../../storage/backup/index.ts";
import type { Engine } from "../../../storage/index.ts";
import { writeEntries } from "../write-entries.ts";
import { type CheckedBackup, readChunks } from "./backup-file.ts";
import type { EtcdTarget } from "./backup-source.ts";

/** Options of `orch restore`. Paths are absolute. */
export interface RestoreCommand {
  readonly file: string;
  readonly dataDir: string;
  /** Restores into etcd instead of the data directory. */
  readonly etcd: EtcdTarget | undefined;
  /** Prefix of all keys in etcd, without a slash at its end. */
  readonly keyPrefix: string;
  /** Replaces a store that exists, and keeps it beside the new one. */
  readonly force: boolean;
  /** Accepts a backup of another cluster than that of the data directory. */
  readonly otherCluster: boolean;
  /** How many revisions are left out after that of the backup, if the newest one is unknown. Undefined: the default. */
  readonly revisionMargin: number | undefined;
  /** Only checks and describes the backup. */
  readonly dryRun: boolean;
}

/** A checked backup, the options of its restore, and the terminal. */
export interface Restoring {
  readonly backup: CheckedBackup;
  readonly options: RestoreCommand;
  readonly context: ClientContext;
}

/**
 * Writes the entries of the backup to an empty store, and checks the file again meanwhile.
 * @throws BackupError if the file is no longer the one that was checked before
 */
export async function restoreEntries(target: Engine, { backup, options, context }: Restoring): Promise<void> {
  let keys = 0;
  for await (const part of readBackup(readChunks(options.file))) {
    if ("header" in part && JSON.stringify(part.header) !== JSON.stringify(backup.header)) {
      throw new BackupError(`${options.file} was replaced while it was being restored; repeat the command`);
    }
    if (!("entries" in part)) continue;
    await writeEntries(target, part.entries, context.clock.nowMs());
    keys += part.entries.length;
    const [done, total] = [keys, backup.summary.keys].map((number) => number.toLocaleString("en-US"));
    context.terminal.progress(`${done} of ${total} keys restored`);
  }
}
