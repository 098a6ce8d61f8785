/** Opens the durable engine of one machine: checks, locks and lays out a directory, then hands it to a LocalEngine. */
import type { RootDatabase } from "lmdb";
import type { Engine } from "../engine.ts";
import { StorageError } from "../errors.ts";
import { corrupt } from "../failures.ts";
import { LocalEngine, type LocalEngineOptions } from "../local/local-engine.ts";
import { prepareDirectory, syncDirectory } from "./data-file.ts";
import { LmdbLedger } from "./lmdb-ledger.ts";
import { checkMeta, type Identity, initialiseMeta } from "./meta.ts";
import { claim, reserveDirectory } from "./ownership.ts";
import { openMeta, openRoot, openStores } from "./stores.ts";

export interface LmdbEngineOptions extends LocalEngineOptions {
  /** Directory of the store; made when it is missing. One process may have it open at a time. */
  readonly path: string;
  /** Stored with a new store; opening it with another identity later is refused. */
  readonly identity: Identity;
}

/**
 * Opens the store in a directory, or makes it.
 * @throws StorageError `not-usable` when it is in use, has another identity or a newer format, or cannot be opened;
 *   `corrupt`; `no-space`
 */
export async function openLmdbEngine(options: LmdbEngineOptions): Promise<Engine> {
  const directory = options.path;
  const { isNew } = prepareDirectory(directory);
  const release = reserveDirectory(directory);
  let root: RootDatabase | undefined;
  try {
    root = openRoot(directory);
    const ledger = openLedger(root, { directory, identity: options.identity, onClosed: release });
    if (isNew) syncDirectory(directory);
    return new LocalEngine(ledger, options);
  } catch (error) {
    await root?.close();
    release();
    if (error instanceof StorageError) throw error;
    throw new StorageError("not-usable", `the store in ${directory} cannot be opened: ${String(error)}`, {
      cause: error,
    });
  }
}

/** The order matters: refuse before changing anything, and open every database before claiming (see ownership.ts). */
function openLedger(
  root: RootDatabase,
  { directory, identity, onClosed }: { directory: string; identity: Identity; onClosed: () => void },
): LmdbLedger {
  const meta = openMeta(root);
  checkMeta(root, meta, { directory, identity });
  const stores = openStores(root);
  claim(root, directory);
  // Once more as the owner: another process may have made the store in between.
  checkMeta(root, meta, { directory, identity });
  const ledger = new LmdbLedger({ ...stores, root, meta, directory, onClosed });
  if (meta.get("format") === undefined && ledger.lastRevision > 0)
    throw corrupt("its format is not stated", { key: "format" });
  initialiseMeta(root, meta, identity);
  return ledger;
}
