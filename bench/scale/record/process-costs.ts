/** Records the costs of servers with several processes, and of several servers on etcd, per renewal of a Lease. */
import { spawnSync } from "node:child_process";
import { EtcdCluster } from "../../../src/storage/testing/etcd-process.ts";
import { type OrchServer, startOrch } from "../../orch-server.ts";
import { withChildren } from "../../process.ts";
import { startProcesses } from "../../server-processes.ts";
import type { EtcdCosts, WorkerCosts } from "../costs.ts";
import { HollowClient } from "../hollow-client.ts";
import { leasesPath } from "../hollow-objects.ts";
import { connectAll, costOf, diskBytes, repeat, repeatRuns, round, type ThreadTimes, threadTimes } from "./measure.ts";
import { fillCluster, LeaseRenewals } from "./request-costs.ts";

const renewalCount = 1500;
const connectionCount = 16;

function subtract(after: ThreadTimes, before: ThreadTimes, divisor: number): ThreadTimes {
  return {
    mainMicros: (after.mainMicros - before.mainMicros) / divisor,
    otherMicros: (after.otherMicros - before.otherMicros) / divisor,
  };
}

function sumOf({ mainMicros, otherMicros }: ThreadTimes): number {
  return mainMicros + otherMicros;
}

/** Returns the mean of the processor times of several processes. */
function meanOf(times: readonly ThreadTimes[]): ThreadTimes {
  const mean = (valueOf: (one: ThreadTimes) => number): number =>
    times.reduce((sum, one) => sum + valueOf(one), 0) / times.length;
  return { mainMicros: mean((one) => one.mainMicros), otherMicros: mean((one) => one.otherMicros) };
}

interface ProcessTimes {
  /** Each value is for one renewal of the whole server. */
  readonly main: ThreadTimes;
  readonly worker: ThreadTimes;
}

/** Measures the processor time of each process while all of them receive equally many renewals. */
async function measureProcesses(workers: number): Promise<readonly ProcessTimes[]> {
  await using server = await startProcesses(workers);
  await fillCluster(server);
  const clients = await connectAll(server.target, connectionCount);
  const [mainPid = 0, ...workerPids] = withChildren(server.pid);
  const leases = new LeaseRenewals();
  const renew = async (run: number): Promise<void> =>
    await repeat(clients, { first: run * renewalCount, count: renewalCount }, (client, number) =>
      leases.renew(client, number),
    );
  await renew(0);
  const times = await repeatRuns(async (run) => {
    const before = [mainPid, ...workerPids].map(threadTimes);
    await renew(run + 1);
    const after = [mainPid, ...workerPids].map(threadTimes);
    const [main = zeroTimes, ...workerTimes] = after.map((one, index) =>
      subtract(one, before[index] ?? zeroTimes, renewalCount),
    );
    return { main, worker: workerTimes.length === 0 ? zeroTimes : meanOf(workerTimes) };
  });
  for (const client of clients) client[Symbol.dispose]();
  return times;
}

const zeroTimes: ThreadTimes = { mainMicros: 0, otherMicros: 0 };

/**
 * Derives the costs from servers with one, two and four processes. With N processes, each receives 1/N of the renewals. So
 * the main process spends own/N + remote * (N - 1)/N for each renewal, and a worker spends write/N + change.
 */
export async function recordWorkers(): Promise<WorkerCosts> {
  const one = await measureProcesses(1);
  const two = await measureProcesses(2);
  const four = await measureProcesses(4);
  const derive = (valueOf: (run: number, part: keyof ThreadTimes) => number): readonly ThreadTimes[] =>
    one.map((_, run) => ({ mainMicros: valueOf(run, "mainMicros"), otherMicros: valueOf(run, "otherMicros") }));
  const perWrite = (run: number, part: keyof ThreadTimes): number =>
    4 * ((two[run]?.worker[part] ?? 0) - (four[run]?.worker[part] ?? 0));
  return {
    mainPerRemoteWrite: costOf(
      derive((run, part) => (4 * (four[run]?.main[part] ?? 0) - (one[run]?.main[part] ?? 0)) / 3),
    ),
    workerPerWrite: costOf(derive(perWrite)),
    workerPerChange: costOf(derive((run, part) => (two[run]?.worker[part] ?? 0) - perWrite(run, part) / 2)),
  };
}

interface EtcdTimes {
  readonly writer: ThreadTimes;
  readonly watcher: ThreadTimes;
  readonly etcdMicros: number;
  readonly seconds: number;
  readonly diskBytes: number;
}

/** Renews Leases through the first server. All servers watch etcd. */
async function measureEtcd(
  cluster: EtcdCluster,
  servers: readonly OrchServer[],
  isFilled: boolean,
): Promise<readonly EtcdTimes[]> {
  const [writer, watcher] = servers;
  if (!writer) throw new Error("there is no server");
  if (!isFilled) await fillCluster(writer);
  const clients = await connectAll(writer.target, connectionCount);
  const etcdPid = cluster.members[0]?.pid ?? 0;
  const leases = new LeaseRenewals();
  const renew = async (run: number): Promise<void> =>
    await repeat(clients, { first: run * renewalCount, count: renewalCount }, (client, number) =>
      leases.renew(client, number),
    );
  await renew(0);
  const pids = [writer.pid, watcher?.pid ?? writer.pid, etcdPid];
  const times = await repeatRuns(async (run) => {
    const before = pids.map(threadTimes);
    const diskBefore = diskBytes(etcdPid);
    const startMs = performance.now();
    await renew(run + 1);
    const seconds = (performance.now() - startMs) / 1000;
    const [own = zeroTimes, other = zeroTimes, etcd = zeroTimes] = pids.map((pid, index) =>
      subtract(threadTimes(pid), before[index] ?? zeroTimes, renewalCount),
    );
    const bytes = (diskBytes(etcdPid) - diskBefore) / renewalCount;
    return { writer: own, watcher: other, etcdMicros: sumOf(etcd), seconds, diskBytes: bytes };
  });
  for (const client of clients) client[Symbol.dispose]();
  return times;
}

/** Servers that only watch. */
const watcherCount = 3;

async function stopAll(servers: readonly OrchServer[]): Promise<void> {
  for (const server of servers) await server[Symbol.asyncDispose]();
}

/** Records the costs of one and of four servers on etcd. The load generator, the servers and etcd share the cores. */
export async function recordEtcd(): Promise<EtcdCosts> {
  await using cluster = await EtcdCluster.start();
  const flags = [`--etcd-servers=${cluster.urls.join(",")}`];
  await using first = await startOrch({ core: "any", flags });
  const alone = await measureEtcd(cluster, [first], false);
  const watchers: OrchServer[] = [];
  await using _stopping = { [Symbol.asyncDispose]: () => stopAll(watchers) };
  for (let index = 0; index < watcherCount; index++) {
    const watcher = await startOrch({ core: "any", flags });
    watchers.push(watcher);
    // A server follows the Leases from the first request for one. This server receives no other requests.
    using client = await HollowClient.connect(watcher.target);
    await client.request({ method: "GET", path: `${leasesPath}?limit=1` });
  }
  const shared = await measureEtcd(cluster, [first, ...watchers], true);
  const changeOf = (run: number): ThreadTimes => shared[run]?.watcher ?? zeroTimes;
  const etcdPerChange = shared.map(({ etcdMicros }, run) =>
    round((etcdMicros - (alone[run]?.etcdMicros ?? 0)) / watcherCount),
  );
  return {
    version:
      /etcd Version: (\S+)/.exec(spawnSync("etcd", ["--version"], { encoding: "utf8" }).stdout)?.[1] ?? "unknown",
    serverPerWrite: costOf(
      alone.map(({ writer }, run) => ({
        mainMicros: writer.mainMicros - changeOf(run).mainMicros,
        otherMicros: writer.otherMicros - changeOf(run).otherMicros,
      })),
    ),
    serverPerChange: costOf(shared.map(({ watcher }) => watcher)),
    etcdPerWriteMicros: alone.map(({ etcdMicros }) => round(etcdMicros)),
    etcdPerChangeMicros: etcdPerChange,
    writesPerSecond: alone.map(({ seconds }) => round(renewalCount / seconds)),
    diskBytes: alone.map(({ diskBytes }) => round(diskBytes)),
  };
}
