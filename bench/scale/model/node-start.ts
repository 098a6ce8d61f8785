/** The work of a process when nodes connect: after the loss of a server, and after a restart of the nodes. */
import { type CpuCost, mainSeconds, type ScaleCosts } from "../costs.ts";
import { assumptions } from "./assumptions.ts";
import { type ClusterLoad, distinctBoxes, type LoadVariant, recordedEndpoints } from "./load.ts";
import type { Layout } from "./process-work.ts";

/** Limits of the events that a server keeps in memory for each resource (`src/cache/resource-cache.ts`). */
export const ringLimits = { bytes: 16 * 1024 * 1024, events: 100_000 } as const;

/** Requests that a node sends one after another. */
export interface NodeStart {
  /** Main thread time of each request, in seconds. */
  readonly requestSeconds: readonly number[];
  /** Main thread time to read the changes that watches have missed from the history of the store, for each such watch. */
  readonly historySeconds: readonly number[];
  /** Bytes that the node receives. */
  readonly receivedBytes: number;
}

/** Returns the seconds of changes that the events in memory cover for each watched kind. */
export function ringSeconds(costs: ScaleCosts, load: ClusterLoad, kind: "pod" | "node" | "slice"): number {
  const change = load.changes.find((one) => one.kind === kind);
  if (!change || change.changesPerSecond === 0) return Number.POSITIVE_INFINITY;
  const bytes = costs.sizes[kind].jsonBytes * change.sizeFactor;
  return Math.min(ringLimits.events, ringLimits.bytes / bytes) / change.changesPerSecond;
}

/** Circumstances in which watches continue. */
export interface Resumption {
  /** Share of the time between two bookmarks that has passed since the last one, from 0 to 1. */
  readonly shareOfBookmarkTime: number;
  /** Whether the server has started again, so that it has no events in memory. */
  readonly hasRestarted: boolean;
  readonly variant: LoadVariant;
}

/**
 * Returns the requests of a node whose server was lost. Each watch continues from its last bookmark. Events since then are
 * compared with its selector. Those that are no longer in memory are read from the history of the store.
 */
export function reconnectOf(
  costs: ScaleCosts,
  load: ClusterLoad,
  layout: Layout,
  { shareOfBookmarkTime, hasRestarted, variant }: Resumption,
): NodeStart {
  const { connections, watches, workers, etcd } = costs;
  const open = mainSeconds(watches.openAndEnd);
  const mismatch = mainSeconds(watches.mismatch);
  const historyRead = mainSeconds(layout.store === "etcd" ? etcd.serverPerChange : workers.workerPerChange);
  const missedSeconds = assumptions.bookmarkSeconds.value * shareOfBookmarkTime;
  const kinds = ["pod", "pod", "node", "node", ...(variant.nodesPerRelay === 1 ? (["slice"] as const) : [])] as const;
  const missed = kinds.map((kind) => {
    const rate = load.changes.find((one) => one.kind === kind)?.changesPerSecond ?? 0;
    const keptSeconds = variant.hasLongRing ? Number.POSITIVE_INFINITY : ringSeconds(costs, load, kind);
    const inMemory = hasRestarted ? 0 : Math.min(missedSeconds, keptSeconds);
    return {
      ringSeconds: open + rate * inMemory * mismatch,
      historySeconds: rate * (missedSeconds - inMemory) * historyRead,
    };
  });
  const others = Math.max(0, Math.round(load.watchesPerNode) - missed.length);
  const handshakes = Math.round(load.connectionsPerNode);
  return {
    requestSeconds: [
      ...Array.from({ length: handshakes }, () => mainSeconds(connections.handshake)),
      ...missed.map(({ ringSeconds }) => ringSeconds),
      ...Array.from({ length: others }, () => open),
    ],
    historySeconds: missed.map(({ historySeconds }) => historySeconds).filter((seconds) => seconds > 0),
    receivedBytes:
      handshakes * connections.handshake.receivedBytes + (missed.length + others) * watches.openAndEnd.receivedBytes,
  };
}

/** Returns the requests of a node that starts: it lists everything that it watches. */
export function restartOf(costs: ScaleCosts, load: ClusterLoad, variant: LoadVariant): NodeStart {
  const { connections, watches, lists, requests, sizes } = costs;
  const { nodes, pods } = load.size;
  const podsPerNode = pods / nodes;
  const open = mainSeconds(watches.openAndEnd);
  const perByte = (cost: CpuCost, bytes: number): number => mainSeconds(cost) / bytes;
  const comparedPods = variant.hasListIndex ? 0 : pods;
  const podList = mainSeconds(lists.excludedPod) * comparedPods + mainSeconds(lists.podProtobuf) * podsPerNode;
  // With relays, each node has its share of the lists of its relay.
  const listShare = 1 / variant.nodesPerRelay;
  const serviceBytes = listShare * load.objects.service * sizes.service.protobufBytes;
  // A list of all slices contains the endpoints of all Pods in Services, and a head for each slice.
  const bytesPerEndpoint = sizes.slice.protobufBytes / recordedEndpoints;
  const sliceBytes =
    listShare * (load.objects.slice * 300 + pods * assumptions.podsInServices.value * bytesPerEndpoint);
  const serviceList = serviceBytes * perByte(lists.podProtobuf, sizes.pod.protobufBytes);
  const sliceList = sliceBytes * perByte(lists.sliceProtobuf, sizes.slice.protobufBytes);
  const namespaces = Math.ceil(pods / assumptions.podsPerNamespace.value);
  const settings = Math.round(podsPerNode * assumptions.watchesPerPod.value + distinctBoxes(namespaces, podsPerNode));
  const handshakes = Math.round(load.connectionsPerNode);
  const repeated = (count: number, ...seconds: readonly number[]): readonly number[] =>
    Array.from({ length: Math.round(count) }, () => seconds).flat();
  return {
    requestSeconds: [
      ...repeated(handshakes, mainSeconds(connections.handshake)),
      mainSeconds(requests.leaseUpdate),
      mainSeconds(requests.nodeGet),
      mainSeconds(requests.nodeStatusPatch),
      ...repeated(2, serviceList),
      sliceList,
      ...repeated(2, podList),
      ...repeated(settings, mainSeconds(requests.configMapGet), open),
      ...repeated(podsPerNode, mainSeconds(requests.podGet), mainSeconds(requests.podStatusPatch)),
      ...repeated(load.watchesPerNode - settings, open),
    ],
    historySeconds: [],
    receivedBytes:
      2 * serviceBytes +
      sliceBytes +
      podsPerNode * (3 * sizes.pod.protobufBytes) +
      settings * requests.configMapGet.receivedBytes +
      handshakes * connections.handshake.receivedBytes +
      sizes.node.protobufBytes * 2,
  };
}
