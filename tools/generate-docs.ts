/**
 * `npm run docs [-- --check]`: writes the documents that are generated from code. With `--check`, it writes nothing and
 * fails if a document is out of date.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { documents } from "./docs/documents.ts";

const root = dirname(import.meta.dirname);
const isCheck = process.argv.includes("--check");
const stale = documents.filter(({ path, render }) => {
  const full = join(root, path);
  return !existsSync(full) || readFileSync(full, "utf8") !== render();
});
for (const { path, render } of stale) {
  if (isCheck) {
    console.error(`${path} is out of date: run \`npm run docs\``);
  } else {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), render());
    console.log(`wrote ${path}`);
  }
}
process.exitCode = isCheck && stale.length > 0 ? 1 : 0;
