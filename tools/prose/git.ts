/** Runs Git. */
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
