import { expect, test } from "vitest";
import { metricsHandler, ServerMetrics } from "./metrics.ts";
import type { CallTarget } from "./requests/call.ts";
import { testCall } from "./testing/test-call.ts";

const figures = { residentBytes: () => 1234, cpuSeconds: () => 5.5, startedSeconds: 1_700_000_000 };
const pods: CallTarget = { group: "", version: "v1", resource: "pods", subresource: "" };

async function render(metrics: ServerMetrics): Promise<string> {
  const { call, readResponse } = testCall("/metrics");
  await metricsHandler(metrics.registry, 0)(call);
  const { status, headers, text } = await readResponse();
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8; escaping=values"]);
  return text;
}

async function labelsOf(method: string, path: string, target?: CallTarget, isWatch = false): Promise<string> {
  const metrics = new ServerMetrics(figures);
  const { call } = testCall(path, { method, isWatch, ...(target ? { target } : {}) });
  call.status = 200;
  metrics.countRequest(call, 10);
  return /^apiserver_request_total\{(.*),component="apiserver",code="200"\} 1$/m.exec(await render(metrics))?.[1] ?? "";
}

test.each([
  [
    "GET",
    "/api/v1/pods",
    'verb="LIST",dry_run="",group="",version="v1",resource="pods",subresource="",scope="cluster"',
  ],
  [
    "GET",
    "/api/v1/namespaces/x/pods",
    'verb="LIST",dry_run="",group="",version="v1",resource="pods",subresource="",scope="namespace"',
  ],
  [
    "GET",
    "/api/v1/namespaces/x/pods/p",
    'verb="GET",dry_run="",group="",version="v1",resource="pods",subresource="",scope="resource"',
  ],
  [
    "PUT",
    "/api/v1/namespaces/x/pods/p",
    'verb="PUT",dry_run="",group="",version="v1",resource="pods",subresource="",scope="resource"',
  ],
  [
    "PATCH",
    "/api/v1/namespaces/x/pods/p",
    'verb="PATCH",dry_run="",group="",version="v1",resource="pods",subresource="",scope="resource"',
  ],
  [
    "POST",
    "/api/v1/namespaces/x/pods",
    'verb="POST",dry_run="",group="",version="v1",resource="pods",subresource="",scope="resource"',
  ],
  [
    "DELETE",
    "/api/v1/namespaces/x/pods",
    'verb="DELETE",dry_run="",group="",version="v1",resource="pods",subresource="",scope="namespace"',
  ],
  [
    "BREW",
    "/api/v1/namespaces/x/pods",
    'verb="other",dry_run="",group="",version="v1",resource="pods",subresource="",scope="namespace"',
  ],
])("%s %s is counted with the labels of its resource", async (method, path, labels) => {
  expect(await labelsOf(method, path, pods)).toBe(labels);
});

test("log requests count as CONNECT, and an apply as APPLY", async () => {
  const log = await labelsOf("GET", "/api/v1/namespaces/x/pods/p/log", { ...pods, subresource: "log" });
  expect(log).toBe(
    'verb="CONNECT",dry_run="",group="",version="v1",resource="pods",subresource="log",scope="resource"',
  );
  const metrics = new ServerMetrics(figures);
  for (const type of ["application/apply-patch+yaml", "application/merge-patch+json"]) {
    const headers = { "content-type": type };
    const { call } = testCall("/api/v1/namespaces/x/pods/p", { method: "PATCH", target: pods, headers });
    metrics.countRequest(call, 10);
  }
  const text = await render(metrics);
  expect(text).toContain('apiserver_request_total{verb="APPLY",dry_run="",group="",version="v1",resource="pods"');
  expect(text).toContain('apiserver_request_total{verb="PATCH",dry_run="",group="",version="v1",resource="pods"');
});

test("health checks and OpenAPI documents have their paths as subresources, and no component", async () => {
  const metrics = new ServerMetrics(figures);
  for (const path of ["/livez", "/readyz?verbose", "/openapi/v3", "/openapi/v3/apis/apps/v1", "/livez/ping"]) {
    metrics.countRequest(testCall(path).call, 10);
  }
  const found = (await render(metrics)).matchAll(
    /^apiserver_request_total\{.*subresource="(.*)",scope="",component="(.*?)"/gm,
  );
  expect([...found].map(([, subresource, component]) => [subresource, component])).toEqual([
    ["/livez", ""],
    ["/readyz", ""],
    ["openapi/v3", ""],
    ["openapi/v3/", ""],
    ["", "apiserver"],
  ]);
});

test("a dry run with another value than All counts as invalid", async () => {
  const path = "/api/v1/namespaces/x/pods";
  expect(await labelsOf("POST", `${path}?dryRun=x`, pods)).toContain('dry_run="invalid"');
  expect(await labelsOf("POST", `${path}?dryRun=`, pods)).toContain('dry_run="invalid"');
  expect(await labelsOf("POST", `${path}?dryRun=All&dryRun=All`, pods)).toContain('dry_run="All"');
});

test("the SLI duration has no dry run, does not count watches, and leaves out webhooks and queues", async () => {
  const metrics = new ServerMetrics(figures);
  const { call } = testCall("/api/v1/namespaces/x/pods?dryRun=All", { method: "POST", target: pods });
  call.addLatency("mutating-webhook", 100, "sum");
  call.addLatency("validating-webhook", 200, "longest");
  call.addLatency("apf-queue-wait", 300, "longest");
  metrics.countRequest(call, 1000);
  metrics.countRequest(testCall("/api/v1/pods", { isWatch: true, target: pods }).call, 1000);
  const text = await render(metrics);
  const sums = text.match(/^apiserver_request_(?:sli|slo)_duration_seconds_sum.*$/gm);
  const labels =
    'verb="POST",group="",version="v1",resource="pods",subresource="",scope="resource",component="apiserver"';
  expect(sums).toEqual([
    `apiserver_request_sli_duration_seconds_sum{${labels}} 0.4`,
    `apiserver_request_slo_duration_seconds_sum{${labels}} 0.4`,
  ]);
  expect(text).toContain('apiserver_request_duration_seconds_count{verb="WATCH"');
});

test("names that the server does not serve do not become labels", async () => {
  const nothing = 'dry_run="",group="",version="",resource="",subresource="",scope=""';
  expect(await labelsOf("GET", "/apis/made-up/v1/things/t")).toBe(`verb="GET",${nothing}`);
  expect(await labelsOf("GET", "/made-up")).toBe(`verb="GET",${nothing}`);
  expect(await labelsOf("MADE-UP", "/made-up")).toBe(`verb="other",${nothing}`);
});

test("watches and dry runs have their own labels", async () => {
  expect(await labelsOf("GET", "/api/v1/pods", pods, true)).toMatch(/^verb="WATCH",/);
  const metrics = new ServerMetrics(figures);
  const { call } = testCall("/api/v1/namespaces/x/pods", { method: "POST", target: pods });
  call.dryRun = true;
  metrics.countRequest(call, 10);
  expect(await render(metrics)).toContain('apiserver_request_total{verb="POST",dry_run="All",');
});

test("the durations of requests are counted in buckets", async () => {
  const metrics = new ServerMetrics(figures);
  const { call } = testCall("/livez");
  for (const durationMs of [1, 30, 59_000]) metrics.countRequest(call, durationMs);
  const text = await render(metrics);
  const bucket = (bound: string): string | undefined =>
    new RegExp(`^apiserver_request_duration_seconds_bucket\\{.*le="${bound}"\\} (\\d+)$`, "m").exec(text)?.[1];
  expect(["0.005", "0.025", "0.05", "45", "60", "\\+Inf"].map(bucket)).toEqual(["1", "1", "2", "2", "3", "3"]);
});

test("/metrics shows figures of Linux, and leaves out those that are unknown", async () => {
  const linux = { openFiles: () => 94, openFilesMax: () => 20_000, virtualBytes: () => undefined };
  const text = await render(new ServerMetrics({ ...figures, linux: { ...linux, virtualBytesMax: () => 2 ** 64 } }));
  expect(text.match(/^process_(open|max|virtual).*$/gm)).toEqual([
    "process_open_fds 94",
    "process_max_fds 20000",
    "process_virtual_memory_max_bytes 18446744073709552000",
  ]);
});

test("/metrics shows the figures of the process", async () => {
  const text = await render(new ServerMetrics(figures));
  for (const line of [
    "process_resident_memory_bytes 1234",
    "process_cpu_seconds_total 5.5",
    "process_start_time_seconds 1700000000",
  ]) {
    expect(text).toContain(`\n${line}\n`);
  }
});
