/** Bundles a compiled program into one file. */
import { readFileSync, writeFileSync } from "node:fs";
import { build, type Plugin } from "esbuild";

/** A program to bundle. */
export interface Bundle {
  /** Path of the compiled module that starts the program. */
  readonly entry: string;
  /** Path of the bundle. */
  readonly file: string;
  readonly plugins?: readonly Plugin[];
}

/**
 * Writes the bundle. It is not minified, so stack traces are readable without the source map. With
 * `node --enable-source-maps` they name the lines of the sources.
 */
export async function bundle({ entry, file, plugins = [] }: Bundle): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    packages: "external",
    platform: "node",
    target: "node20",
    // Node loads its own modules and packages faster with `require` than with `import`.
    format: "cjs",
    define: { "import.meta.url": "importMetaUrl" },
    banner: { js: banner },
    // `bin/load-program.cjs` reads the file as Latin-1, one byte per character.
    charset: "ascii",
    sourcemap: true,
    sourcesContent: false,
    logLevel: "warning",
    plugins: [...plugins],
  });
  writeFileSync(file, readFileSync(file, "utf8").replace(packageImport, "importModule($1)"));
}

/**
 * `bin/load-program.cjs` passes `importModule`, because Node rejects dynamic imports in a script whose compiled code was
 * read from a file.
 */
const banner = `const importMetaUrl = require("node:url").pathToFileURL(__filename).href;
const importModule = module.importModule ?? ((name) => import(name));`;

/** A dynamic import of a package. */
const packageImport = /\bimport\(("[^"./][^"]*")\)/g;

/**
 * Excludes the modules that commands import when they run. The client program needs only the descriptions of the server's
 * commands, because `bin/orch.js` runs these commands with the server program.
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
