/**
 * Compacts a store that no server uses: it removes the history and writes the data file again, without free pages. Revisions
 * stay the same. The new file replaces the old one when it is complete and checked.
 */
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { RootDatabase } from "lmdb";
import { StorageError } from "../errors.ts";
import { encodeRecord } from "./codec.ts";
import { syncDirectory } from "./data-file.ts";
import { inspectStore } from "./inspect-store.ts";
import { openLmdbEngine } from "./lmdb-engine.ts";
import { LmdbView } from "./lmdb-view.ts";
import { initialiseMeta, type StoreIdentity, writeCompactedThrough } from "./meta.ts";
import { dataFileName } from "./page-file.ts";
import { claimStore } from "./store-users.ts";
import { type MetaStore, openMeta, openRoot, openStores, type Stores } from "./stores.ts";

/** Location and identity of the store. */
export interface CompactionOptions {
  readonly path: string;
  readonly identity: StoreIdentity;
  readonly cluster: string;
  /** Called now and then with the number of keys that were copied. */
  readonly onProgress: (keys: number) => void;
}

/** Number of writes of one transaction. */
const copiedAtOnce = 1000;

/**
 * Removes the history, and replaces the data file by one without free pages.
 * @throws StorageError `not-usable` if a server uses it, `corrupt` if an object cannot be read. The store is then unchanged,
 * except that its history may be removed
 */
export async function compactStore({ path, identity, cluster, onProgress }: CompactionOptions): Promise<void> {
  {
    await using engine = await openLmdbEngine({ path, identity, cluster, mustExist: true });
    await engine.compact(engine.revision);
  }
  await using _claim = await claimStore(path);
  const target = `${path}.compacting`;
  rmSync(target, { recursive: true, force: true });
  const source = openRoot(path);
  try {
    await copyRecords(source, target, { identity, cluster, onProgress });
  } finally {
    await source.close();
  }
  const { fatal, damaged } = inspectStore(target);
  if (fatal !== undefined || damaged.length > 0) {
    throw new StorageError(
      "corrupt",
      `the new file in ${target} is damaged (${fatal ?? damaged[0]?.reason}); check the disk`,
    );
  }
  renameSync(join(target, dataFileName), join(path, dataFileName));
  syncDirectory(path);
  rmSync(target, { recursive: true, force: true });
}

async function copyRecords(
  source: RootDatabase,
  target: string,
  { identity, cluster, onProgress }: Omit<CompactionOptions, "path">,
): Promise<void> {
  const from = new LmdbView({ root: source, meta: openMeta(source), ...openStores(source) });
  const root = openRoot(target);
  try {
    const stores: Stores = openStores(root);
    const meta: MetaStore = openMeta(root);
    let copied = 0;
    const revisions = [...from.revisions()];
    for (let start = 0; start < revisions.length; start += copiedAtOnce) {
      await root.batch(() => {
        for (const revision of revisions.slice(start, start + copiedAtOnce)) copyRecord(from, stores, revision);
      });
      copied += Math.min(copiedAtOnce, revisions.length - start);
      onProgress(copied);
    }
    const mark = from.markUpTo(from.lastRevision);
    await root.batch(() => {
      if (mark) void stores.times.put(mark.revision, mark);
      void writeCompactedThrough(meta, from.compactedThrough);
    });
    initialiseMeta(root, meta, { directory: target, identity, cluster });
  } finally {
    await root.close();
  }
}

/** @throws StorageError `corrupt` */
function copyRecord(from: LmdbView, { log, heads }: Stores, revision: number): void {
  const record = from.record(revision);
  if (!record) throw new StorageError("corrupt", `the record of revision ${revision} is missing`);
  void log.put(revision, encodeRecord(record), { append: true });
  void heads.put(record.key, { revision, deleted: record.value === undefined });
}
