#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Returns the path of a built file.
 * @param {string} name
 */
const builtFile = (name) => fileURLToPath(new URL(`../dist/app/${name}`, import.meta.url));

/** List of the commands that need the server program. The other commands use a smaller program that starts faster. */
const serverCommandsFile = builtFile("server-commands.json");
if (!existsSync(serverCommandsFile)) {
  process.stderr.write("orch is not built; run `npm run build` first, or use `npm start`\n");
  process.exit(1);
}
const serverCommands = JSON.parse(readFileSync(serverCommandsFile, "utf8"));
const program = builtFile(serverCommands.includes(process.argv[2]) ? "main.cjs" : "client.cjs");
const { loadProgram } = createRequire(import.meta.url)("./load-program.cjs");
await loadProgram(program).exports.run();
