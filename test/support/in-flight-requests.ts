/** Counts of concurrent requests, from the server's metrics. */
import type { WireClient } from "./wire-client.ts";

/** Returns how many requests the server counts as in flight, including watches and without this one. */
export async function countInFlightRequests(client: WireClient): Promise<number> {
  const { text } = await client.request("/metrics");
  const samples = text.matchAll(/^apiserver_(?:longrunning_requests|current_inflight_requests)\{.*\} (\d+)$/gm);
  const counts = [...samples].map(([, count]) => Number(count));
  return counts.reduce((sum, count) => sum + count, 0) - 1;
}

/** Resolves once exactly `count` requests are in flight. Throws after 10 seconds. */
export async function waitForInFlight(client: WireClient, count: number): Promise<void> {
  const startedMs = performance.now();
  for (let seen = -1; seen !== count; ) {
    if (performance.now() - startedMs > 10_000) throw new Error(`${seen} requests are under way, not ${count}`);
    seen = await countInFlightRequests(client);
  }
}
