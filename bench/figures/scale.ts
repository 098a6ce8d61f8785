/**
 * Servers with several processes, compared with servers of one process. The load shares all cores with the server, so the
 * rates of reads are counted per second of the server's processor time.
 */
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import { Generator } from "../generator.ts";
import type { RequestTemplate } from "../load/connection.ts";
import type { RequestsReport } from "../load/job.ts";
import { configMap, createNumberedObjects, createRequest, currentResourceVersion, sendRequest } from "../objects.ts";
import { createDataDir, type OrchServer } from "../orch-server.ts";
import { proportionalBytes, withChildren } from "../process.ts";
import { startProcesses } from "../server-processes.ts";
import { measureAlternately, RequestRateSide, responsesPerSecond } from "./rates.ts";
import { settledMemory } from "./settled-memory.ts";

const path = "/api/v1/namespaces/default/configmaps";
const fullPath = "/api/v1/namespaces/full/configmaps";
const listedObjects = 1000;
const storedObjects = 100_000;
const watchesPerConnection = 25;

interface Load {
  readonly name: string;
  readonly clients: number;
  readonly status: number;
  readonly template: RequestTemplate;
  readonly unit: string;
  /** Returns the amount of work in the unit. */
  readonly amount: (report: RequestsReport) => number;
  /** Smallest share of the amount with one process. */
  readonly minRatio: number;
}

const perCoreSecond = {
  unit: "requests/core second",
  amount: ({ answers, serverCpuSeconds }: RequestsReport): number => answers / serverCpuSeconds,
};

const loads: readonly Load[] = [
  {
    name: "get",
    clients: 64,
    status: 200,
    template: { method: "GET", path: `${path}/settings`, headers: {} },
    ...perCoreSecond,
    minRatio: 0.8,
  },
  {
    name: "list 1,000 of 2 KB",
    clients: 16,
    status: 200,
    template: { method: "GET", path: fullPath, headers: {} },
    ...perCoreSecond,
    minRatio: 0.8,
  },
  {
    name: "create 1 KB",
    clients: 64,
    status: 201,
    template: createRequest("/api/v1/namespaces/new/configmaps", configMap("c-########", 1024)),
    unit: "creates/s",
    amount: responsesPerSecond,
    minRatio: 1,
  },
];

/** Measures rates, event latency and memory of servers with several processes. */
export const scale: Figure = {
  name: "scale",
  title: "several processes of one server",
  async measure(context) {
    await using generator = new Generator("any");
    const unpinned = { ...context, generator };
    return [
      ...(await compareLoads(unpinned)),
      await latencyOfAllProcesses(unpinned),
      await memoryOfProcesses(unpinned),
    ];
  },
};

async function compareLoads(context: FigureContext): Promise<Measurement[]> {
  await using two = await startProcesses(2);
  await using one = await startProcesses(1);
  for (const { target } of [one, two]) {
    for (const name of ["full", "new"])
      await sendRequest(target, createRequest("/api/v1/namespaces", { metadata: { name } }));
    await sendRequest(target, createRequest(path, configMap("settings", 2048)));
    await createNumberedObjects(context, target, createRequest(fullPath, configMap("m-######", 2048)), listedObjects);
  }
  const measurements: Measurement[] = [];
  for (const load of loads) {
    const sideOf = ({ target, pid }: OrchServer): RequestRateSide =>
      new RequestRateSide(context, { ...load, target, serverPids: withChildren(pid), protocol: "h2" });
    const reports = await measureAlternately(context, load.name, { ours: sideOf(two), raw: sideOf(one) });
    measurements.push({
      name: `${load.name}, two processes`,
      unit: load.unit,
      better: "more",
      values: reports.ours.map(load.amount),
      raw: { name: "one process", values: reports.raw.map(load.amount) },
      goal: { of: "ratio", bound: load.minRatio },
    });
  }
  return measurements;
}

/** Measures the time from a write until watchers of all processes have received its event. */
async function latencyOfAllProcesses(context: FigureContext): Promise<Measurement> {
  const processes = 4;
  const name = `event of one write at watchers of ${processes} processes, p99`;
  await using server = await startProcesses(processes);
  const values: number[] = [];
  let firstNumber = 0;
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`${name}: run ${run} of ${context.runs}`);
    // A watch from the current version does not send the existing objects first.
    const revision = await currentResourceVersion(server.target);
    const report = await context.generator.pacedWrites({
      target: server.target,
      protocol: "h2",
      connections: processes,
      streams: watchesPerConnection,
      template: { method: "GET", path: `${path}?watch=1&resourceVersion=${revision}`, headers: {} },
      writes: createRequest(path, configMap("w-######", 1024)),
      writeStatus: 201,
      firstNumber,
      writesPerSecond: 50,
      warmUpMs: 1000,
      measureMs: Math.max(context.measureMs, 3000),
    });
    firstNumber = report.nextNumber;
    values.push(report.deliveryMs.p99);
  }
  return { name, unit: "ms", better: "less", values, goal: { of: "value", bound: 20 } };
}

/** Measures the memory of servers whose processes have all loaded their caches. Shared pages count once. */
async function memoryOfProcesses(context: FigureContext): Promise<Measurement> {
  const dataDir = createDataDir();
  {
    await using server = await startProcesses(1, { dataDir });
    await createNumberedObjects(
      context,
      server.target,
      createRequest(path, configMap("m-######", 1024)),
      storedObjects,
    );
  }
  const values: number[] = [];
  const raw: number[] = [];
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`memory of four processes: run ${run} of ${context.runs}`);
    raw.push(await megabytesOf(context, 1, dataDir));
    values.push(await megabytesOf(context, 4, dataDir));
  }
  return {
    name: "memory of four processes with 100,000 objects of 1 KB",
    unit: "MB",
    better: "less",
    values,
    raw: { name: "one process", values: raw },
    goal: { of: "ratio", bound: 2 },
  };
}

async function megabytesOf({ generator }: FigureContext, workers: number, dataDir: string): Promise<number> {
  await using server = await startProcesses(workers, { dataDir });
  const template = { method: "GET", path: `${path}?limit=1`, headers: {} };
  // Each connection goes to the process with the fewest connections. Its request loads the cache of that process.
  const load = { target: server.target, protocol: "h2", connections: workers, streams: 1, template } as const;
  await generator.requests({ ...load, status: 200, warmUpMs: 0, measureMs: 3000, firstNumber: 0 });
  const { anonymousBytes, fileBytes } = await settledMemory(() => proportionalBytes(withChildren(server.pid)));
  return (anonymousBytes + fileBytes) / 1e6;
}
