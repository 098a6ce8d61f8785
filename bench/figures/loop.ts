/** Longest block of the server's event loop while it handles gets, lists, writes and watches at once. */
import { setTimeout as pause } from "node:timers/promises";
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import type { RequestTemplate } from "../load/connection.ts";
import type { LoadTarget, RequestsJob } from "../load/job.ts";
import { configMap, createNumberedObjects, createRequest, currentResourceVersion, pod } from "../objects.ts";
import { type OrchServer, startOrch } from "../orch-server.ts";
import { openWatches } from "./deliveries.ts";
import { spreadClients } from "./rates.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const pods = "/api/v1/namespaces/default/pods";
const podCount = 10_000;
const mapCount = 1000;
const audience = { protocol: "h2", connections: 10, streams: 10 } as const;
const warmUpMs = 3000;
/** Factor for the length of a run: a longer run finds the longest block more reliably. */
const runLengthFactor = 2;

interface ConstantLoad {
  readonly template: RequestTemplate;
  readonly clients: number;
  readonly status: number;
}

const get = (path: string, headers: Record<string, string> = {}): RequestTemplate => ({ method: "GET", path, headers });
const form = (as: string): Record<string, string> => ({ accept: `application/json;as=${as};v=v1;g=meta.k8s.io` });

/** The lists read Pods, because created ConfigMaps would lengthen lists of ConfigMaps. */
const loads: readonly ConstantLoad[] = [
  { template: get(`${maps}/m-###`), clients: 16, status: 200 },
  { template: get(pods), clients: 2, status: 200 },
  { template: get(pods, form("Table")), clients: 1, status: 200 },
  { template: get(pods, form("PartialObjectMetadataList")), clients: 1, status: 200 },
  { template: get(`${pods}?labelSelector=wanted%3Dyes`), clients: 1, status: 200 },
  { template: createRequest(maps, configMap("c-########", 1024)), clients: 16, status: 201 },
  {
    template: {
      method: "PATCH",
      path: `${maps}/m-###`,
      headers: { "content-type": "application/merge-patch+json" },
      body: `{"data":{"turn":"########"}}`,
    },
    clients: 8,
    status: 200,
  },
];

/** Measures the longest block in each run. */
export const loop: Figure = {
  name: "loop",
  title: "longest block of the event loop under gets, lists of 10,000, writes and watches at once",
  async measure(context) {
    await using server = await startOrch({ measuresDelay: true });
    context.progress("loop: filling the store");
    await createNumberedObjects(context, server.target, createRequest(pods, pod("p-######")), podCount);
    await createNumberedObjects(context, server.target, createRequest(maps, configMap("m-###", 1024)), mapCount);
    const watching = `${maps}?watch=1&resourceVersion=${await currentResourceVersion(server.target)}`;
    await using _listening = await openWatches(context, audience, server.target, watching);
    return [await measureUnderLoad(context, server)];
  },
};

async function measureUnderLoad(context: FigureContext, server: OrchServer): Promise<Measurement> {
  const runMs = context.measureMs * runLengthFactor;
  const totalMs = warmUpMs + runMs * context.runs;
  const [values, reports] = await Promise.all([
    longestDelays(context, server, runMs),
    context.generator.concurrentRequests(loads.map((load) => requestsJob(server.target, load, totalMs))),
  ]);
  return {
    name: "longest block of the event loop under all load at once",
    unit: "ms",
    better: "less",
    values,
    goal: { of: "value", bound: 50 },
    loadCpu: Math.max(...reports.map(({ cpuShare }) => cpuShare)),
  };
}

async function longestDelays(context: FigureContext, server: OrchServer, runMs: number): Promise<number[]> {
  context.progress("loop: warming up");
  await pause(warmUpMs);
  await server.longestDelayMs();
  const values: number[] = [];
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`loop: run ${run} of ${context.runs}`);
    await pause(runMs);
    values.push(await server.longestDelayMs());
  }
  return values;
}

function requestsJob(
  target: LoadTarget,
  { template, clients, status }: ConstantLoad,
  measureMs: number,
): Omit<RequestsJob, "kind"> {
  const protocol = "h2";
  return {
    target,
    protocol,
    ...spreadClients(protocol, clients),
    template,
    status,
    firstNumber: 0,
    warmUpMs: 0,
    measureMs,
  };
}
