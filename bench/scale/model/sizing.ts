/** The smallest number of processes that keeps the utilization of each one below the limit. */
import { median } from "../../figure.ts";
import type { ScaleCosts } from "../costs.ts";
import { machineAssumptions } from "./assumptions.ts";
import type { ClusterLoad } from "./load.ts";
import {
  type Layout,
  memoryOfProcess,
  type ProcessRole,
  presentServer,
  processWork,
  type ServerVariant,
  type StoreKind,
  useOf,
} from "./process-work.ts";

/** Greatest number of processes that is tried. Beyond it, one process is busy although it serves hardly any client. */
const processesMax: Readonly<Record<StoreKind, number>> = { lmdb: 64, etcd: 20_000 };

/** The role of a process with the greatest utilization, and this utilization. */
export interface BusiestProcess {
  readonly role: ProcessRole;
  readonly utilization: number;
}

/** Returns the process with the greatest utilization of its main thread. */
export function busiestProcess(
  costs: ScaleCosts,
  load: ClusterLoad,
  layout: Layout,
  variant: ServerVariant = presentServer,
): BusiestProcess {
  const roles: readonly ProcessRole[] =
    layout.store === "etcd" ? ["worker"] : layout.processes === 1 ? ["main"] : ["main", "worker"];
  const uses = roles.map((role) => ({
    role,
    utilization: useOf(processWork(costs, load, layout, role, variant)).total.main,
  }));
  return uses.reduce((most, one) => (one.utilization > most.utilization ? one : most));
}

/** A layout that is found, or the best one that was tried. */
export interface FoundLayout extends BusiestProcess {
  readonly layout: Layout;
  /** Whether the utilization is within the limit. */
  readonly isEnough: boolean;
}

/** Returns the smallest layout whose processes stay within the limit. If none does, the largest that is tried. */
export function smallestLayout(
  costs: ScaleCosts,
  load: ClusterLoad,
  store: StoreKind,
  variant: ServerVariant = presentServer,
): FoundLayout {
  const find = (processes: number): FoundLayout => {
    const layout = { store, processes };
    const busiest = busiestProcess(costs, load, layout, variant);
    return { ...busiest, layout, isEnough: busiest.utilization <= machineAssumptions.utilizationMax.value };
  };
  let low = 1;
  let high = processesMax[store];
  const largest = find(high);
  if (!largest.isEnough) return largest;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (find(middle).isEnough) high = middle;
    else low = middle + 1;
  }
  return find(low);
}

/** Machines and resources that a layout needs. */
export interface LayoutNeeds {
  readonly servers: number;
  /** Cores of all servers, so that none is used more than the limit. */
  readonly cores: number;
  readonly memoryBytesPerServer: number;
  readonly networkBytesPerSecondPerServer: number;
  readonly networkUtilization: number;
  /** Bytes per second that the store writes to its disk. */
  readonly diskBytesPerSecond: number;
  /** Cores of all members of etcd. 0 with LMDB. */
  readonly etcdCores: number;
  /** Share of `etcdCores` that sends changes to the processes. */
  readonly etcdFanOutShare: number;
}

/** Returns the bytes per second that the clients of a cluster receive. */
export function receivedBytesPerSecond(costs: ScaleCosts, load: ClusterLoad): number {
  const { watches, requests, sizes } = costs;
  let bytes =
    load.bookmarksPerSecond * watches.bookmark.wireBytes + load.watchStartsPerSecond * watches.openAndEnd.receivedBytes;
  for (const [name, rate] of Object.entries(load.requests)) {
    bytes += rate * requests[name as keyof typeof requests].receivedBytes;
  }
  for (const { kind, changesPerSecond, receivers, sizeFactor } of load.changes) {
    bytes += changesPerSecond * receivers * (sizes[kind].protobufBytes * sizeFactor + watches.deliveryOverheadBytes);
  }
  return bytes;
}

/** Returns the events that the servers deliver per second. */
export function deliveriesPerSecond({ changes }: ClusterLoad): number {
  return changes.reduce((sum, { changesPerSecond, receivers }) => sum + changesPerSecond * receivers, 0);
}

/** Returns the machines that a layout needs. */
export function needsOf(
  costs: ScaleCosts,
  load: ClusterLoad,
  layout: Layout,
  variant: ServerVariant = presentServer,
): LayoutNeeds {
  const { store, processes } = layout;
  const limit = machineAssumptions.utilizationMax.value;
  const isLmdb = store === "lmdb";
  const servers = isLmdb ? 1 : Math.ceil(processes / machineAssumptions.processesPerServer.value);
  const threads = (role: ProcessRole): number => {
    const { main, other } = useOf(processWork(costs, load, layout, role, variant)).total;
    return main + other;
  };
  const memory = (role: ProcessRole): number => memoryOfProcess(costs, load, layout, role, variant).total;
  const total = (valueOf: (role: ProcessRole) => number): number =>
    isLmdb ? valueOf("main") + (processes - 1) * valueOf("worker") : processes * valueOf("worker");
  const network = receivedBytesPerSecond(costs, load) / servers;
  const followed = load.changes
    .filter(({ kind }) => !variant.followsOnlyWatchedKinds || (kind !== "lease" && kind !== "event"))
    .reduce((sum, { changesPerSecond }) => sum + changesPerSecond, 0);
  const etcdWrites = load.writesPerSecond * (median(costs.etcd.etcdPerWriteMicros) / 1e6);
  const etcdFanOut = followed * processes * (Math.max(0, median(costs.etcd.etcdPerChangeMicros)) / 1e6);
  const diskBytesPerWrite = isLmdb ? lmdbDiskBytes(costs, load) : median(costs.etcd.diskBytes) * load.writesPerSecond;
  return {
    servers,
    cores: total(threads) / limit,
    memoryBytesPerServer: total(memory) / servers,
    networkBytesPerSecondPerServer: network,
    networkUtilization: network / machineAssumptions.networkBytesPerSecond.value,
    diskBytesPerSecond: diskBytesPerWrite,
    etcdCores: isLmdb ? 0 : (etcdWrites + etcdFanOut) / limit,
    etcdFanOutShare: isLmdb ? 0 : etcdFanOut / (etcdWrites + etcdFanOut),
  };
}

function lmdbDiskBytes(costs: ScaleCosts, load: ClusterLoad): number {
  return Object.entries(load.requests).reduce(
    (sum, [name, rate]) => sum + rate * costs.requests[name as keyof typeof costs.requests].diskBytes,
    0,
  );
}
