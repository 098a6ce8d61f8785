/**
 * `npm run docs [-- --check]`: writes the documents that are generated from code. With `--check`, it writes nothing and
 * fails if a document is out of date, or if a link between documents or from a comment to a document is broken.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { documents } from "./docs/documents.ts";
import { brokenLinks } from "./docs/links.ts";

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
const broken = isCheck ? brokenLinks(root) : [];
for (const line of broken) console.error(line);
process.exitCode = isCheck && stale.length + broken.length > 0 ? 1 : 0;
