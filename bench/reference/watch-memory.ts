/**
 * Memory per idle watch with a label selector. The reference keeps free memory of more than 200 watches, so its resident
 * memory does not show them. Instead, its memory in use is measured, right after a collection. That value is lower than
 * the memory that its process needs for a watch.
 */
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import { settledMemory } from "../figures/settled-memory.ts";
import type { LoadTarget } from "../load/job.ts";
import { sendRequest } from "../objects.ts";
import { measurementMaker } from "./requests.ts";
import { type ComparedServer, memoryOfServer, withServers } from "./servers.ts";

const path = "/api/v1/namespaces/default/configmaps?watch=1&labelSelector=app%3Dweb";
const connections = 20;
/** The reference gets fewer watches, because thousands of them exhausted a machine. */
const streams = { orch: 50, reference: 10 } as const;
const name = "memory of an idle watch with a selector, on 20 connections";

/** Bytes that a server uses. */
type ReadMemory = () => Promise<number>;

/** Measures 1,000 watches of orch, and 200 of the reference. Each run has new servers, which have not grown yet. */
export const watchMemory: Figure = {
  name: "watch-memory",
  title: "memory of an idle watch with a selector: 1,000 of orch, 200 of the reference, on 20 connections",
  async measure(context) {
    const reports: { ours: number[]; raw: number[] } = { ours: [], raw: [] };
    for (let run = 1; run <= context.runs; run++) {
      context.progress(`${name}: run ${run} of ${context.runs}`);
      await withServers(context, async ({ orch, reference }) => {
        const readReference = (): Promise<number> => memoryInUse(reference.target);
        reports.raw.push(await bytesPerWatch(context, reference, streams.reference, readReference));
        reports.ours.push(await bytesPerWatch(context, orch, streams.orch, () => residentBytes(orch)));
      });
    }
    const compare = measurementMaker(name, reports);
    const aspect = "resident; in use in the reference";
    return [
      { ...compare(aspect, "KB", "less", (bytes) => bytes / 1000), goal: { of: "value", bound: 10 } },
    ] satisfies Measurement[];
  },
};

async function bytesPerWatch(
  context: FigureContext,
  { target }: ComparedServer,
  streams: number,
  readMemory: ReadMemory,
): Promise<number> {
  const open = async (connections: number): Promise<AsyncDisposable> => {
    const template = { method: "GET", path, headers: {} };
    return await context.generator.listen({ target, protocol: "h2", connections, streams, template });
  };
  // The first watches load and compile code. That memory is not part of a further watch.
  await (await open(connections / 10))[Symbol.asyncDispose]();
  const before = await readMemory();
  await using _listening = await open(connections);
  return ((await readMemory()) - before) / (connections * streams);
}

async function residentBytes(server: ComparedServer): Promise<number> {
  return (await settledMemory(() => memoryOfServer(server))).residentBytes;
}

/** Returns the bytes of objects and stacks of the reference after a collection. */
async function memoryInUse(target: LoadTarget): Promise<number> {
  const collection = await sendRequest(target, { method: "GET", path: "/debug/pprof/heap?gc=1", headers: {} });
  if (collection.status !== 200) throw new Error(`the reference did not collect its garbage: ${collection.status}`);
  const { body } = await sendRequest(target, { method: "GET", path: "/metrics", headers: {} });
  const metrics = body.toString("utf8");
  const value = (metric: string): number => Number(new RegExp(`^${metric} (\\S+)$`, "m").exec(metrics)?.[1]);
  return value("go_memstats_heap_alloc_bytes") + value("go_memstats_stack_inuse_bytes");
}
