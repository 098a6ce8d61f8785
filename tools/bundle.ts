/** Makes one file of a compiled program: to find, read and link several hundred modules takes Node longer than a start. */
import { build, type Plugin } from "esbuild";

export interface Bundle {
  /** The compiled module that the program begins with. */
  readonly entry: string;
  readonly file: string;
  readonly plugins?: readonly Plugin[];
}

/** Readable as it stands, so that a stack needs no map; `node --enable-source-maps` leads to the lines of the sources. */
export async function bundle({ entry, file, plugins = [] }: Bundle): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    packages: "external",
    platform: "node",
    target: "node20",
    // Modules of Node and packages load faster when they are required than when they are imported.
    format: "cjs",
    define: { "import.meta.url": "importMetaUrl" },
    banner: { js: `const importMetaUrl = require("node:url").pathToFileURL(__filename).href;` },
    // What reads it takes every byte for a character.
    charset: "ascii",
    sourcemap: true,
    sourcesContent: false,
    logLevel: "warning",
    plugins: [...plugins],
  });
}

/**
 * Leaves out what commands load when they are run. The program that connects to servers describes the commands of the
 * other program, and `bin/orch.js` never runs them with it.
 */
export const withoutServerCommands: Plugin = {
  name: "without-server-commands",
  setup(bundling) {
    bundling.onResolve({ filter: /^\.\.\// }, ({ kind, path, importer }) => {
      const isLoadedByCommand = kind === "dynamic-import" && importer.includes("/app/commands/");
      return isLoadedByCommand ? { path: path.replace("..", "."), external: true } : undefined;
    });
  },
};
