/** Finds the worker processes of a running server. */
import { readdirSync, readFileSync } from "node:fs";
import { clientOf } from "../support/orch-process.ts";

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

/**
 * Returns the worker processes of a server that can serve connections, according to its metrics.
 * @param kubeconfig client configuration of the server
 */
export async function workersOf(server: number, kubeconfig: string): Promise<readonly number[]> {
  await using client = clientOf(kubeconfig);
  const { text } = await client.request("/metrics");
  const ready = Number(/^apiserver_processes (\d+)$/m.exec(text)?.[1] ?? 0);
  const children = childrenOf(server);
  return children.length === ready - 1 ? children : [];
}
