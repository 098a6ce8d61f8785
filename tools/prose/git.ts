/** Runs Git, and reads which lines and commits are new. */
import { execFileSync } from "node:child_process";

/** Returns what a Git command prints, or undefined if it fails: without a repository, or for an unknown revision. */
export function git(root: string, ...args: readonly string[]): string | undefined {
  try {
    return execFileSync("git", ["-c", "core.quotepath=off", ...args], {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "ignore"],
    }).trimEnd();
  } catch (error) {
    // A missing program, a folder that is no repository and a revision that a shallow clone lacks mean the same here.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Changed lines of each changed file by its path; "all" for a file that Git does not track yet. */
export type ChangedLines = ReadonlyMap<string, ReadonlySet<number> | "all">;

/**
 * Returns the lines that differ from the branch `main`, or on that branch from the commit before the last one.
 * Uncommitted changes count as well.
 * @returns undefined if there is no Git history to compare with
 */
export function changedLines(root: string): ChangedLines | undefined {
  const base = comparedCommit(root);
  const diff = base && git(root, "diff", "--unified=0", "--no-color", "--no-ext-diff", "--relative", base);
  if (diff === undefined) return undefined;
  const lines = new Map<string, ReadonlySet<number> | "all">(parseDiff(diff));
  const untracked = git(root, "ls-files", "--others", "--exclude-standard") ?? "";
  for (const path of untracked.split("\n")) if (path !== "") lines.set(path, "all");
  return lines;
}

function comparedCommit(root: string): string | undefined {
  const head = git(root, "rev-parse", "HEAD");
  for (const branch of ["origin/main", "main"]) {
    const base = git(root, "merge-base", "HEAD", branch);
    if (base !== undefined && base !== head) return base;
  }
  return git(root, "rev-parse", "--verify", "HEAD~1");
}

function parseDiff(diff: string): Map<string, Set<number>> {
  const files = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const line of diff.split("\n")) {
    const path = /^\+\+\+ b\/(.*)$/.exec(line)?.[1];
    if (path !== undefined) files.set(path, (lines = new Set()));
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (!hunk) continue;
    const first = Number(hunk[1]);
    for (let at = first; at < first + Number(hunk[2] ?? 1); at++) lines.add(at);
  }
  return files;
}
