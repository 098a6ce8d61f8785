/** Finds the children of a process in Linux's `/proc`. */
import { readdirSync, readFileSync } from "node:fs";

/** Returns the process IDs of the children of a process. */
export function childrenOf(parent: number): readonly number[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((id) => parentOf(id) === parent);
}

/** Whether a process exists and has not ended. */
export function isRunning(id: number): boolean {
  return parentOf(id) !== undefined;
}

/** Returns the parent of a process. Undefined if the process has ended. */
function parentOf(id: number): number | undefined {
  try {
    // The name of the program is in parentheses, and can contain spaces. The state and the parent follow.
    const [state, parent] = readFileSync(`/proc/${id}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return state === "Z" ? undefined : Number(parent);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH"))
      return undefined;
    throw error;
  }
}
