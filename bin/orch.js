#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** @param {string} name of a file of the build @returns {string} its path */
const built = (name) => fileURLToPath(new URL(`../dist/app/${name}`, import.meta.url));

/** Lists the commands of the program that has servers in it. The program for the others is smaller and starts sooner. */
const serverCommandsFile = built("server-commands.json");
if (!existsSync(serverCommandsFile)) {
  process.stderr.write("orch is not built; run `npm run build` first, or use `npm start`\n");
  process.exit(1);
}
const serverCommands = JSON.parse(readFileSync(serverCommandsFile, "utf8"));
const program = built(serverCommands.includes(process.argv[2]) ? "main.cjs" : "client.cjs");
const { loadProgram } = createRequire(import.meta.url)("./load-program.cjs");
await loadProgram(program).exports.run();
