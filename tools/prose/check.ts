/** Runs all checks of docstrings, names, phrases, commits and folders, and leaves out what the waiting list names. */
import { findUnclearPhrases } from "./check-phrases.ts";
import { judgeCommits } from "./commit-subjects.ts";
import { missingDocstrings, type Violation, violationLine } from "./docstrings.ts";
import { crowdedFolders } from "./folder-sizes.ts";
import { type ChangedLines, changedLines } from "./git.ts";
import { incompletePublicDocstrings } from "./public-docstrings.ts";
import { builtSources, filesWithProse, type SourceFile } from "./source-files.ts";
import { sharedTypeNames } from "./type-names.ts";
import type { WaitingList } from "./waiting.ts";

/** Result of all checks. */
export interface ProseReport {
  /** One line for each violation outside the waiting list; the check fails if there are any. */
  readonly violations: readonly string[];
  /** Reasons why something was not checked, and finished entries of the waiting list. */
  readonly notes: readonly string[];
}

/**
 * Checks a checkout.
 * @param root folder that holds `src/`
 * @param waiting folders and documents whose violations are ignored
 */
export function checkProse(root: string, waiting: WaitingList): ProseReport {
  const built = builtSources(root);
  const changes = changedLines(root);
  const commits = judgeCommits(root);
  const phrases = changedPhrases(filesWithProse(root), changes);
  const inFolder = ({ file }: Violation, folder: string): boolean => file.startsWith(`${folder}/`) || file === folder;
  const parts = [
    separate("docstrings", missingDocstrings(built), waiting.docstrings, inFolder),
    separate("publicDocstrings", incompletePublicDocstrings(built), waiting.publicDocstrings, inFolder),
    separate("documents", phrases, waiting.documents, inFolder),
  ];
  return {
    violations: [
      ...parts.flatMap(({ violations }) => violations),
      ...sharedTypeNames(built).map(violationLine),
      ...commits.violations,
      ...crowdedFolders(root),
    ],
    notes: [
      ...parts.flatMap(({ notes }) => notes),
      ...(commits.skipped === undefined ? [] : [`commits are not checked: ${commits.skipped}`]),
      ...(changes ? [] : ["changed comments are not checked: no Git history to compare with"]),
    ],
  };
}

/** Returns the phrases of documents, and those on changed lines of sources. */
function changedPhrases(files: readonly SourceFile[], changes: ChangedLines | undefined): Violation[] {
  return files.flatMap((file) => {
    if (file.path.endsWith(".md")) return findUnclearPhrases(file);
    const lines = changes?.get(file.path);
    if (lines === undefined) return [];
    return findUnclearPhrases(file, (line) => lines === "all" || lines.has(line));
  });
}

/** Divides violations into those that fail the check and those that an entry of the waiting list covers. */
function separate(
  list: keyof WaitingList,
  violations: readonly Violation[],
  entries: readonly string[],
  isCovered: (violation: Violation, entry: string) => boolean,
): ProseReport {
  const failing = violations.filter((violation) => !entries.some((entry) => isCovered(violation, entry)));
  const finished = entries.filter((entry) => !violations.some((violation) => isCovered(violation, entry)));
  const left = violations.length - failing.length;
  return {
    violations: failing.map(violationLine),
    notes: [
      ...(left > 0 ? [`${left} violations wait in ${list} (tools/prose/waiting.ts)`] : []),
      ...finished.map((entry) => `${entry} is finished: remove it from ${list} (tools/prose/waiting.ts)`),
    ],
  };
}
