/** Traces of a server with several processes, and of its second thread. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mapsPath } from "../support/config-maps.ts";
import { certificatesIn } from "../support/kubeconfig-certificates.ts";
import { buildProgram, OrchProcess } from "../support/orch-process.ts";
import { eventually } from "../support/until.ts";
import { WireClient } from "../support/wire-client.ts";
import { workersOf } from "../workers/serving-workers.ts";
import { TraceCollector } from "./collector.ts";
import type { ReceivedSpan } from "./otlp-messages.ts";

test("all processes and the second thread send their spans, in one trace for each request", async () => {
  await buildProgram();
  const folder = mkdtempSync(join(tmpdir(), "orch-traces-"));
  await using collector = await TraceCollector.start();
  const file = join(folder, "tracing.yaml");
  const head = "apiVersion: apiserver.config.orch.io/v1beta1\nkind: TracingConfiguration\n";
  writeFileSync(file, `${head}endpoint: ${collector.endpoint}\nsamplingRatePerMillion: 1000000\n`);
  const data = join(folder, "data");
  const flags = ["--workers=2", "--secure-port=0", `--data-dir=${data}`, `--tracing-config-file=${file}`];
  await using server = new OrchProcess(["apiserver", ...flags]);
  const url = await server.waitUntilReady();
  const kubeconfig = readFileSync(join(data, "admin.kubeconfig"), "utf8");
  await eventually(async () => (await workersOf(server.pid, kubeconfig)).length === 1, "the worker is ready");
  const clients = Array.from(
    { length: 4 },
    () => new WireClient({ url, insecure: true, ...certificatesIn(kubeconfig) }),
  );
  for (const [index, client] of clients.entries()) {
    for (const size of [10, 60_000]) {
      const metadata = { name: `map-${index}-${size}` };
      const { status } = await client.request(mapsPath, { body: { metadata, data: { a: "a".repeat(size) } } });
      expect(status).toBe(201);
    }
  }
  const roots = (): readonly ReceivedSpan[] =>
    collector.spans.filter(({ attributes }) => attributes["http.target"] === mapsPath);
  const writes = (): readonly ReceivedSpan[] => {
    const traces = new Set(roots().map(({ traceId }) => traceId));
    return collector.spans.filter(({ name, traceId }) => name === "Create etcd3" && traces.has(traceId));
  };
  // Each exporter waits up to 5 seconds after the first span of a batch.
  await eventually(async () => writes().length === 8 && roots().length === 8, "all spans are sent");
  const verbs = new Map(collector.spans.filter(({ name }) => name === "Create").map((span) => [span.spanId, span]));
  for (const write of writes()) expect(verbs.get(write.parentId)?.traceId).toBe(write.traceId);
  expect(new Set(writes().map(({ traceId }) => traceId)).size).toBe(8);
  const instances = new Set(collector.spans.map(({ resource }) => resource["service.instance.id"]));
  expect([...instances]).toEqual([expect.stringMatching(/^apiserver-/)]);
  for (const client of clients) await client[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});
