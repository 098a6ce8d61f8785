import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { brokenLinks } from "./links.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "orch-links-"));
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

test("all links and references of this project lead to a file, heading or text", () => {
  expect(brokenLinks(dirname(dirname(import.meta.dirname)))).toEqual([]);
});

test("brokenLinks() accepts files, folders, anchors, addresses, and links in code", async () => {
  await write(
    "README.md",
    "# Title\n\n[a](docs/a.md) [b](docs/) [c](docs/a.md#two-words-1) [d](#title) [e](https://x.io/y)\n",
  );
  await write(
    "docs/a.md",
    "# Two `words`\n\n## Two words!\n\n[up](../README.md) `[x](nowhere.md)`\n\n```\n[x](nowhere.md)\n```\n",
  );
  expect(brokenLinks(root)).toEqual([]);
});

test("brokenLinks() reports a missing file and a missing heading", async () => {
  await write("README.md", "# Title\n\n[a](docs/b.md) [b](#tilte)\n\n[c]: c.md\n");
  await write("docs/a.md", "[a](../README.md#other)\n\n```\n# Other\n```\n");
  expect(brokenLinks(root)).toEqual([
    "README.md: docs/b.md: the file does not exist",
    "README.md: #tilte: the heading does not exist",
    "README.md: c.md: the file does not exist",
    "docs/a.md: ../README.md#other: the heading does not exist",
  ]);
});

test("brokenLinks() ignores installed packages and hidden folders", async () => {
  await write("node_modules/a/README.md", "[a](missing.md)");
  await write(".cache/README.md", "[a](missing.md)");
  expect(brokenLinks(root)).toEqual([]);
});

test("brokenLinks() accepts a comment that cites a heading and a text of a page", async () => {
  await write("docs/a.md", "# Figures\n\n| `one` row | 1 |\n");
  await write(
    "src/a.ts",
    '/**\n * See docs/a.md, "Figures", "one\n * row". docs/a.md, "Figures", has the measurement ("row").\n */\n',
  );
  expect(brokenLinks(root)).toEqual([]);
});

test("brokenLinks() reports a comment that cites a missing page, heading or text", async () => {
  await write("docs/a.md", "# Figures\n");
  await write(
    "src/a.ts",
    '// See docs/b.md.\n\n// See docs/a.md, "Numbers", "row".\n\n// docs/a.md, "Figures", has the measurement ("x").\n',
  );
  expect(brokenLinks(root)).toEqual([
    "src/a.ts: docs/b.md: the file does not exist",
    'src/a.ts: docs/a.md: no heading "Numbers"',
    'src/a.ts: docs/a.md: no text "row"',
    'src/a.ts: docs/a.md: no text "x"',
  ]);
});
