/**
 * Watches with a label selector whose events come alone: 200 watchers on ten HTTP/2 connections, and 50 creates per
 * second. Most of the time the server waits, so its code and its data are often no longer in the processor's caches.
 * The processor time includes the creates. The raw limit is a bare server that writes the body of a request to the same
 * number of open responses.
 */
import { BareServer } from "../bare-server.ts";
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import type { PacedReport } from "../load/job.ts";
import { configMap, createRequest, currentResourceVersion } from "../objects.ts";
import { servingKeyPair, startOrch } from "../orch-server.ts";

const collection = "/api/v1/namespaces/default/configmaps";
const labels = { app: "web" };
const connections = 10;
const streams = 20;
const writesPerSecond = 50;
/** The server needs this time to compile the code of creates. */
const warmUpMs = 6000;
/** A percentile of 99 needs some hundred events. */
const measureMs = 10_000;
const name = "200 watches with a selector, 50 single creates/s";

/** Measures the processor time per delivery, and the latency of the events at the last watcher. */
export const singleEvents: Figure = {
  name: "single-events",
  title: "200 watchers with a label selector on ten HTTP/2 connections, and 50 single creates per second",
  async measure(context) {
    const reports: PacedReport[] = [];
    const raw: PacedReport[] = [];
    for (let run = 1; run <= context.runs; run++) {
      context.progress(`${name}: run ${run} of ${context.runs}`);
      const { report, rawReport } = await measureOnce(context);
      reports.push(report);
      raw.push(rawReport);
    }
    const perDelivery = ({ serverCpuSeconds, deliveries }: PacedReport): number =>
      (serverCpuSeconds * 1e6) / deliveries;
    const measurement = (part: string, unit: string, valueOf: (report: PacedReport) => number): Measurement => ({
      name: `${name}${part}`,
      unit,
      better: "less",
      values: reports.map(valueOf),
      raw: { name: "a bare server that writes the body of a request to each watcher", values: raw.map(valueOf) },
    });
    return [
      { ...measurement("", "us/delivery", perDelivery), goal: { of: "value", bound: 30 } },
      measurement(", p50", "ms", ({ latencyMs }) => latencyMs.p50),
      { ...measurement(", p99", "ms", ({ latencyMs }) => latencyMs.p99), goal: { of: "value", bound: 20 } },
    ];
  },
};

async function measureOnce(context: FigureContext): Promise<{ report: PacedReport; rawReport: PacedReport }> {
  await using server = await startOrch();
  const { target } = server;
  const revision = await currentResourceVersion(target);
  const watchPath = `${collection}?watch=1&labelSelector=app%3Dweb&resourceVersion=${revision}`;
  const load = { protocol: "h2", connections, streams, writesPerSecond, warmUpMs, measureMs } as const;
  const report = await context.generator.pacedWrites({
    ...load,
    target,
    serverPids: [server.pid],
    template: { method: "GET", path: watchPath, headers: {} },
    writes: createRequest(collection, configMap("m-######", 1024, labels)),
    writeStatus: 201,
    firstNumber: 0,
  });
  await using bare = await BareServer.start({ ...servingKeyPair(server.dataDir), ca: target.ca }, {});
  const rawReport = await context.generator.pacedWrites({
    ...load,
    target: bare.target,
    serverPids: [bare.pid],
    template: { method: "GET", path: "/watch", headers: {} },
    writes: { method: "POST", path: "/emit", headers: {}, body: `${"x".repeat(report.eventBytes - 1)}\n` },
    writeStatus: 200,
    firstNumber: 0,
  });
  return { report, rawReport };
}
