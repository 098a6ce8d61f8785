import { expect, test } from "vitest";
import { ManualClock } from "../base/manual-clock.ts";
import { MetricRegistry } from "../base/metrics.ts";
import type { Decision } from "../meta/access/access-control.ts";
import { AuthorizationMetrics } from "./authorization-metrics.ts";

const user = { name: "ann", groups: [] };
const path = { isResource: false, verb: "get", path: "/version" } as const;

// The reference counts an error only if no authorizer allows the request.
test.each<[string, Decision]>([
  ["allowed", { decision: "allow", reason: "", error: "a role is missing" }],
  ["denied", { decision: "deny", reason: "" }],
  ["no-opinion", { decision: "no opinion", reason: "" }],
  ["error", { decision: "no opinion", reason: "", error: "a webhook is down" }],
])("a decision is counted and timed as %s, whether it waits or not", async (result, decision) => {
  const registry = new MetricRegistry();
  const clock = new ManualClock();
  const metrics = new AuthorizationMetrics(registry);
  const immediate = metrics.measuring(() => decision, clock);
  const waiting = metrics.measuring(async () => {
    await clock.advance(20);
    return decision;
  }, clock);
  expect([immediate(user, path), await waiting(user, path)]).toEqual([decision, decision]);
  const text = registry.render();
  expect(text).toContain(`\nauthorization_attempts_total{result="${result}"} 2\n`);
  expect(text).toContain(`\nauthorization_duration_seconds_bucket{result="${result}",le="0.001"} 1\n`);
  expect(text).toContain(`\nauthorization_duration_seconds_bucket{result="${result}",le="0.032"} 2\n`);
  expect(text).toContain(`\nauthorization_duration_seconds_bucket{result="${result}",le="16.384"} 2\n`);
});
