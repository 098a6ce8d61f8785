/** Lists of 10,000 objects, and a list whose label selector matches ten of them. */
import { BareServer } from "../bare-server.ts";
import { type Figure, type FigureContext, type Measurement, median } from "../figure.ts";
import { configMap, createNumberedObjects, createRequest, pod, sendRequest } from "../objects.ts";
import { type OrchServer, servingKeyPair, startOrch } from "../orch-server.ts";
import { memoryOf } from "../process.ts";
import { study } from "../study.ts";
import { compareRates, loadCpuOf } from "./rates.ts";

const objectCount = 10_000;
const clients = 4;

const collections = [
  {
    name: "list 10,000 ConfigMaps of 2 KB",
    path: "/api/v1/namespaces/default/configmaps",
    object: configMap("m-######", 2048),
    limit: study.list,
  },
  {
    name: "list 10,000 Pods of 3 KB",
    path: "/api/v1/namespaces/default/pods",
    object: pod("p-######"),
    limit: undefined,
  },
] as const;

type Collection = (typeof collections)[number];

/** Measures the bytes per second and the peak memory of lists, and the latency of a list with a selector. */
export const list: Figure = {
  name: "list",
  title: "LIST of 10,000 objects over TLS, HTTP/2",
  async measure(context) {
    const measurements: Measurement[] = [];
    for (const collection of collections) {
      await using server = await startOrch();
      context.progress(`${collection.name}: filling the store`);
      await createNumberedObjects(
        context,
        server.target,
        createRequest(collection.path, collection.object),
        objectCount,
      );
      measurements.push(...(await measureCollection(context, server, collection)));
      if (collection === collections[0]) measurements.push(await measureSelector(context, server, collection));
    }
    return measurements;
  },
};

async function measureCollection(
  context: FigureContext,
  server: OrchServer,
  { name, path, limit }: Collection,
): Promise<Measurement[]> {
  const template = { method: "GET", path, headers: {} };
  const { body } = await sendRequest(server.target, template);
  const serving = { ...servingKeyPair(server.dataDir), ca: server.target.ca };
  const item = Buffer.alloc(Math.floor(body.length / objectCount), 0x61);
  await using bare = await BareServer.start(serving, { item, itemCount: objectCount });
  const before = memoryOf(server.pid).residentBytes;
  const shared = { protocol: "h2", clients, status: 200 } as const;
  const compared = await compareRates(
    context,
    { ...shared, target: server.target, template },
    { ...shared, target: bare.target, template: { ...template, path: "/list" } },
    name,
  );
  const megabytesPerSecond = (report: { bodyBytes: number; seconds: number }): number =>
    report.bodyBytes / report.seconds / 1e6;
  return [
    {
      name,
      unit: "MB/s",
      better: "more",
      values: compared.ours.map(megabytesPerSecond),
      raw: {
        name: "the same bytes, gathered by a bare server",
        values: compared.raw.map(megabytesPerSecond),
        ...(limit && { study: limit }),
      },
      goal: { of: "ratio", bound: 0.7 },
      loadCpu: loadCpuOf(compared),
    },
    {
      name: `${name}: peak memory above idle`,
      unit: "MB",
      better: "less",
      values: [(memoryOf(server.pid).peakBytes - before) / 1e6],
      goal: { of: "value", bound: 64 },
    },
  ];
}

/** Measures with one client, so that the latency contains no time in a queue. */
async function measureSelector(context: FigureContext, server: OrchServer, { path }: Collection): Promise<Measurement> {
  const marked = configMap("z-##", 2048, { wanted: "yes" });
  await createNumberedObjects(context, server.target, createRequest(path, marked), 10);
  const shared = { target: server.target, protocol: "h2", clients: 1, status: 200 } as const;
  const name = "list with a selector that matches 10 of 10,000";
  const template = { method: "GET", path: `${path}?labelSelector=wanted%3Dyes`, headers: {} };
  const bare = { method: "GET", path: `${path}/z-00`, headers: {} };
  const compared = await compareRates(context, { ...shared, template }, { ...shared, template: bare }, name);
  const bareMs = median(compared.raw.map(({ latencyMs }) => latencyMs.p50));
  return {
    name: `${name}: on top of a get`,
    unit: "ms",
    better: "less",
    values: compared.ours.map(({ latencyMs }) => latencyMs.p50 - bareMs),
    goal: { of: "value", bound: 5 },
  };
}
