/** Memory per idle watch, compared with an open response of a bare server. */
import { BareServer } from "../bare-server.ts";
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import type { LoadTarget } from "../load/job.ts";
import { configMap, createNumberedObjects, createRequest } from "../objects.ts";
import { servingKeyPair, startOrch } from "../orch-server.ts";
import { memoryOf } from "../process.ts";
import { study } from "../study.ts";
import { settledMemory } from "./settled-memory.ts";

const collection = "/api/v1/namespaces/default/configmaps";
const allWatches = `${collection}?watch=1`;
const selectedWatches = `${allWatches}&labelSelector=app%3Dweb`;
const selectorName = "memory per idle watch with a selector, HTTP/2";
const ratioGoal = { of: "ratio", bound: 1.6 } as const;
const valueGoal = { of: "value", bound: 10 } as const;

const variants = [
  {
    name: "memory per idle watch, HTTP/2",
    protocol: "h2",
    connections: 20,
    streams: 100,
    limit: study.watchMemoryH2,
    path: allWatches,
    objectCount: 0,
    goal: ratioGoal,
  },
  {
    name: selectorName,
    protocol: "h2",
    connections: 20,
    streams: 50,
    limit: study.watchMemoryH2,
    path: selectedWatches,
    objectCount: 0,
    goal: valueGoal,
  },
  {
    // Memory of the initial events counts if the server does not release it.
    name: `${selectorName}, after 100 initial events`,
    protocol: "h2",
    connections: 20,
    streams: 50,
    limit: study.watchMemoryH2,
    path: selectedWatches,
    objectCount: 100,
    goal: valueGoal,
  },
  {
    name: "memory per idle watch, HTTP/1.1",
    protocol: "h1",
    connections: 1000,
    streams: 1,
    limit: study.watchMemoryH1,
    path: allWatches,
    objectCount: 0,
    goal: ratioGoal,
  },
] as const;

type Variant = (typeof variants)[number];

/** Measures the memory per watch over HTTP/2 and HTTP/1.1. */
export const memory: Figure = {
  name: "memory",
  title: "memory per idle watch",
  async measure(context) {
    const measurements: Measurement[] = [];
    for (const variant of variants) measurements.push(await measureVariant(context, variant));
    return measurements;
  },
};

async function measureVariant(context: FigureContext, variant: Variant): Promise<Measurement> {
  const values: number[] = [];
  const raw: number[] = [];
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`${variant.name}: run ${run} of ${context.runs}`);
    await using server = await startOrch();
    const createOne = createRequest(collection, configMap("m-###", 1024, { app: "web" }));
    if (variant.objectCount > 0) await createNumberedObjects(context, server.target, createOne, variant.objectCount);
    values.push(await kilobytesPerWatch(context, variant, server, variant.path));
    const serving = { ...servingKeyPair(server.dataDir), ca: server.target.ca };
    // Garbage that has not been collected counts on both sides.
    await using bare = await BareServer.start(serving, {});
    raw.push(await kilobytesPerWatch(context, variant, bare, "/watch"));
  }
  const { name, limit, goal } = variant;
  return {
    name,
    unit: "KB",
    better: "less",
    values,
    raw: { name: "an open answer of a bare server", values: raw, study: limit },
    goal,
  };
}

async function kilobytesPerWatch(
  context: FigureContext,
  { protocol, connections, streams }: Variant,
  server: { readonly pid: number; readonly target: LoadTarget },
  path: string,
): Promise<number> {
  const open = async (connections: number): Promise<AsyncDisposable> => {
    const template = { method: "GET", path, headers: {} };
    return await context.generator.listen({ target: server.target, protocol, connections, streams, template });
  };
  // The first watches load and compile code. That memory is not part of a further watch.
  await (await open(Math.ceil(connections / 10)))[Symbol.asyncDispose]();
  const settledBytes = async (): Promise<number> => (await settledMemory(() => memoryOf(server.pid))).anonymousBytes;
  const before = await settledBytes();
  await using _listening = await open(connections);
  return ((await settledBytes()) - before) / 1000 / (connections * streams);
}
