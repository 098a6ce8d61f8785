import { expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import { ServerMetrics } from "../metrics.ts";
import { recordingLogger } from "../testing/log-lines.ts";
import { runFilter, testCall } from "../testing/test-call.ts";
import { observe } from "./observe.ts";

const path = "/api/v1/namespaces/default/configmaps";
const target = { group: "", version: "v1", resource: "configmaps", subresource: "" };
const newMetrics = (): ServerMetrics =>
  new ServerMetrics({ residentBytes: () => 0, cpuSeconds: () => 0, startedSeconds: 0 });

async function observeRequest(takesMs: number, isWatch = false): Promise<{ metrics: string; lines: unknown[] }> {
  const clock = new ManualClock();
  const metrics = newMetrics();
  const { logger, lines } = recordingLogger();
  const { call } = testCall(path, { logger, target, isWatch });
  await runFilter(observe(metrics, clock), call, async () => {
    await clock.advance(takesMs);
    call.respondText(200, "ok");
  });
  return { metrics: metrics.registry.render(), lines };
}

test("observe() counts a request with its status and duration", async () => {
  const { metrics } = await observeRequest(300);
  const labels = 'verb="LIST",dry_run="",group="",version="v1",resource="configmaps",subresource="",scope="namespace"';
  expect(metrics).toContain(`apiserver_request_total{${labels},component="apiserver",code="200"} 1\n`);
  expect(metrics).toContain(`apiserver_request_duration_seconds_sum{${labels},component="apiserver"} 0.3\n`);
});

test("observe() logs a request that takes more than a second", async () => {
  expect((await observeRequest(1000)).lines).toEqual([]);
  expect((await observeRequest(1001)).lines).toEqual([
    {
      level: "info",
      message: "slow request",
      fields: { id: "the-id", method: "GET", path, code: 200, durationMs: 1001 },
    },
  ]);
});

test("observe() does not log watches as slow requests", async () => {
  expect((await observeRequest(3_600_000, true)).lines).toEqual([]);
});
