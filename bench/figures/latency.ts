/** From the sending of a write to its arrival at the last of 100 watchers, at 1,000 writes a second. */
import type { Figure } from "../figure.ts";
import { configMap, createOf, fill, revisionOf } from "../objects.ts";
import { startOrch } from "../orch-server.ts";

const collection = "/api/v1/namespaces/default/configmaps";
const writesPerSecond = 1000;
const warmUpMs = 4000;
const name = "watch latency, 100 watchers, 1,000 writes/s, p99";

export const latency: Figure = {
  name: "latency",
  title: "from a write to the last of 100 watchers on ten HTTP/2 connections",
  async measure(context) {
    const values: number[] = [];
    for (let run = 1; run <= context.runs; run++) {
      context.progress(`${name}: run ${run} of ${context.runs}`);
      // A machine that falls behind shows that in latency, not in writes that are turned away.
      await using server = await startOrch({
        flags: ["--max-mutating-requests-inflight=0", "--http2-max-streams-per-connection=100000"],
      });
      await fill(context, server.target, createOf(collection, configMap("m-###", 1024)), 1000);
      // From the present version on, or every watcher would be sent the state first.
      const revision = await revisionOf(server.target);
      const report = await context.generator.paced({
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
        writesPerSecond,
        warmUpMs,
        measureMs: context.measureMs,
      });
      values.push(report.latencyMs.p99);
    }
    return [{ name, unit: "ms", better: "less", values, goal: { of: "value", bound: 50 } }];
  },
};
