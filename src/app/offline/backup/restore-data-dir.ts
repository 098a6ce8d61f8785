/**
 * Restores a backup into a data directory. The new store is made in another folder, which gets its name when it is complete.
 * From the beginning, `cluster.json` says that the cluster has a store, so a server does not start with an empty one if the
 * restore is interrupted.
 */
import { existsSync, readdirSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { VocabularyName } from "../../../meta/vocabulary.ts";
import { BackupError, readBackup } from "../../../storage/backup/index.ts";
import { type Engine, isStorageError } from "../../../storage/index.ts";
import { type DataDir, openDataDir, recordedClusterId, recordStore } from "../../machine/data-directory.ts";
import { secretDirMode, secretMode, syncDirectory, writeDurably } from "../../machine/files.ts";
import { StartupError } from "../../machine/startup-error.ts";
import { readChunks } from "./backup-file.ts";
import { clusterText, summarize } from "./describe-backup.ts";
import { type Restoring, restoreEntries } from "./restore-entries.ts";

/** Number of revisions that are left out if the newest revision of the cluster is unknown. */
const marginDefault = 1_000_000;

/**
 * Restores the backup.
 * @throws StartupError, BackupError or StorageError. The directory then has its earlier store, or none.
 */
export async function restoreDataDir(restoring: Restoring): Promise<void> {
  const { backup, options, context } = restoring;
  checkCluster(restoring);
  const vocabulary = backup.header.vocabulary as VocabularyName;
  const { cluster: uid } = backup.header;
  const dataDir = await openDataDir(options.dataDir, { vocabulary, random: context.random, uid });
  const storeFile = join(dataDir.storeDir, "data.mdb");
  if (existsSync(storeFile) && !options.force) {
    throw new StartupError(
      `a store exists in ${options.dataDir}; choose another --data-dir, or set --force to replace it. The present store ` +
        "is then kept beside the new one",
    );
  }
  await recordStore(dataDir);
  const existing = existsSync(storeFile) ? await openExisting(dataDir, vocabulary) : undefined;
  try {
    const startAfter = firstRevision(restoring, existing?.revision);
    const path = `${dataDir.storeDir}.restoring`;
    const revision = await makeStore(path, { restoring, dataDir, startAfter });
    const keyText = await restoreKeys(dataDir, restoring);
    const keptAs = existsSync(dataDir.storeDir) ? await keepAside(dataDir) : undefined;
    await rename(path, dataDir.storeDir);
    await syncDirectory(dataDir.path);
    context.terminal.out(`restored ${summarize(backup)}; the revision is now ${revision}\n${keyText}`);
    if (existing && keptAs !== undefined) context.terminal.out(`the former store is in ${keptAs}\n`);
  } finally {
    await existing?.claim[Symbol.asyncDispose]();
  }
}

/** @throws StartupError if the directory belongs to another cluster than the backup */
function checkCluster({ backup: { header }, options }: Restoring): void {
  const present = recordedClusterId(options.dataDir);
  if (present === undefined || header.cluster === undefined || header.cluster === present) return;
  if (options.otherCluster) return;
  throw new StartupError(
    `the backup is of ${clusterText(header)}, but ${options.dataDir} belongs to cluster ${present}, whose keys and ` +
      "certificates differ: tokens and client configurations of the backup's cluster would not be accepted. Choose " +
      "another --data-dir, or set --other-cluster to restore only the objects",
  );
}

/** A store that will be replaced. Nothing else can open it until the claim is disposed. */
interface ExistingStore {
  /** Undefined if the store is damaged. */
  readonly revision: number | undefined;
  readonly claim: AsyncDisposable;
}

async function openExisting({ storeDir }: DataDir, vocabulary: VocabularyName): Promise<ExistingStore> {
  const { claimStore, openLmdbEngine } = await import("../../../storage/lmdb/index.ts");
  try {
    const engine: Engine = await openLmdbEngine({ path: storeDir, identity: { vocabulary }, mustExist: true });
    return { revision: engine.revision, claim: engine };
  } catch (error) {
    // A damaged store is the usual reason for a restore.
    if (!isStorageError(error, "corrupt")) throw error;
    return { revision: undefined, claim: await claimStore(storeDir) };
  }
}

/** Returns the revision after which those of the new store begin. */
function firstRevision({ backup, options }: Restoring, present: number | undefined): number {
  const { revision } = backup.header;
  const { revisionMargin } = options;
  if (present !== undefined) return Math.max(revision, present) + (revisionMargin ?? 0);
  return revision + (revisionMargin ?? marginDefault);
}

interface NewStore {
  readonly restoring: Restoring;
  readonly dataDir: DataDir;
  readonly startAfter: number;
}

/** Makes the store in `path`, and checks it. @returns its revision */
async function makeStore(path: string, { restoring, dataDir, startAfter }: NewStore): Promise<number> {
  const { openLmdbEngine, inspectStore } = await import("../../../storage/lmdb/index.ts");
  const { header, summary } = restoring.backup;
  const removeStore = async (): Promise<void> => await rm(path, { recursive: true, force: true });
  const fill = async (): Promise<number> => {
    const identity = { vocabulary: header.vocabulary };
    await using target = await openLmdbEngine({ path, identity, cluster: dataDir.cluster.uid, startAfter });
    await restoreEntries(target, restoring);
    return target.revision;
  };
  await removeStore();
  let revision: number;
  try {
    revision = await fill();
  } catch (error) {
    // An incomplete store can be large, and the disk may be full.
    await removeStore();
    throw error;
  }
  const { fatal, damaged, values } = inspectStore(path);
  if (fatal !== undefined || damaged.length > 0 || values !== summary.keys) {
    throw new BackupError(
      `the restored store has ${values} readable keys instead of ${summary.keys} (${fatal ?? damaged[0]?.reason ?? "none is damaged"}); ` +
        "check the disk, and repeat the command",
    );
  }
  return revision;
}

async function keepAside({ storeDir }: DataDir): Promise<string> {
  let number = 1;
  while (existsSync(`${storeDir}.replaced-${number}`)) number++;
  const path = `${storeDir}.replaced-${number}`;
  await rename(storeDir, path);
  return path;
}

/** Restores the keys of the backup if the directory has none. @returns lines about the keys */
async function restoreKeys({ pkiDir, path }: DataDir, { backup, options }: Restoring): Promise<string> {
  const hasKeys = existsSync(pkiDir) && readdirSync(pkiDir).length > 0;
  if (hasKeys) return "the keys and certificates of the data directory are kept\n";
  if (backup.summary.files.length === 0) {
    return "the server will create new keys: tokens and client configurations of before are no longer accepted\n";
  }
  const folder = `${pkiDir}.restoring`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: secretDirMode });
  for await (const part of readBackup(readChunks(options.file))) {
    if (!("file" in part)) continue;
    await writeDurably(join(folder, part.file.name), part.file.content, { mode: secretMode });
  }
  await rm(pkiDir, { recursive: true, force: true });
  await rename(folder, pkiDir);
  await syncDirectory(path);
  return "the keys and certificates of the backup are restored\n";
}
