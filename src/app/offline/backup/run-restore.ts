/** `orch restore`: creates the store of a cluster from a backup. */
import { silentLogger } from "../../../base/logger.ts";
import type { ClientContext } from "../../../cli/index.ts";
import { vocabularyNames } from "../../../meta/vocabulary.ts";
import { BackupError, type BackupHeader } from "../../../storage/backup/index.ts";
import { packageVersion } from "../../machine/package-version.ts";
import { StartupError } from "../../machine/startup-error.ts";
import { readEtcdTls } from "../../pki/etcd-files.ts";
import { advanceRevision } from "../advance-revision.ts";
import { completeEtcdStore } from "../complete-etcd-store.ts";
import { checkBackupFile, requireRegularFile } from "./backup-file.ts";
import type { EtcdTarget } from "./backup-source.ts";
import { withCommandErrors } from "./command-errors.ts";
import { isNewerRelease } from "./compare-releases.ts";
import { describeBackup, summarize } from "./describe-backup.ts";
import { restoreDataDir } from "./restore-data-dir.ts";
import { type RestoreCommand, type Restoring, restoreEntries } from "./restore-entries.ts";

/** Margin of a restore into etcd, whose revision increases only by writes. */
const etcdMargin = 10_000;

/** Runs `orch restore`. @returns the exit code @throws CommandError */
export async function runRestore(options: RestoreCommand, context: ClientContext): Promise<number> {
  return await withCommandErrors(async () => {
    const { terminal } = context;
    if (!options.dryRun) requireRegularFile(options.file);
    const backup = await checkBackupFile(options.file, (keys) =>
      terminal.progress(`${keys.toLocaleString("en-US")} keys checked`),
    );
    checkRelease(backup.header);
    if (options.dryRun) {
      terminal.out(describeBackup(backup));
      return 0;
    }
    const restoring = { backup, options, context };
    if (options.etcd) await restoreEtcd(restoring, options.etcd);
    else await restoreDataDir(restoring);
    return 0;
  });
}

function checkRelease({ release, vocabulary }: BackupHeader): void {
  const present = packageVersion();
  if (isNewerRelease(release, present)) {
    throw new BackupError(
      `the backup was written by release ${release}, which is newer than this one (${present}); install release ` +
        `${release}, and repeat the command with it`,
    );
  }
  if (!vocabularyNames.some((name) => name === vocabulary))
    throw new BackupError(`the backup has the unknown vocabulary ${vocabulary}`);
}

/** Servers use the keys only when the identity of the cluster is written, which is the last step. */
async function restoreEtcd(restoring: Restoring, etcd: EtcdTarget): Promise<void> {
  const { backup, options, context } = restoring;
  const { vocabulary, keyPrefix, revision } = backup.header;
  if (keyPrefix !== options.keyPrefix) {
    throw new StartupError(
      `the keys of the backup are below ${keyPrefix}, not below ${options.keyPrefix}; set --etcd-prefix=${keyPrefix}`,
    );
  }
  const { connectToEtcd, identityKey } = await import("../../../storage/etcd/index.ts");
  const { clock, random, terminal } = context;
  await using target = await connectToEtcd({
    servers: etcd.servers,
    tls: readEtcdTls(etcd),
    clock,
    random,
    logger: silentLogger,
  });
  const { entries } = await target.range(`${keyPrefix}/`, { limit: 1 });
  const existing = (await target.get(identityKey(keyPrefix))) ?? entries[0];
  if (existing) {
    throw new StartupError(
      `etcd is not empty: it has the key ${existing.key}. Stop all servers of that cluster and delete its keys, or use ` +
        "another etcd",
    );
  }
  const startAfter = revision + (options.revisionMargin ?? etcdMargin);
  await advanceRevision(target, startAfter, (reached) =>
    terminal.progress(`revision ${reached} of ${startAfter} reached`),
  );
  await restoreEntries(target, restoring);
  await completeEtcdStore(target, { prefix: keyPrefix, identity: { vocabulary } });
  terminal.out(`restored ${summarize(backup)}; the revision is now ${target.revision}\n`);
  if (backup.summary.files.length > 0) {
    terminal.error(
      "the private keys of the backup were not restored: copy them to pki/ of each server's data directory\n",
    );
  }
}
