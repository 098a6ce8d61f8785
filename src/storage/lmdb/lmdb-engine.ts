/**
 * Opens the durable engine of one machine: it checks, locks and initializes a directory, and passes it to a
 * LocalEngine.
 */
import { join } from "node:path";
import type { RootDatabase } from "lmdb";
import { sleep, systemClock } from "../../base/clock.ts";
import type { Engine } from "../engine.ts";
import { StorageError } from "../errors.ts";
import { corrupt } from "../failures.ts";
import { LocalEngine, type LocalEngineOptions } from "../local/local-engine.ts";
import { prepareDirectory, recordStore, syncDirectory } from "./data-file.ts";
import { type DamagedKey, inspectStore } from "./inspect-store.ts";
import { LmdbLedger } from "./lmdb-ledger.ts";
import { checkMeta, initialiseMeta, type RequestedStore, type StoreIdentity, skipRevisions } from "./meta.ts";
import { claimStore, followersRemain, reserveDirectory } from "./ownership.ts";
import { dataFileName } from "./page-file.ts";
import { type MetaStore, openMeta, openRoot, openStores } from "./stores.ts";

/** Longest time in which the followers of an owner that has crashed notice it, and end. */
const followerEndMsMax = 5000;
const claimRetryMs = 10;

/** Location and identity of an LMDB store, and the options of a LocalEngine. */
export interface LmdbEngineOptions extends LocalEngineOptions {
  /** Directory of the store. It is created if it is missing. Only one process can have it open at a time. */
  readonly path: string;
  /** Stored in a new store. Opening the store with another identity fails. */
  readonly identity: StoreIdentity;
  /**
   * The ID of the cluster that the store belongs to. A store of another cluster is rejected. A store without a cluster
   * gets this one.
   */
  readonly cluster?: string;
  /** Rejects a directory without a store instead of creating one, because the caller knows that there was one. */
  readonly mustExist?: boolean;
  /**
   * Revision after which the revisions of a new store begin. Default: 0. Has no effect on a store that exists. A copy of
   * another store uses it, so that revisions do not decrease for clients.
   */
  readonly startAfter?: number;
}

/**
 * Opens the store in a directory, or creates it.
 * @throws StorageError `not-usable` if it is in use, has another identity or a newer format, or cannot be opened;
 * `corrupt` if it has damage beyond single values, or if it is missing and `mustExist` is set; `no-space`
 */
export async function openLmdbEngine(options: LmdbEngineOptions): Promise<Engine> {
  const directory = options.path;
  let endReservation: (() => void) | undefined;
  let root: RootDatabase | undefined;
  try {
    const { isNew } = prepareDirectory(directory, { mustExist: options.mustExist ?? false });
    const damaged = isNew ? [] : inspectDamage(directory);
    endReservation = reserveDirectory(directory);
    root = openRoot(directory);
    const { identity, cluster, startAfter = 0 } = options;
    const ledger = await openLedger(root, { directory, identity, cluster, startAfter, onClosed: endReservation });
    if (isNew) syncDirectory(directory);
    recordStore(directory, identity);
    const damagedKeys = damaged.map(({ key, reason }) => [key, reason] as const);
    return new LocalEngine(ledger, { ...options, damagedKeys });
  } catch (error) {
    await root?.close();
    endReservation?.();
    if (error instanceof StorageError) throw error;
    throw new StorageError("not-usable", `the store in ${directory} cannot be opened: ${String(error)}`, {
      cause: error,
    });
  }
}

/**
 * Inspects the store before LMDB maps it.
 * @returns the keys that cannot be read
 * @throws StorageError `corrupt` for a store that LMDB cannot read safely
 */
function inspectDamage(directory: string): readonly DamagedKey[] {
  const { fatal, damaged } = inspectStore(directory);
  if (fatal === undefined) return damaged;
  const file = join(directory, dataFileName);
  throw new StorageError(
    "corrupt",
    `the store file ${file} is damaged: ${fatal}. Restore the data directory from a backup. ` +
      `\`orch storage check\` checks the restored file without starting a server.`,
  );
}

/**
 * The order is important: all checks come before the first change, and all databases are opened before claiming (see
 * ownership.ts).
 */
async function openLedger(
  root: RootDatabase,
  { onClosed, startAfter, ...asked }: RequestedStore & { onClosed: () => void; startAfter: number },
): Promise<LmdbLedger> {
  const { directory } = asked;
  const meta = openMeta(root);
  checkMeta(root, meta, asked);
  const stores = openStores(root);
  await claim(root, meta, directory);
  // Checked again as the owner, because another process may have created the store in between.
  checkMeta(root, meta, asked);
  if (startAfter > 0 && meta.get("format") === undefined) skipRevisions(root, meta, startAfter);
  const ledger = new LmdbLedger({ ...stores, root, meta, directory, onClosed });
  if (meta.get("format") === undefined && ledger.lastRevision > startAfter)
    throw corrupt("its format is not stated", { key: "format" });
  initialiseMeta(root, meta, asked);
  return ledger;
}

/** Claims the store. Waits for followers of an owner that has crashed. */
async function claim(root: RootDatabase, meta: MetaStore, directory: string): Promise<void> {
  const startedMs = systemClock.monotonicMs();
  while (!claimStore(root, meta, directory)) {
    if (systemClock.monotonicMs() - startedMs > followerEndMsMax) throw followersRemain(root, directory);
    await sleep(systemClock, claimRetryMs);
  }
}
