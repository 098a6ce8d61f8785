/** `npm run prose -- MODE [PATH...] [--seed=N] [--count=N]`: checks the language of code and documents. */
import { dirname } from "node:path";
import { checkProse } from "./prose/check.ts";
import { findUnclearPhrases } from "./prose/check-phrases.ts";
import { missingDocstrings, type Violation, violationLine } from "./prose/docstrings.ts";
import { incompletePublicDocstrings } from "./prose/public-docstrings.ts";
import { sampleDocument } from "./prose/sample.ts";
import { builtSources, filesWithProse } from "./prose/source-files.ts";
import { sharedTypeNames } from "./prose/type-names.ts";

const usage = `Usage: npm run prose -- MODE
  check                          docstrings, type names, phrases, commits and folders
  docstrings [PATH...]           exports without a docstring that says something
  public [PATH...]               what the docstrings of orch/server, orch/client and orch/api lack
  names [PATH...]                exported types that share a name
  phrases [PATH...]              unclear phrases
  sample [--seed=N] [--count=N] [PATH...]
                                 random comments with the code around them, for a fresh reader`;

const root = dirname(import.meta.dirname);
const [mode = "", ...words] = process.argv.slice(2);
const paths = words.filter((word) => !word.startsWith("--")).map((path) => path.replace(/\/$/, ""));

const modes: Readonly<Record<string, () => void>> = {
  check,
  docstrings: () => list(missingDocstrings(builtSources(root))),
  public: () => list(incompletePublicDocstrings(builtSources(root))),
  names: () => list(sharedTypeNames(builtSources(root))),
  phrases: () => list(filesWithProse(root).flatMap((file) => findUnclearPhrases(file))),
  sample,
};

const run = modes[mode];
if (run) {
  run();
} else {
  console.error(usage);
  process.exitCode = 2;
}

function check(): void {
  const { violations, notes } = checkProse(root);
  for (const note of notes) console.log(`prose: ${note}`);
  for (const line of violations) console.error(line);
  console.log(`prose: ${violations.length} violations`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}

function list(violations: readonly Violation[]): void {
  const selected = violations.filter(({ file }) => isSelected(file));
  for (const violation of selected) console.log(violationLine(violation));
  console.log(`${selected.length} violations`);
}

function sample(): void {
  const seed = numberOption("seed") ?? Math.floor(Math.random() * 2 ** 32);
  const sources = filesWithProse(root).filter(({ path }) => !path.endsWith(".md") && isSelected(path));
  console.log(sampleDocument(sources, seed, numberOption("count") ?? 200));
}

function isSelected(file: string): boolean {
  return paths.length === 0 || paths.some((path) => file === path || file.startsWith(`${path}/`));
}

function numberOption(name: string): number | undefined {
  const value = words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
  return value === undefined ? undefined : Number(value);
}
