/** Traces of requests, as a collector receives them. The names and attributes were recorded from the reference v1.32.13. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { AdmissionWebhook, configurationsPath, webhookSpec } from "../admission/admission-webhook.ts";
import { mapsPath } from "../support/config-maps.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { eventually } from "../support/until.ts";
import { TraceCollector } from "./collector.ts";
import type { ReceivedSpan } from "./otlp-messages.ts";

const folder = mkdtempSync(join(tmpdir(), "orch-tracing-"));
const file = join(folder, "tracing.yaml");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns a running server that sends its spans to the endpoint. */
async function traced(
  endpoint: string,
  rate = 1_000_000,
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<TestServer> {
  const head = "apiVersion: apiserver.config.orch.io/v1beta1\nkind: TracingConfiguration\n";
  writeFileSync(file, `${head}endpoint: ${endpoint}\nsamplingRatePerMillion: ${rate}\n`);
  return await startTestServer({ protocol: "h2", flags: [`--tracing-config-file=${file}`], ...options });
}

/** Returns all spans up to now. */
async function received(running: TestServer, collector: TraceCollector): Promise<readonly ReceivedSpan[]> {
  const { client, clock } = running;
  const isLast = ({ attributes }: ReceivedSpan): boolean => attributes["user_agent.original"] === "last";
  let turns = 0;
  await eventually(async () => {
    // More would end the time of the export. The last request is repeated, because not each one is traced.
    if (turns++ % 50 === 0) {
      await client.request("/readyz", { headers: { "user-agent": "last" } });
      void clock.advance(5000);
    }
    return collector.spans.some(isLast);
  }, "the spans are sent");
  const spans = collector.take();
  const lastTraces = new Set(spans.filter(isLast).map(({ traceId }) => traceId));
  return spans.filter(({ traceId }) => !lastTraces.has(traceId));
}

/** Returns the names of spans in the form `parent > child`. */
function paths(spans: readonly ReceivedSpan[]): readonly string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const path = (span: ReceivedSpan): string => {
    const parent = byId.get(span.parentId);
    return parent ? `${path(parent)} > ${span.name}` : span.name;
  };
  return spans.map(path).sort();
}

const requestKeys = [
  "http.method",
  "http.response_content_length",
  "http.scheme",
  "http.status_code",
  "http.target",
  "net.host.name",
  "net.host.port",
  "net.protocol.version",
  "net.sock.peer.addr",
  "net.sock.peer.port",
  "user_agent.original",
];
const verbKeys = [
  "accept",
  "api-group",
  "api-version",
  "audit-id",
  "client",
  "name",
  "namespace",
  "protocol",
  "resource",
  "scope",
  "subresource",
  "url",
  "user-agent",
  "verb",
];
/** The reference also has `encoder`. */
const serializeKeys = ["audit-id", "mediaType", "method", "protocol", "url"];

test("the spans of requests have the names, parents and attributes of the reference", async () => {
  await using collector = await TraceCollector.start();
  await using running = await traced(collector.endpoint);
  const { client, anonymous } = running;
  const headers = { "user-agent": "tracetest/1.0", accept: "application/json" };
  const send = async (path: string, options: object = {}): Promise<readonly ReceivedSpan[]> => {
    await client.request(path, { headers, ...options });
    return await received(running, collector);
  };
  const one = "/api/v1/namespaces/{:namespace}/configmaps/{:name}";
  const many = "/api/v1/namespaces/{:namespace}/configmaps";

  const created = await send(mapsPath, { body: { metadata: { name: "a" } } });
  expect(paths(created)).toEqual([
    `POST ${many}`,
    `POST ${many} > authentication`,
    `POST ${many} > authentication > Create`,
    `POST ${many} > authentication > Create > Create etcd3`,
    `POST ${many} > authentication > Create > SerializeObject`,
  ]);
  const spanOf = (name: string): ReceivedSpan | undefined => created.find((span) => span.name === name);
  const keysOf = (name: string): readonly string[] => Object.keys(spanOf(name)?.attributes ?? {}).sort();
  expect(keysOf(`POST ${many}`)).toEqual([...requestKeys, "http.request_content_length"].sort());
  expect(keysOf("Create")).toEqual(verbKeys);
  expect(keysOf("Create etcd3")).toEqual(["audit-id", "key", "resource", "type"]);
  expect(keysOf("SerializeObject")).toEqual(serializeKeys);
  expect(spanOf("Create")?.attributes).toMatchObject({
    scope: "resource",
    verb: "POST",
    protocol: "HTTP/2.0",
    name: "",
  });
  expect(spanOf("Create etcd3")?.attributes).toMatchObject({
    key: "/configmaps/default/a",
    type: "*core.ConfigMap",
    resource: "configmaps",
  });
  expect(spanOf(`POST ${many}`)).toMatchObject({ kind: 2, parentId: "", statusCode: 0, links: [] });
  expect(spanOf(`POST ${many}`)?.resource).toMatchObject({ "service.name": "apiserver" });
  for (const { startNs, endNs } of created) expect(endNs).toBeGreaterThanOrEqual(startNs);

  expect(paths(await send(`${mapsPath}/a`))).toEqual([
    `GET ${one}`,
    `GET ${one} > authentication`,
    `GET ${one} > authentication > Get`,
    `GET ${one} > authentication > Get > SerializeObject`,
    `GET ${one} > authentication > Get > cacher.Get`,
  ]);
  expect(paths(await send(mapsPath)).slice(2)).toEqual([
    `GET ${many} > authentication > List`,
    `GET ${many} > authentication > List > SerializeObject`,
    `GET ${many} > authentication > List > cacher.GetList`,
  ]);
  const update = { method: "PUT", body: { metadata: { name: "a" }, data: { b: "1" } } };
  expect(paths(await send(`${mapsPath}/a`, update)).slice(2)).toEqual([
    `PUT ${one} > authentication > Update`,
    `PUT ${one} > authentication > Update > GuaranteedUpdate etcd3`,
    `PUT ${one} > authentication > Update > SerializeObject`,
  ]);
  expect(paths(await send(`${mapsPath}/nope`))).toContain(`GET ${one} > authentication > Get > SerializeObject`);
  expect(paths(await send(`${mapsPath}/a`, { method: "DELETE" })).slice(2)).toEqual([
    `DELETE ${one} > authentication > Delete`,
    `DELETE ${one} > authentication > Delete > SerializeObject`,
  ]);
  expect(paths(await send("/version"))).toEqual(["GET", "GET > authentication"]);
  expect(paths(await send("/apis/apps/v1/namespaces/default/deployments/x/scale"))[0]).toBe(
    "GET /apis/apps/v1/namespaces/{:namespace}/deployments/{:name}/scale",
  );
  await anonymous.request(mapsPath);
  expect(paths(await received(running, collector))).toEqual([
    `GET ${many}`,
    `GET ${many} > authentication`,
    `GET ${many} > authentication > SerializeObject`,
  ]);
});

test("the trace of a client is a link, and does not decide whether the request is traced", async () => {
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  await using collector = await TraceCollector.start();
  {
    await using running = await traced(collector.endpoint);
    await running.client.request("/version", { headers });
    const root = (await received(running, collector)).find(({ kind }) => kind === 2);
    expect(root).toMatchObject({ parentId: "", links: [{ traceId, spanId: "b7ad6b7169203331" }] });
    expect(root?.traceId).not.toBe(traceId);
  }
  collector.take();
  await using running = await traced(collector.endpoint, 1);
  await running.client.request("/version", { headers });
  void running.clock.advance(60_000);
  expect(collector.take()).toEqual([]);
});

test("a share of the requests is traced", async () => {
  await using collector = await TraceCollector.start();
  await using running = await traced(collector.endpoint, 500_000);
  for (let count = 0; count < 200; count++) await running.server.request("/version");
  // Each of them has two spans.
  const roots = (await received(running, collector)).filter(({ kind }) => kind === 2).length;
  expect(roots).toBeGreaterThan(60);
  expect(roots).toBeLessThan(140);
});

test("a call of a webhook is a span, whose client span the webhook gets in traceparent", async () => {
  await using webhook = await AdmissionWebhook.start();
  await using collector = await TraceCollector.start();
  await using running = await traced(collector.endpoint);
  const parents: unknown[] = [];
  const clientConfig = webhook.at("review", (_request, response) => {
    parents.push(response.req.headers["traceparent"]);
    return {};
  });
  const spec = webhookSpec("a", clientConfig);
  const created = await running.client.request(configurationsPath("validating").replace(".k8s.io", ".orch.io"), {
    body: { metadata: { name: "checks" }, webhooks: [spec] },
  });
  expect(created.status, created.text).toBe(201);
  await received(running, collector);
  expect((await running.client.request(mapsPath, { body: { metadata: { name: "b" } } })).status).toBe(201);
  const spans = await received(running, collector);
  const call = spans.find(({ name }) => name === "Call validating webhook");
  expect(call?.attributes).toMatchObject({
    configuration: "checks",
    webhook: "a.example.com",
    resource: "/v1, Resource=configmaps",
    subresource: "",
    operation: "CREATE",
  });
  const post = spans.find(({ name }) => name === "HTTP POST");
  expect(post).toMatchObject({ kind: 3, parentId: call?.spanId, attributes: { "http.status_code": 200 } });
  expect(parents).toEqual([`00-${post?.traceId}-${post?.spanId}-01`]);
});

interface SpanCounts {
  readonly queue: number;
  readonly failed: number;
  readonly sent: number;
}

async function spanCounts({ client }: TestServer): Promise<SpanCounts> {
  const { text } = await client.request("/metrics");
  const value = (series: string): number =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length + 1),
    );
  return {
    queue: value('tracing_spans_lost_total{reason="queue"}'),
    failed: value('tracing_spans_lost_total{reason="failed"}'),
    sent: value("tracing_spans_sent_total"),
  };
}

test.each(["unavailable", "hangs"] as const)(
  "requests do not wait for a collector that %s, lost spans are counted, and later ones are sent",
  async (mode) => {
    await using collector = await TraceCollector.start();
    collector.mode = mode;
    await using running = await traced(collector.endpoint);
    const { server, clock } = running;
    for (let count = 0; count < 1500; count++) await server.request("/version");
    // A batch is being sent, and the queue is full.
    const before = await spanCounts(running);
    expect(before.sent).toBe(0);
    expect(before.queue).toBeGreaterThan(0);
    await eventually(async () => {
      void clock.advance(5000);
      return (await spanCounts(running)).failed >= 512;
    }, "the first batch is given up");
    collector.mode = "works";
    await eventually(async () => {
      void clock.advance(5000);
      return (await spanCounts(running)).sent > 0;
    }, "spans are sent again");
  },
);

test("a server without a collector serves requests and stops", async () => {
  const { endpoint } = await (async () => {
    await using collector = await TraceCollector.start();
    return { endpoint: collector.endpoint };
  })();
  const running = await traced(endpoint);
  expect((await running.client.request("/version")).status).toBe(200);
  let isStopped = false;
  const stopping = (async () => {
    await running[Symbol.asyncDispose]();
    isStopped = true;
  })();
  await eventually(async () => {
    void running.clock.advance(1000);
    return isStopped;
  }, "the server stops");
  await stopping;
});

test("a stopping server sends its last spans", async () => {
  await using collector = await TraceCollector.start();
  const running = await traced(collector.endpoint);
  await running.client.request("/version");
  await running[Symbol.asyncDispose]();
  expect(collector.take().some(({ attributes }) => attributes["http.target"] === "/version")).toBe(true);
});

test("a half-written file prevents the start, and a disabled gate makes it ineffective", async () => {
  writeFileSync(file, "apiVersion: apiserver.config.orch.io/v1beta1\nkind: TracingConf");
  const flags = [`--tracing-config-file=${file}`];
  await expect(startTestServer({ flags })).rejects.toThrow("--tracing-config-file: failed to read tracing config: ");
  await using running = await startTestServer({ flags: [...flags, "--feature-gates=APIServerTracing=false"] });
  expect((await running.client.request("/version")).status).toBe(200);
});

test("a restored server closes the connection of the earlier one to the collector", async () => {
  await using collector = await TraceCollector.start();
  // Only this engine can be restored to a snapshot.
  await using running = await traced(collector.endpoint, 1_000_000, { engine: "memory" });
  const snapshot = running.server.snapshot();
  await received(running, collector);
  expect(collector.connectionCount).toBe(1);
  await running.server.restore(snapshot);
  await expect.poll(() => collector.connectionCount).toBe(0);
});
