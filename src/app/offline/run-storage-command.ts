/** `orch storage`: finds and removes damaged objects in the store of a cluster. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isStorageError } from "../../storage/index.ts";
import { recordedVocabulary } from "../machine/data-directory.ts";
import { StartupError } from "../machine/startup-error.ts";

/** Action of `orch storage`, and the data directory that it works on. */
export type StorageOptions = { readonly dataDir: string } & (
  | { readonly action: "check" }
  | { readonly action: "remove-damaged"; readonly key: string }
);

/**
 * Runs `orch storage`.
 * @param out prints to standard output
 * @returns the exit code: 0 if nothing is damaged or the object was removed; 1 if something is damaged
 * @throws StartupError or StorageError if the store cannot be used
 */
export async function runStorageCommand(options: StorageOptions, out: (text: string) => void): Promise<number> {
  if (options.action === "remove-damaged") return await removeDamaged(options, storePath(options.dataDir), out);
  const exitCode = await checkStore(options.dataDir, out);
  if (exitCode !== undefined) return exitCode;
  throw new StartupError(
    `the store in ${storePath(options.dataDir)} is being written to; stop the server, or try again`,
  );
}

/** Returns the folder of the store of a data directory. @throws StartupError if there is none */
function storePath(dataDir: string): string {
  const path = join(dataDir, "store");
  if (!existsSync(join(path, "data.mdb"))) throw new StartupError(`no store exists in ${dataDir}`);
  return path;
}

/**
 * Checks the pages and checksums of a store.
 * @param out prints to standard output
 * @returns the exit code: 1 if something is damaged. Undefined if the store could not be checked, because it was written to meanwhile
 * @throws StartupError if there is no store
 */
export async function checkStore(dataDir: string, out: (text: string) => void): Promise<number | undefined> {
  const path = storePath(dataDir);
  const { inspectStore } = await import("../../storage/lmdb/index.ts");
  const { fatal, damaged, unreadableHistory, values, isInUse } = inspectStore(path);
  if (isInUse) return undefined;
  if (fatal !== undefined) {
    out(`the store file ${join(path, "data.mdb")} is damaged: ${fatal}\n`);
    out("It cannot be opened. Restore the data directory from a backup.\n");
    return 1;
  }
  for (const { key, reason } of damaged) out(`${key}: ${reason}\n`);
  if (unreadableHistory > 0)
    out(`${unreadableHistory} former states cannot be read; watches cannot start before them\n`);
  out(`${values} keys, ${damaged.length} damaged\n`);
  return damaged.length > 0 ? 1 : 0;
}

async function removeDamaged(
  { dataDir, key }: StorageOptions & { readonly action: "remove-damaged" },
  path: string,
  out: (text: string) => void,
): Promise<number> {
  const vocabulary = recordedVocabulary(dataDir);
  if (vocabulary === undefined)
    throw new StartupError(`${dataDir} is no data directory: its cluster.json cannot be read`);
  const { openLmdbEngine } = await import("../../storage/lmdb/index.ts");
  await using engine = await openLmdbEngine({ path, identity: { vocabulary }, mustExist: true });
  try {
    await engine.removeDamaged(key);
  } catch (error) {
    if (isStorageError(error, "key-not-found"))
      throw new StartupError(`no object has the key ${key}`, { cause: error });
    if (isStorageError(error, "revision-conflict")) throw new StartupError(`${key} is not damaged`, { cause: error });
    throw error;
  }
  out(`removed ${key}\n`);
  return 0;
}
