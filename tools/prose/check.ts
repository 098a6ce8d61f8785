/** Runs all checks of docstrings, names, phrases, commits and folders. */
import { findUnclearPhrases } from "./check-phrases.ts";
import { judgeCommits } from "./commit-subjects.ts";
import { missingDocstrings, violationLine } from "./docstrings.ts";
import { crowdedFolders } from "./folder-sizes.ts";
import { incompletePublicDocstrings } from "./public-docstrings.ts";
import { builtSources, filesWithProse } from "./source-files.ts";
import { sharedTypeNames } from "./type-names.ts";

/** Result of all checks. */
export interface ProseReport {
  /** One line for each violation. */
  readonly violations: readonly string[];
  /** Reasons why something was not checked. */
  readonly notes: readonly string[];
}

/**
 * Checks a checkout.
 * @param root folder that holds `src/`
 */
export function checkProse(root: string): ProseReport {
  const built = builtSources(root);
  const commits = judgeCommits(root);
  const violations = [
    ...missingDocstrings(built),
    ...incompletePublicDocstrings(built),
    ...filesWithProse(root).flatMap((file) => findUnclearPhrases(file)),
    ...sharedTypeNames(built),
  ];
  return {
    violations: [...violations.map(violationLine), ...commits.violations, ...crowdedFolders(root)],
    notes: commits.skipped === undefined ? [] : [`commits are not checked: ${commits.skipped}`],
  };
}
