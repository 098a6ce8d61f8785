/**
 * Builds `dist/`, or the folder that `--outDir` names: every module with its types, for who imports the package, and the
 * program in one file, `app/main.cjs`, for who starts it. To find, read and link several hundred modules takes Node longer
 * than all else that a start does. What V8 makes of that file is kept beside it, for compiling it comes next.
 */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const root = dirname(import.meta.dirname);
const { values } = parseArgs({ options: { outDir: { type: "string", default: "dist" } } });
const outDir = join(root, values.outDir);
const program = join(outDir, "app/main.cjs");

compile();
if (!process.exitCode) await bundle();
if (!process.exitCode) compileAhead();

function compile(): void {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json", "--outDir", outDir], {
    cwd: root,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}

/** Readable as it stands, so that a stack needs no map; `node --enable-source-maps` leads to the lines of the sources. */
async function bundle(): Promise<void> {
  await build({
    entryPoints: [join(outDir, "app/main.js")],
    outfile: program,
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
  });
}

/** Its server says what it does; that matters only when it fails. */
function compileAhead(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "tools/compile-ahead.cjs"), program], {
    cwd: root,
    stdio: ["ignore", "inherit", "pipe"],
    encoding: "utf8",
  });
  if (status !== 0) process.stderr.write(stderr);
  process.exitCode = status ?? 1;
}
