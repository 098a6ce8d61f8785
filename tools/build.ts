/**
 * Builds `dist/`, or the folder that `--outDir` names: every module with its types, for who imports the package, and the
 * programs in one file each, `app/main.cjs` and `app/client.cjs`, for who starts them. To find, read and link several hundred modules takes Node longer
 * than all else that a start does. What V8 makes of these files is kept beside them, for compiling them comes next.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
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
if (!process.exitCode) {
  await bundle({ entry: join(outDir, "app/main.js"), file: join(outDir, mainProgram) });
  await bundle({
    entry: join(outDir, "app/client-main.js"),
    file: join(outDir, clientProgram),
    plugins: [withoutServerCommands],
  });
  await listServerCommands();
  compileAhead();
}

/** `bin/orch.js` chooses the program by this list. */
async function listServerCommands(): Promise<void> {
  const { serverCommands } = (await import(pathToFileURL(join(outDir, "app/commands/index.js")).href)) as {
    serverCommands: readonly { readonly name: string }[];
  };
  writeFileSync(join(outDir, "app/server-commands.json"), JSON.stringify(serverCommands.map(({ name }) => name)));
}

function compile(): void {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json", "--outDir", outDir], {
    cwd: root,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}

/** Its server says what it does; that matters only when it fails. */
function compileAhead(): void {
  const files = [mainProgram, clientProgram].map((file) => join(outDir, file));
  const { status, stderr } = spawnSync(process.execPath, [join(root, "tools/compile-ahead.cjs"), ...files], {
    cwd: root,
    stdio: ["ignore", "inherit", "pipe"],
    encoding: "utf8",
  });
  if (status !== 0) process.stderr.write(stderr);
  process.exitCode = status ?? 1;
}
