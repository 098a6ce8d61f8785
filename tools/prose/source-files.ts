/** Lists the source files that the checks of prose read. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isForTests, listSources } from "../layers/check-imports.ts";

/** A file of a checkout. */
export interface SourceFile {
  /** Relative to the root of the checkout. */
  readonly path: string;
  readonly content: string;
}

/**
 * Reads the TypeScript files under `src/` that are built: no tests and no `testing/` folders.
 * @param root folder that holds `src/`
 * @throws Error if there are none, because a check that reads nothing must not pass
 */
export function builtSources(root: string): SourceFile[] {
  const paths = listSources(root, "src").filter((path) => path.endsWith(".ts") && !isForTests(path));
  if (paths.length === 0) throw new Error(`no source files under ${join(root, "src")}`);
  return paths.map((path) => ({ path, content: readFileSync(join(root, path), "utf8") }));
}

/** Folders whose comments, titles and names are checked. */
const proseFolders = ["src", "tools", "compare", "bench", "test", "examples"];

/** Documents that a program writes or records; their texts are checked where they come from. */
const generatedDocuments = new Set([
  "docs/commands.md",
  "docs/commands-session.md",
  "docs/faults.md",
  "docs/flags.md",
  "docs/session.md",
]);

/**
 * Reads all sources, tests included, and the documents that people write.
 * @param root folder of a checkout
 */
export function filesWithProse(root: string): SourceFile[] {
  const sources = proseFolders.flatMap((folder) => listSources(root, folder));
  const paths = [...sources, ...documentPaths(root)];
  return paths.map((path) => ({ path, content: readFileSync(join(root, path), "utf8") }));
}

/** Returns the paths of the documents that people write: those in the root folder, in `examples/` and in `docs/`. */
function documentPaths(root: string): string[] {
  const inDocs = existsSync(join(root, "docs")) ? readdirSync(join(root, "docs"), { recursive: true }) : [];
  const paths = inDocs.map((name) => `docs/${String(name)}`).filter((path) => path.endsWith(".md"));
  const all = [
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "examples/README.md",
    ...paths.sort(),
  ];
  return all.filter((path) => existsSync(join(root, path)) && !generatedDocuments.has(path));
}
