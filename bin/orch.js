#!/usr/bin/env node
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../dist/app/main.cjs", import.meta.url));
if (!existsSync(main)) {
  process.stderr.write("orch is not built; run `npm run build` first, or use `npm start`\n");
  process.exit(1);
}
const { loadProgram } = createRequire(import.meta.url)("./load-program.cjs");
await loadProgram(main).exports.run();
