/** `orch storage stats` and `orch storage compact`. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { resourceOf } from "../../storage/backup/index.ts";
import type { GroupSize, StoreSizes } from "../../storage/lmdb/index.ts";
import { recordedClusterId, recordedVocabulary } from "../machine/data-directory.ts";
import { StartupError } from "../machine/startup-error.ts";
import { byteText } from "./byte-text.ts";

/** Action and data directory. */
export interface StorageSizeOptions {
  readonly action: "stats" | "compact";
  readonly dataDir: string;
  /** Prefix of all keys, without a slash at its end. */
  readonly keyPrefix: string;
}

/**
 * Runs the command.
 * @param out prints to standard output
 * @throws StartupError or StorageError if the store cannot be used
 */
export async function runStorageSize(options: StorageSizeOptions, out: (text: string) => void): Promise<void> {
  const path = join(options.dataDir, "store");
  if (!existsSync(join(path, "data.mdb"))) throw new StartupError(`no store exists in ${options.dataDir}`);
  if (options.action === "compact") return await compact(options.dataDir, path, out);
  const { measureStore } = await import("../../storage/lmdb/index.ts");
  const sizes = measureStore(path, (key) => resourceOf(key, options.keyPrefix));
  if (!sizes) throw new StartupError(`the store in ${path} is being written to; try again, or stop the server`);
  out(describe(sizes));
}

function describe({ fileBytes, pageBytes, pages, freePages, groups, ...sizes }: StoreSizes): string {
  const all = [...groups.values()];
  const sum = (count: (size: GroupSize) => number): number => all.reduce((total, size) => total + count(size), 0);
  const facts = [
    `file: ${byteText(fileBytes)}, of which ${byteText(freePages * pageBytes)} are free (${freePages} of ${pages} pages)`,
    `revision: ${sizes.revision}, ${sizes.revisions} writes are kept`,
    `oldest revision: ${sizes.oldestRevision}`,
    `keys: ${sum(({ keys }) => keys)} with ${byteText(sum(({ bytes }) => bytes))}`,
    `history: ${byteText(sum(({ historyBytes }) => historyBytes))}`,
  ];
  const rows = [...groups].map(([name, { keys, bytes, historyBytes }]) => [
    name,
    String(keys),
    byteText(bytes),
    byteText(historyBytes),
  ]);
  return `${facts.join("\n")}\n\n${tableText([["RESOURCE", "KEYS", "SIZE", "HISTORY"], ...rows])}`;
}

function tableText(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("   "));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

async function compact(dataDir: string, path: string, out: (text: string) => void): Promise<void> {
  const [vocabulary, cluster] = [recordedVocabulary(dataDir), recordedClusterId(dataDir)];
  if (vocabulary === undefined || cluster === undefined) {
    throw new StartupError(`${dataDir} is no data directory: its cluster.json is missing or cannot be read`);
  }
  const file = join(path, "data.mdb");
  const before = statSync(file).size;
  const { compactStore } = await import("../../storage/lmdb/index.ts");
  await compactStore({ path, identity: { vocabulary }, cluster, onProgress: (keys) => out(`${keys} keys copied\n`) });
  out(`the file had ${byteText(before)}, and has ${byteText(statSync(file).size)}\n`);
}
