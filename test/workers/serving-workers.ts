/** Finds the worker processes of a running server. */
import { childrenOf } from "../support/child-processes.ts";
import { clientOf } from "../support/orch-process.ts";

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
