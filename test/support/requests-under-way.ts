/** What the server says it is doing, in its metrics. */
import type { WireClient } from "./wire-client.ts";

/** The requests under way that the metrics count, this one left out; watches and the like among them. */
export async function requestsUnderWay(client: WireClient): Promise<number> {
  const { text } = await client.request("/metrics");
  const samples = text.matchAll(/^apiserver_(?:longrunning_requests|current_inflight_requests)\{.*\} (\d+)$/gm);
  const counts = [...samples].map(([, count]) => Number(count));
  return counts.reduce((sum, count) => sum + count, 0) - 1;
}

/** Resolves once as many requests are under way. */
export async function untilUnderWay(client: WireClient, count: number): Promise<void> {
  const startedMs = performance.now();
  for (let seen = -1; seen !== count; ) {
    if (performance.now() - startedMs > 10_000) throw new Error(`${seen} requests are under way, not ${count}`);
    seen = await requestsUnderWay(client);
  }
}
