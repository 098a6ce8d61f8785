/** Time from the sending of a write to its arrival at the last of 100 watchers, at 1,000 writes per second. */
import type { Figure } from "../figure.ts";
import { configMap, createNumberedObjects, createRequest, currentResourceVersion } from "../objects.ts";
import { startOrch } from "../orch-server.ts";

const collection = "/api/v1/namespaces/default/configmaps";
const writesPerSecond = 1000;
const warmUpMs = 4000;
const name = "watch latency, 100 watchers, 1,000 writes/s, p99";

/** Measures the latency of the 99th percentile, once per run with a new server. */
export const latency: Figure = {
  name: "latency",
  title: "time from a write to its arrival at the last of 100 watchers, on ten HTTP/2 connections",
  async measure(context) {
    const values: number[] = [];
    for (let run = 1; run <= context.runs; run++) {
      context.progress(`${name}: run ${run} of ${context.runs}`);
      // Lifts two limits, so that a machine that falls behind has a higher latency instead of rejected writes.
      await using server = await startOrch({
        flags: ["--max-mutating-requests-inflight=0", "--http2-max-streams-per-connection=100000"],
      });
      await createNumberedObjects(context, server.target, createRequest(collection, configMap("m-###", 1024)), 1000);
      // A watch from the current version does not send the existing objects first.
      const revision = await currentResourceVersion(server.target);
      const report = await context.generator.pacedWrites({
        target: server.target,
        protocol: "h2",
        connections: 10,
        streams: 10,
        template: { method: "GET", path: `${collection}?watch=1&resourceVersion=${revision}`, headers: {} },
        writes: {
          method: "PATCH",
          path: `${collection}/m-###`,
          headers: { "content-type": "application/merge-patch+json" },
          body: `{"data":{"turn":"########"}}`,
        },
        status: 200,
        serverPid: server.pid,
        writesPerSecond,
        warmUpMs,
        measureMs: context.measureMs,
      });
      values.push(report.latencyMs.p99);
    }
    return [{ name, unit: "ms", better: "less", values, goal: { of: "value", bound: 50 } }];
  },
};
