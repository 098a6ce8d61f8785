/** Checks that folders stay small enough to be read at a glance. */
import { posix } from "node:path";
import { listSources } from "../layers/check-imports.ts";

/** About 40; folders of a few more are not worth dividing. */
const filesMax = 45;

const checkedFolders = ["src", "tools", "compare", "bench"];

/**
 * Returns a line for each folder with too many source files. Tests do not count, and neither do the pages of
 * `src/api/<group>/<version>/`: one page for each type, which a reader finds by the type's name.
 * @param root folder that holds `src/`
 */
export function crowdedFolders(root: string): string[] {
  const counts = new Map<string, number>();
  for (const path of checkedFolders.flatMap((folder) => listSources(root, folder))) {
    const folder = posix.dirname(path);
    if (/\.test\.\w+$/.test(path) || /^src\/api\/\w+\/v\w+$/.test(folder)) continue;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const crowded = [...counts].filter(([, count]) => count > filesMax).map(([folder]) => folder);
  return crowded
    .sort()
    .map((folder) => `${folder}: has ${counts.get(folder)} source files, at most ${filesMax}: divide it by topic`);
}
