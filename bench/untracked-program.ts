/** Builds the server program without the record of field owners. A comparison with the normal program shows what it costs. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "esbuild";
import { bundle } from "../tools/bundle.ts";
import { root } from "./orch-server.ts";

const replacedModule = "server/field-owners/field-owners";
const replacement = join(import.meta.dirname, "raw/no-field-owners.ts");

/** A program to bundle without owners of fields. */
export interface UntrackedBundle {
  /** Folder with the modules of the program, relative to the root: `dist`, or `src` in a test. */
  readonly folder: string;
  /** Path of the module that starts the program, without its extension, relative to the folder. */
  readonly entry: string;
  readonly extension: "js" | "ts";
  /** Path of the bundle. */
  readonly file: string;
}

/** Builds the program from `dist/` and returns its path. */
export async function buildUntrackedProgram(): Promise<string> {
  const directory = join(root, ".cache/untracked");
  mkdirSync(directory, { recursive: true });
  const file = join(directory, "main.cjs");
  await bundleUntracked({ folder: "dist", entry: "app/main", extension: "js", file });
  return file;
}

/**
 * Bundles a program in which `raw/no-field-owners.ts` replaces the module that records field owners.
 * @throws Error if the program does not contain that module
 */
export async function bundleUntracked({ folder, entry, extension, file }: UntrackedBundle): Promise<void> {
  const replaced = join(root, folder, `${replacedModule}.${extension}`);
  let hasReplaced = false;
  const plugin: Plugin = {
    name: "no-field-owners",
    setup(build) {
      build.onLoad({ filter: /field-owners\.[jt]s$/ }, ({ path }) => {
        if (path !== replaced) return undefined;
        hasReplaced = true;
        return { contents: readFileSync(replacement, "utf8"), loader: "ts" };
      });
    },
  };
  await bundle({ entry: join(root, folder, `${entry}.${extension}`), file, plugins: [plugin] });
  if (!hasReplaced) throw new Error(`the program does not contain ${replaced}; correct the path in ${import.meta.url}`);
}
