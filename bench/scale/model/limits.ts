/** The limits of the parts of a server: how many nodes a cluster with a given number of Pods can have until one is reached. */
import { median } from "../../figure.ts";
import { mainSeconds, type ScaleCosts } from "../costs.ts";
import { machineAssumptions } from "./assumptions.ts";
import { type ClusterLoad, loadOf } from "./load.ts";
import { presentServer, processWork, type ServerVariant, useOf } from "./process-work.ts";
import { needsOf, smallestLayout } from "./sizing.ts";

/** A part that can be the first to reach its limit. */
export interface ServerPart {
  readonly name: string;
  readonly store: "LMDB" | "etcd";
  /** Returns the utilization of the part, or infinity if no layout is enough for the others. */
  readonly utilization: (costs: ScaleCosts, load: ClusterLoad, variant: ServerVariant) => number;
}

/** Members of an etcd cluster. All of them can send changes to the processes of the servers. */
const etcdMembers = 3;
/** Processes beyond which a process has hardly any clients. */
const manyProcesses = 1_000_000;

/** Returns the utilization of a process by reading the changes of all others. */
function followUtilization(store: "lmdb" | "etcd"): ServerPart["utilization"] {
  return (costs, load, variant) =>
    useOf(processWork(costs, load, { store, processes: manyProcesses }, "worker", variant)).follow.main;
}

/** The parts, in the order of the table. */
export const serverParts: readonly ServerPart[] = [
  {
    name: "main process: commits the writes of all workers",
    store: "LMDB",
    utilization: ({ workers }, load) => load.writesPerSecond * mainSeconds(workers.mainPerRemoteWrite),
  },
  {
    name: "each worker: reads the changes of all processes",
    store: "LMDB",
    utilization: followUtilization("lmdb"),
  },
  {
    name: "network of the machine",
    store: "LMDB",
    utilization: (costs, load, variant) =>
      needsOf(costs, load, { store: "lmdb", processes: 1 }, variant).networkUtilization,
  },
  {
    name: "each process: reads the changes of all servers",
    store: "etcd",
    utilization: followUtilization("etcd"),
  },
  {
    name: "log of etcd: all writes, one group at a time",
    store: "etcd",
    utilization: ({ etcd }, load) =>
      (load.writesPerSecond * (median(etcd.etcdPerWriteMicros) / 1e6)) / (machineAssumptions.etcdCores.value / 2),
  },
  {
    name: `cores of ${etcdMembers} members of etcd: writes, and changes for every process`,
    store: "etcd",
    utilization: (costs, load, variant) => {
      const found = smallestLayout(costs, load, "etcd", variant);
      if (!found.isEnough) return Number.POSITIVE_INFINITY;
      const limit = machineAssumptions.utilizationMax.value;
      const cores = needsOf(costs, load, found.layout, variant).etcdCores * limit;
      return cores / (etcdMembers * machineAssumptions.etcdCores.value);
    },
  },
];

/** Greatest number of nodes that is tried. */
export const nodesMax = 1_000_000;
const nodesMin = 100;

/**
 * Returns the greatest number of nodes at which a part stays within the limit of utilization. 0 if it is exceeded with 100
 * nodes, because the Pods alone are too many.
 */
export function greatestNodeCount(
  part: ServerPart,
  costs: ScaleCosts,
  pods: number,
  variant: ServerVariant = presentServer,
): number {
  const isWithin = (nodes: number): boolean =>
    part.utilization(costs, loadOf({ name: "", nodes, pods }, variant), variant) <=
    machineAssumptions.utilizationMax.value;
  if (!isWithin(nodesMin)) return 0;
  if (isWithin(nodesMax)) return nodesMax;
  let [low, high] = [nodesMin, nodesMax];
  while (high - low > low / 200) {
    const middle = Math.floor((low + high) / 2);
    if (isWithin(middle)) low = middle;
    else high = middle;
  }
  return low;
}
