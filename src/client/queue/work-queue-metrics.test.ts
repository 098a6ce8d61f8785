import { expect, test } from "vitest";
import { MetricRegistry } from "../../base/metrics.ts";
import { WorkQueueMetrics } from "./work-queue-metrics.ts";

test("the durations of queues have the buckets of the reference", () => {
  const registry = new MetricRegistry();
  const { queueSeconds, workSeconds } = new WorkQueueMetrics(registry);
  const expected = "1e-08 1e-07 1e-06 9.999999999999999e-06 9.999999999999999e-05 0.001 0.01 0.1 1 10 +Inf".split(" ");
  queueSeconds.observe(["a"], 1);
  workSeconds.observe(["a"], 1);
  const bounds = Array.from(registry.render().matchAll(/_bucket\{name="a",le="([^"]*)"\}/g), ([, bound]) => bound);
  expect(bounds).toEqual([...expected, ...expected]);
});
