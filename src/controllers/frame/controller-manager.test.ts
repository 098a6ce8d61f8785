import { expect, test } from "vitest";
import { silentLogger } from "../../base/logger.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { MetricRegistry } from "../../base/metrics.ts";
import { seededRandom } from "../../base/random.ts";
import { type Client, WorkQueueMetrics } from "../../client/index.ts";
import { ControllerManager } from "./controller-manager.ts";

test("run() without controllers ends only when its signal is aborted", async () => {
  const clock = new ManualClock();
  // Implements only the methods that the manager itself calls.
  const client = {
    servedTypes: async () => ({ types: [], stale: [] }),
    async [Symbol.asyncDispose]() {},
  } as unknown as Client;
  const manager = new ControllerManager({
    controllers: [],
    clientOf: () => client,
    vocabulary: "orch",
    clock,
    random: seededRandom(1),
    logger: silentLogger,
    metrics: new WorkQueueMetrics(new MetricRegistry()),
  });
  const stop = new AbortController();
  let hasEnded = false;
  const run = manager.run(stop.signal).finally(() => {
    hasEnded = true;
  });
  await clock.advance(3_600_000);
  expect(hasEnded).toBe(false);
  stop.abort();
  await run;
});
