/**
 * `npm run bench -- scale-costs`: records the costs that the simulation of large clusters uses, in
 * `bench/scale-costs.json`.
 */
import { loadavg } from "node:os";
import { machineOf } from "../../machine.ts";
import { printLine, secondsSinceStart } from "../../measure-figures.ts";
import { startOrch } from "../../orch-server.ts";
import { isPinned } from "../../process.ts";
import { readCosts, type ScaleCosts, writeCosts } from "../costs.ts";
import { recordDisk } from "./disk-costs.ts";
import { recordLists } from "./list-costs.ts";
import { repeatRuns, round } from "./measure.ts";
import { recordObjects } from "./object-costs.ts";
import { recordEtcd, recordWorkers } from "./process-costs.ts";
import { createPods, fillCluster, filledCount, recordPacedRenewals, recordRequests } from "./request-costs.ts";
import { recordConnections, recordMemory, recordWatches } from "./watch-costs.ts";

type Part = Partial<ScaleCosts>;

const progress = (text: string): void => printLine(`[${secondsSinceStart()} s] ${text}`);

/** Parts that can be recorded one at a time, because the whole recording takes several minutes. */
const parts: Readonly<Record<string, () => Promise<Part>>> = {
  disk: async () => ({ disk: await recordDisk() }),
  requests: async () => {
    await using server = await startOrch();
    await fillCluster(server);
    return await recordRequests(server, progress);
  },
  paced: async () => {
    await using server = await startOrch();
    await fillCluster(server);
    return { pacedLeaseUpdate: await recordPacedRenewals(server) };
  },
  watches: async () => {
    const memory = await repeatRuns(async () => {
      await using server = await startOrch();
      return await recordMemory(server);
    });
    await using server = await startOrch();
    await fillCluster(server);
    const connections = await recordConnections(server);
    const watches = await recordWatches(server, progress);
    const podCount = await createPods(server);
    return {
      connections: { ...connections, memoryBytes: memory.map(({ connectionBytes }) => connectionBytes) },
      watches: { ...watches, memoryBytes: memory.map(({ watchBytes }) => watchBytes) },
      lists: await recordLists(server, { podCount, sliceCount: filledCount }),
    };
  },
  objects: async () => ({ objects: await recordObjects(progress) }),
  workers: async () => ({ workers: await recordWorkers() }),
  etcd: async () => ({ etcd: await recordEtcd() }),
};

/** Runs the recording. Without names, it records all parts. The exit code is 2 for an unknown name. */
export async function runScaleCosts(args: readonly string[]): Promise<void> {
  const names = args.length === 0 ? Object.keys(parts) : args.flatMap((text) => text.split(","));
  const unknown = names.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    printLine(`unknown part ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}`);
    process.exitCode = 2;
    return;
  }
  for (const name of names) {
    progress(`recording ${name}`);
    const measured = await parts[name]?.();
    const costs = readCosts();
    const part = { recordedAt: new Date().toISOString(), loadAverage: round(loadavg()[0] ?? Number.NaN) };
    writeCosts({
      ...costs,
      ...measured,
      recorded: { ...costs.recorded, [name]: part },
      command: "npm run bench -- scale-costs",
      machine: machineOf({ pinned: isPinned }),
    });
  }
  progress("written to bench/scale-costs.json");
}
