/** Runs the simulations of all clusters of the page. */
import { median } from "../../figure.ts";
import { mainSeconds, type ScaleCosts } from "../costs.ts";
import { machineAssumptions } from "../model/assumptions.ts";
import { type ClusterLoad, type ClusterSize, clusterSizes, loadOf } from "../model/load.ts";
import { reconnectOf, restartOf } from "../model/node-start.ts";
import {
  type MemoryNeed,
  memoryOfProcess,
  type ProcessUse,
  presentServer,
  processWork,
  type ServerVariant,
  type StoreKind,
  useOf,
} from "../model/process-work.ts";
import { busiestProcess, type FoundLayout, type LayoutNeeds, needsOf, smallestLayout } from "../model/sizing.ts";
import { type ReconnectResult, simulateReconnect } from "../simulation/reconnect.ts";
import { type SteadyResult, simulateSteady } from "../simulation/steady.ts";

/** Seed of all simulations of the page. */
export const pageSeed = 2026;
/** Simulated seconds of the steady state. */
const steadySeconds = 10;

/** A layout with its needs, its use and its simulated latencies. */
export interface LayoutResult {
  readonly found: FoundLayout;
  readonly needs: LayoutNeeds;
  readonly use: ProcessUse;
  readonly memory: MemoryNeed;
  /** Undefined if no layout is enough, because the waiting work would grow without end. */
  readonly steady: SteadyResult | undefined;
}

/** Nodes that connect again. */
export interface ReconnectCase {
  readonly nodesPerProcess: number;
  readonly result: ReconnectResult;
  /** Time in which the server starts and reads its objects, if it was the only one. */
  readonly startSeconds: number;
  /** Time in which the network of the servers can send everything that the nodes list. */
  readonly networkSeconds: number;
  readonly receivedBytesPerNode: number;
}

/** All results of a cluster. */
export interface ClusterResult {
  readonly load: ClusterLoad;
  readonly lmdb: LayoutResult;
  readonly etcd: LayoutResult;
  /** Servers on etcd with the changes of `moved`. */
  readonly moved: LayoutResult;
  readonly lmdbReconnects: Reconnects | undefined;
  readonly etcdReconnects: Reconnects | undefined;
  readonly movedReconnects: Reconnects | undefined;
}

/** Nodes that connect again after the loss of a server, and after a restart of all nodes. */
export interface Reconnects {
  readonly lostServer: ReconnectCase;
  readonly restart: ReconnectCase;
}

/** Returns the results of a layout. */
export function resultOf(
  costs: ScaleCosts,
  load: ClusterLoad,
  store: StoreKind,
  variant: ServerVariant = presentServer,
): LayoutResult {
  const found = smallestLayout(costs, load, store, variant);
  const { layout, role } = found;
  const simulated = { costs, load, layout, role, variant, seed: pageSeed, seconds: steadySeconds };
  return {
    found,
    needs: needsOf(costs, load, layout, variant),
    use: useOf(processWork(costs, load, layout, role, variant)),
    memory: memoryOfProcess(costs, load, layout, role, variant),
    steady: found.isEnough ? simulateSteady(simulated) : undefined,
  };
}

/** Runs all simulations of a cluster. */
export function simulateCluster(costs: ScaleCosts, size: ClusterSize): ClusterResult {
  const load = loadOf(size);
  const lmdb = resultOf(costs, load, "lmdb");
  const etcd = resultOf(costs, load, "etcd");
  const movedLoad = loadOf(size, movedServer);
  const moved = resultOf(costs, movedLoad, "etcd", movedServer);
  return {
    load,
    lmdb,
    etcd,
    moved,
    lmdbReconnects: reconnects(costs, load, lmdb, presentServer),
    etcdReconnects: reconnects(costs, load, etcd, presentServer),
    movedReconnects: reconnects(costs, movedLoad, moved, movedServer),
  };
}

/** Time in which nodes notice that their server is lost, or in which they boot. */
const spreadSeconds = { lost: 1, restart: 30 } as const;

/** Returns undefined if no layout is enough in the steady state. */
function reconnects(
  costs: ScaleCosts,
  load: ClusterLoad,
  { found, needs }: LayoutResult,
  variant: ServerVariant,
): Reconnects | undefined {
  if (!found.isEnough) return undefined;
  const { layout } = found;
  const { nodes } = load.size;
  const leaseSeconds = mainSeconds(costs.requests.leaseUpdate);
  // A machine with LMDB starts again. On etcd there is one server more than the load needs, and the others take over.
  const hasRestarted = layout.store === "lmdb";
  const lostShare = hasRestarted ? 1 : 1 / (needs.servers + 1);
  const lostNodes = Math.ceil((nodes * lostShare) / layout.processes);
  const { utilization } = busiestProcess(costs, load, layout, variant);
  const lost = reconnectOf(costs, load, layout, { shareOfBookmarkTime: 0.5, hasRestarted, variant });
  const startSeconds = hasRestarted ? (load.objects.pod * median(costs.objects.podStartMicros)) / 1e6 : 0;
  const restart = restartOf(costs, load, variant);
  const perServer = machineAssumptions.networkBytesPerSecond.value;
  const restartedNodes = Math.ceil(nodes / layout.processes);
  const role = layout.store === "etcd" || layout.processes > 1 ? "worker" : "main";
  const followUse = useOf(processWork(costs, load, layout, role, variant)).follow.main;
  return {
    lostServer: {
      nodesPerProcess: lostNodes,
      result: simulateReconnect({
        nodes: lostNodes,
        nodeStart: lost,
        spreadSeconds: spreadSeconds.lost,
        utilization,
        leaseSeconds,
        seed: pageSeed,
      }),
      startSeconds,
      networkSeconds: (lost.receivedBytes * nodes * lostShare) / (needs.servers * perServer),
      receivedBytesPerNode: lost.receivedBytes,
    },
    restart: {
      nodesPerProcess: restartedNodes,
      result: simulateReconnect({
        nodes: restartedNodes,
        nodeStart: restart,
        spreadSeconds: spreadSeconds.restart,
        utilization: followUse,
        leaseSeconds,
        seed: pageSeed,
      }),
      startSeconds: 0,
      networkSeconds: (restart.receivedBytes * nodes) / (needs.servers * perServer),
      receivedBytesPerNode: restart.receivedBytes,
    },
  };
}

/** A change that would move a limit. */
export interface NamedVariant {
  readonly name: string;
  readonly variant: ServerVariant;
}

const nodesPerRelay = 100;
/** Utilization that the check has measured, divided by the simulated one. */
const checkFactor = 2.7;

/** The changes that move the first limits together. */
export const movedServer: ServerVariant = {
  ...presentServer,
  hasListIndex: true,
  followsOnlyWatchedKinds: true,
  nodesPerRelay,
  hasLongRing: true,
};

/** The changes that the page compares. */
export const variants: readonly NamedVariant[] = [
  { name: "as it is", variant: presentServer },
  {
    name: `${checkFactor} times the processor time for everything`,
    variant: { ...presentServer, speedFactor: checkFactor },
  },
  { name: "half the processor time for everything", variant: { ...presentServer, speedFactor: 0.5 } },
  {
    name: "processes read Leases and Events only where a client watches them",
    variant: { ...presentServer, followsOnlyWatchedKinds: true },
  },
  { name: "kubelets renew Leases every 40 s instead of 10 s", variant: { ...presentServer, leaseFactor: 4 } },
  {
    name: `one relay for each ${nodesPerRelay} nodes watches Services and EndpointSlices`,
    variant: { ...presentServer, nodesPerRelay },
  },
  {
    name: "kubelets read each ConfigMap and Secret once a minute instead of watching it",
    variant: { ...presentServer, pollsSettings: true },
  },
  { name: "index of lists, only watched kinds, and relays together", variant: movedServer },
  {
    name: `the same, with ${checkFactor} times the processor time`,
    variant: { ...movedServer, speedFactor: checkFactor },
  },
  {
    name: "the same, with half the processor time and Leases every 40 s",
    variant: { ...movedServer, speedFactor: 0.5, leaseFactor: 4 },
  },
];

/** Needs of each cluster with each variant, in the order of `clusterSizes`. */
export function variantNeeds(
  costs: ScaleCosts,
): readonly { readonly name: string; readonly needs: readonly (LayoutNeeds & { readonly found: FoundLayout })[] }[] {
  return variants.map(({ name, variant }) => ({
    name,
    needs: clusterSizes.map((size) => {
      const load = loadOf(size, variant);
      const found = smallestLayout(costs, load, "etcd", variant);
      return { ...needsOf(costs, load, found.layout, variant), found };
    }),
  }));
}
