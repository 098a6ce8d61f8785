/** Records the memory, the disk space and the start time that objects cost a server with an LMDB store. */
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { settledMemory } from "../../figures/settled-memory.ts";
import { createDataDir, startOrch, storeDirOf } from "../../orch-server.ts";
import { memoryOf } from "../../process.ts";
import type { ObjectCosts } from "../costs.ts";
import { HollowClient } from "../hollow-client.ts";
import { leaseObject, leasesPath, microTime, podObject, podsPath, writeRequest } from "../hollow-objects.ts";
import { connectAll, repeat, repeatRuns, round } from "./measure.ts";
import { createNamespace } from "./request-costs.ts";

const leaseCount = 20_000;
const podCount = 8000;

interface StoredServer {
  readonly memoryBytes: number;
  readonly diskBytes: number;
  readonly startMs: number;
}

type CreateObject = (client: HollowClient, index: number) => Promise<unknown>;

/** Fills a new store, starts servers on it, and measures each of them. */
async function measureStored(count: number, listPath: string, create: CreateObject): Promise<readonly StoredServer[]> {
  const dataDir = createDataDir();
  try {
    {
      await using server = await startOrch({ dataDir });
      const clients = await connectAll(server.target, 8);
      const [first] = clients;
      if (!first) throw new Error("there are no connections");
      for (const name of ["load", "kube-node-lease"]) await createNamespace(first, name);
      await repeat(clients, { first: 0, count }, create);
      for (const client of clients) client[Symbol.dispose]();
    }
    return await repeatRuns(async () => {
      await using server = await startOrch({ dataDir });
      const listStartMs = performance.now();
      using client = await HollowClient.connect(server.target);
      await client.request({ method: "GET", path: `${listPath}?limit=1` });
      const startMs = server.readyMs + performance.now() - listStartMs;
      const { anonymousBytes } = await settledMemory(() => memoryOf(server.pid));
      const diskBytes = statSync(join(storeDirOf(dataDir), "data.mdb")).size;
      return { memoryBytes: anonymousBytes, diskBytes, startMs };
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Records the costs of stored objects. */
export async function recordObjects(progress: (text: string) => void): Promise<ObjectCosts> {
  progress("servers without objects");
  const empty = await measureStored(0, leasesPath, () => Promise.resolve());
  progress(`servers with ${leaseCount} Leases`);
  const leases = await measureStored(leaseCount, leasesPath, (client, index) =>
    client.request(writeRequest("POST", leasesPath, leaseObject(index, microTime(0)))),
  );
  progress(`servers with ${podCount} Pods`);
  const pods = await measureStored(podCount, podsPath, (client, index) =>
    client.request(writeRequest("POST", podsPath, podObject(`web-${index}`))),
  );
  const perObject = (
    servers: readonly StoredServer[],
    count: number,
    valueOf: (server: StoredServer) => number,
  ): readonly number[] =>
    servers.map((server, run) => round((valueOf(server) - valueOf(empty[run] ?? server)) / count));
  return {
    leaseMemoryBytes: perObject(leases, leaseCount, ({ memoryBytes }) => memoryBytes),
    podMemoryBytes: perObject(pods, podCount, ({ memoryBytes }) => memoryBytes),
    leaseDiskBytes: perObject(leases, leaseCount, ({ diskBytes }) => diskBytes),
    podDiskBytes: perObject(pods, podCount, ({ diskBytes }) => diskBytes),
    baseMemoryBytes: empty.map(({ memoryBytes }) => memoryBytes),
    podStartMicros: perObject(pods, podCount, ({ startMs }) => startMs * 1000),
  };
}
