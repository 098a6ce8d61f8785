/** Creates of 1 KB in etcd: through the engine, and through a server. Compared with transactions of etcd alone. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { EtcdCluster } from "../../src/storage/testing/etcd-process.ts";
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import { configMap, createRequest } from "../objects.ts";
import { startOrch } from "../orch-server.ts";
import { commandForCore } from "../process.ts";
import { type MeasuredSide, measureAlternately, RequestRateSide, responsesPerSecond } from "./rates.ts";

const template = createRequest("/api/v1/namespaces/default/configmaps", configMap("m-########", 1024));
const clientCounts = [1, 16, 256];
const minRatio = 0.4;
const rawName = "the same transactions of etcd alone";

/** Measures creates by 1, 16 and 256 clients. */
export const etcd: Figure = {
  name: "etcd",
  title: "creates of 1 KB in etcd, through the engine and through a server",
  async measure(context) {
    // In memory, because the disk would limit both sides alike.
    await using cluster = await EtcdCluster.start();
    const [url = ""] = cluster.urls;
    await using server = await startOrch({
      flags: [`--etcd-servers=${url}`, "--max-mutating-requests-inflight=0"],
    });
    const measurements: Measurement[] = [];
    let firstNumber = 0;
    for (const clients of clientCounts) {
      const raw = transactions(url, "raw", clients, context);
      const plural = clients === 1 ? "" : "s";
      const engine = transactions(url, "engine", clients, context);
      const name = `create on etcd, ${clients} client${plural}`;
      const engineName = `etcd engine, ${clients} writer${plural}`;
      const byEngine = await measureAlternately(context, engineName, { ours: engine, raw });
      measurements.push(measurementOf(engineName, byEngine.ours, byEngine.raw));
      const load = { target: server.target, protocol: "h2", clients, template, status: 201 } as const;
      const requests = new RequestRateSide(context, load, firstNumber);
      const byServer = await measureAlternately(context, name, { ours: requests, raw });
      firstNumber = requests.nextNumber;
      const loadCpu = Math.max(...byServer.ours.map(({ cpuShare }) => cpuShare));
      measurements.push({ ...measurementOf(name, byServer.ours.map(responsesPerSecond), byServer.raw), loadCpu });
    }
    return measurements;
  },
};

function measurementOf(name: string, values: readonly number[], raw: readonly number[]): Measurement {
  return {
    name,
    unit: "creates/s",
    better: "more",
    values,
    raw: { name: rawName, values: raw },
    goal: { of: "ratio", bound: minRatio },
  };
}

const runFile = promisify(execFile);

/** Returns a side that measures writes per second. Its program warms up by itself. */
function transactions(
  url: string,
  mode: "raw" | "engine",
  clients: number,
  { measureMs }: FigureContext,
): MeasuredSide<number> {
  const program = join(import.meta.dirname, "../raw/bare-etcd.ts");
  return {
    warmUp: () => Promise.resolve(),
    measure: async () => {
      const args = ["--import", "tsx", program, url, mode, String(clients), String(measureMs)];
      const [command, ...words] = commandForCore("measured", args);
      return Number((await runFile(command, words)).stdout);
    },
  };
}
