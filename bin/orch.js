#!/usr/bin/env node
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Commands with a program of their own: what serves, and what knows all kinds. Others start sooner without. */
const heavy = new Set(["up", "apiserver", "controller-manager", "storage", "convert", "check"]);
const file = heavy.has(process.argv[2] ?? "") ? "main.cjs" : "client.cjs";
const program = fileURLToPath(new URL(`../dist/app/${file}`, import.meta.url));
if (!existsSync(program)) {
  process.stderr.write("orch is not built; run `npm run build` first, or use `npm start`\n");
  process.exit(1);
}
const { loadProgram } = createRequire(import.meta.url)("./load-program.cjs");
await loadProgram(program).exports.run();
