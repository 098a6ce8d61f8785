/** Deliveries to 200 watchers with a label selector, at 50 creates per second. */
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import { measureAlternately } from "../figures/rates.ts";
import type { PacedReport } from "../load/job.ts";
import { configMap, createRequest, currentResourceVersion } from "../objects.ts";
import { measurementMaker } from "./requests.ts";
import { type ComparedServer, memoryOfServer, withServers } from "./servers.ts";

const collection = "/api/v1/namespaces/default/configmaps";
const writesPerSecond = 50;
const connections = 10;
const streams = 20;
const warmUpMs = 1000;
/** At this pace, fewer events would not show the 99th percentile. */
const measureMsMin = 4000;
const name = `watch, ${connections * streams} watchers with a selector, ${writesPerSecond} creates/s`;

/** Measures the processor time per delivery and the time from a create to each delivery. */
export const watch: Figure = {
  name: "watch",
  title: "deliveries to 200 watchers with a label selector on 10 connections, at 50 creates/s",
  measure: (context) =>
    withServers(context, async ({ orch, reference }) => {
      const reports = await measureAlternately(context, name, {
        ours: new WatchSide(context, orch),
        raw: new WatchSide(context, reference),
      });
      const compare = measurementMaker(name, reports);
      const cpuMicros = ({ report }: SideReport): number => (report.serverCpuSeconds * 1e6) / report.deliveries;
      return [
        { ...compare("processor time", "us/delivery", "less", cpuMicros), goal: { of: "ratio", bound: 1 / 3 } },
        compare("p50", "ms", "less", ({ report }) => report.deliveryMs.p50),
        {
          ...compare("p99", "ms", "less", ({ report }) => report.deliveryMs.p99),
          goal: { of: "value", bound: 20 },
        },
        compare("resident memory", "MB", "less", ({ residentBytes }) => residentBytes / 1e6),
      ] satisfies Measurement[];
    }),
};

interface SideReport {
  readonly report: PacedReport;
  readonly residentBytes: number;
}

class WatchSide {
  readonly #context: FigureContext;
  readonly #server: ComparedServer;
  #nextNumber = 0;

  constructor(context: FigureContext, server: ComparedServer) {
    this.#context = context;
    this.#server = server;
  }

  async warmUp(): Promise<void> {
    await this.measure();
  }

  async measure(): Promise<SideReport> {
    const { target, pids } = this.#server;
    const selected = `${collection}?watch=1&labelSelector=app%3Dweb`;
    const report = await this.#context.generator.pacedWrites({
      target,
      serverPids: pids,
      protocol: "h2",
      connections,
      streams,
      template: {
        method: "GET",
        path: `${selected}&resourceVersion=${await currentResourceVersion(target)}`,
        headers: {},
      },
      writes: createRequest(collection, configMap("m-########", 1024, { app: "web" })),
      writeStatus: 201,
      firstNumber: this.#nextNumber,
      writesPerSecond,
      warmUpMs,
      measureMs: Math.max(measureMsMin, this.#context.measureMs),
    });
    this.#nextNumber = report.nextNumber;
    return { report, residentBytes: memoryOfServer(this.#server).residentBytes };
  }
}
