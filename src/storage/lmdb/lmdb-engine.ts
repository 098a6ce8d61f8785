/**
 * Opens the durable engine of one machine: it claims, checks and initializes a directory, and passes it to a
 * LocalEngine.
 */
import { join } from "node:path";
import { sleep, systemClock } from "../../base/clock.ts";
import { StorageError } from "../errors.ts";
import { corrupt } from "../failures.ts";
import { LocalEngine, type LocalEngineOptions } from "../local/local-engine.ts";
import { hasDataFile, prepareDirectory, recordStore, syncDirectory } from "./data-file.ts";
import { type DamagedKey, inspectStore } from "./inspect-store.ts";
import { LmdbLedger, type LmdbLedgerParts } from "./lmdb-ledger.ts";
import { checkMeta, initialiseMeta, type RequestedStore, type StoreIdentity, skipRevisions } from "./meta.ts";
import { dataFileName } from "./page-file.ts";
import { reserveDirectory, StoreUsers } from "./store-users.ts";
import { openMeta, openRoot, openStores } from "./stores.ts";

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
export async function openLmdbEngine(options: LmdbEngineOptions): Promise<LocalEngine> {
  const directory = options.path;
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const closeOne of closers.toReversed()) await closeOne();
  };
  try {
    prepareDirectory(directory, { mustExist: options.mustExist ?? false });
    closers.push(reserveDirectory(directory));
    const users = new StoreUsers(directory);
    closers.push(() => users[Symbol.asyncDispose]());
    await claim(users);
    // Determined after the claim, because another process may have created the store before it.
    const isNew = !hasDataFile(directory);
    const damaged = isNew ? [] : inspectDamage(directory);
    const root = openRoot(directory);
    closers.push(() => root.close());
    const { identity, cluster, startAfter = 0 } = options;
    const ledger = openLedger({ root, users, close }, { directory, identity, cluster, startAfter });
    if (isNew) syncDirectory(directory);
    recordStore(directory, identity);
    const damagedKeys = damaged.map(({ key, reason }) => [key, reason] as const);
    return new LocalEngine(ledger, { ...options, damagedKeys });
  } catch (error) {
    await close();
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

/** Checks and initializes an opened store. All checks come before the first change. */
function openLedger(
  { root, users, close }: Pick<LmdbLedgerParts, "root" | "users" | "close">,
  { startAfter, ...asked }: RequestedStore & { startAfter: number },
): LmdbLedger {
  const { directory } = asked;
  const meta = openMeta(root);
  checkMeta(meta, asked);
  if (startAfter > 0 && meta.get("format") === undefined) skipRevisions(root, meta, startAfter);
  const ledger = new LmdbLedger({ ...openStores(root), root, meta, users, directory, close });
  if (meta.get("format") === undefined && ledger.lastRevision > startAfter)
    throw corrupt("its format is not stated", { key: "format" });
  initialiseMeta(root, meta, asked);
  return ledger;
}

/** Claims the store. Waits for followers of an owner that has crashed. */
async function claim(users: StoreUsers): Promise<void> {
  const startedMs = systemClock.monotonicMs();
  while (!users.claim()) {
    if (systemClock.monotonicMs() - startedMs > followerEndMsMax) throw users.followersRemain();
    await sleep(systemClock, claimRetryMs);
  }
}
