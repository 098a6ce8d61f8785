/** `orch storage copy`: moves a cluster from its data directory to etcd, or back. */
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../../base/clock.ts";
import { silentLogger } from "../../base/logger.ts";
import { systemRandom } from "../../base/random.ts";
import type { VocabularyName } from "../../meta/vocabulary.ts";
import type { Engine } from "../../storage/index.ts";
import { openDataDir, recordedVocabulary, recordStore } from "../machine/data-directory.ts";
import { StartupError } from "../machine/startup-error.ts";
import { readEtcdTls } from "../pki/etcd-files.ts";
import { advanceRevision } from "./advance-revision.ts";
import { completeEtcdStore } from "./complete-etcd-store.ts";
import { copyStore } from "./copy-store.ts";

/** Direction of a copy, and both stores. Paths are absolute. */
export interface StorageCopyOptions {
  readonly direction: "to-etcd" | "from-etcd";
  readonly dataDir: string;
  readonly etcd: {
    readonly servers: readonly string[];
    readonly caFile: string | undefined;
    readonly certFile: string | undefined;
    readonly keyFile: string | undefined;
  };
  /** Prefix of all keys, without a slash at its end. */
  readonly keyPrefix: string;
}

/**
 * Copies a cluster.
 * @param out prints to standard output
 * @throws StartupError or StorageError if it fails. Then servers reject the incomplete copy.
 */
export async function runStorageCopy(options: StorageCopyOptions, out: (text: string) => void): Promise<void> {
  const vocabulary = recordedVocabulary(options.dataDir);
  if (vocabulary === undefined) {
    throw new StartupError(`${options.dataDir} is no data directory: its cluster.json is missing or cannot be read`);
  }
  if (options.direction === "to-etcd") await copyToEtcd(options, vocabulary, out);
  else await copyFromEtcd(options, vocabulary, out);
}

/** The identity of the cluster is written last. Without it, servers do not use the keys. */
async function copyToEtcd(
  options: StorageCopyOptions,
  vocabulary: VocabularyName,
  out: (text: string) => void,
): Promise<void> {
  const path = join(options.dataDir, "store");
  if (!existsSync(join(path, "data.mdb"))) throw new StartupError(`no store exists in ${options.dataDir}`);
  const { openLmdbEngine } = await import("../../storage/lmdb/index.ts");
  await using source = await openLmdbEngine({ path, identity: { vocabulary }, mustExist: true });
  await using target = await connect(options);
  const { identityKey } = await import("../../storage/etcd/index.ts");
  if (await target.get(identityKey(options.keyPrefix))) {
    throw new StartupError(`the target is not empty: etcd has a cluster below ${options.keyPrefix}`);
  }
  await advanceRevision(target, source.revision, (reached) =>
    out(`revision ${reached} of ${source.revision} reached\n`),
  );
  await copy(options, { source, target }, out);
  await completeEtcdStore(target, { prefix: options.keyPrefix, identity: { vocabulary } });
}

/** The store is made in another folder, and renamed when it is complete. */
async function copyFromEtcd(
  options: StorageCopyOptions,
  vocabulary: VocabularyName,
  out: (text: string) => void,
): Promise<void> {
  const dataDir = await openDataDir(options.dataDir, { vocabulary, random: systemRandom });
  if (existsSync(join(dataDir.storeDir, "data.mdb"))) {
    throw new StartupError(`the target is not empty: a store exists in ${options.dataDir}`);
  }
  await using source = await connect(options);
  const { checkIdentity } = await import("../../storage/etcd/index.ts");
  await checkIdentity(source, { prefix: options.keyPrefix, identity: { vocabulary } });
  const { openLmdbEngine } = await import("../../storage/lmdb/index.ts");
  const path = `${dataDir.storeDir}.copy`;
  await rm(path, { recursive: true, force: true });
  {
    const startAfter = await source.progress();
    const identity = { vocabulary };
    await using target = await openLmdbEngine({ path, identity, cluster: dataDir.cluster.uid, startAfter });
    await copy(options, { source, target }, out);
  }
  await rm(dataDir.storeDir, { recursive: true, force: true });
  await rename(path, dataDir.storeDir);
  await recordStore(dataDir);
}

async function copy(
  { keyPrefix }: StorageCopyOptions,
  { source, target }: { readonly source: Engine; readonly target: Engine },
  out: (text: string) => void,
): Promise<void> {
  const keys = await copyStore({
    source,
    target,
    prefix: `${keyPrefix}/`,
    nowMs: () => systemClock.nowMs(),
    onProgress: (step, count) => out(`${count} keys ${step}\n`),
  });
  out(`${keys} keys are equal; the revision was ${source.revision} and is ${target.revision}\n`);
}

async function connect({ etcd }: StorageCopyOptions): Promise<Engine & AsyncDisposable> {
  const { connectToEtcd } = await import("../../storage/etcd/index.ts");
  return await connectToEtcd({
    servers: etcd.servers,
    tls: readEtcdTls(etcd),
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
  });
}
