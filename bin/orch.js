#!/usr/bin/env -S node --max-semi-space-size=64
import { existsSync } from "node:fs";

const main = new URL("../dist/app/main.js", import.meta.url);
if (!existsSync(main)) {
  process.stderr.write("orch is not built; run `npm run build` first, or use `npm start`\n");
  process.exit(1);
}
const { run } = await import(main.href);
await run();
