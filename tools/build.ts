/**
 * Builds `dist/`, or the folder that `--outDir` names. It holds every module with its types, for importers of the package,
 * and the programs `app/main.cjs` and `app/client.cjs`. The code of their start is in one file each, because finding, reading
 * and linking several hundred modules takes more than half of a start. V8's compiled code of the programs is stored beside
 * them.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { bundle, withoutServerCommands } from "./bundle.ts";

const root = dirname(import.meta.dirname);
const { values } = parseArgs({ options: { outDir: { type: "string", default: "dist" } } });
const outDir = join(root, values.outDir);
const mainProgram = "app/main.cjs";
const clientProgram = "app/client.cjs";

compile();
if (!process.exitCode) await bundlePrograms();
if (!process.exitCode) await listServerCommands();
if (!process.exitCode) compileAhead();

/** `bin/orch.js` chooses the program by this list. */
async function listServerCommands(): Promise<void> {
  const { serverCommands } = (await import(pathToFileURL(join(outDir, "app/commands/index.js")).href)) as {
    serverCommands: readonly { readonly name: string }[];
  };
  writeFileSync(join(outDir, "app/server-commands.json"), JSON.stringify(serverCommands.map(({ name }) => name)));
}

/** Prints the phase that begins. `tools/setup/build.mjs` shows it as progress. */
function say(phase: string): void {
  console.log(`build: ${phase}`);
}

async function bundlePrograms(): Promise<void> {
  say("bundling the programs");
  const inMain = await bundle({
    entry: join(outDir, "app/main.js"),
    file: join(outDir, mainProgram),
    startModules: ["app/config/server-config.js", "app/serving/run-server.js", "storage/lmdb/index.js"],
  });
  const inClient = await bundle({
    entry: join(outDir, "app/client-main.js"),
    file: join(outDir, clientProgram),
    plugins: [withoutServerCommands],
  });
  const packages = [...new Set([...inMain, ...inClient])].toSorted();
  writeFileSync(join(outDir, "app/third-party-licenses.txt"), licensesOf(packages));
}

/** Returns the name, the version and the license of each package. Their licenses require this. */
function licensesOf(packages: readonly string[]): string {
  const texts = packages.map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    if (file === undefined) throw new Error(`${folder} has no file with its license; the programs cannot contain it`);
    return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
  return `The programs in this folder contain these packages.\n\n${texts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

function compile(): void {
  say("compiling TypeScript");
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json", "--outDir", outDir], {
    cwd: root,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}

/** Stores V8's compiled code. The output of the server that runs for it is shown only when it fails. */
function compileAhead(): void {
  say("storing V8's compiled code");
  const files = [mainProgram, clientProgram].map((file) => join(outDir, file));
  const { status, stderr } = spawnSync(process.execPath, [join(root, "tools/compile-ahead.cjs"), ...files], {
    cwd: root,
    stdio: ["ignore", "inherit", "pipe"],
    encoding: "utf8",
  });
  if (status !== 0) process.stderr.write(stderr);
  process.exitCode = status ?? 1;
}
