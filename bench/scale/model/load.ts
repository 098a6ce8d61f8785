/** The load of a cluster: how many requests, changes and watches the components of its nodes cause per second. */
import type { ObjectName, RequestName } from "../costs.ts";
import { assumptions } from "./assumptions.ts";

/** A cluster whose needs are computed. */
export interface ClusterSize {
  readonly name: string;
  readonly nodes: number;
  readonly pods: number;
}

/** The clusters of the page. */
export const clusterSizes: readonly ClusterSize[] = [
  { name: "5,000 nodes, 150,000 Pods", nodes: 5000, pods: 150_000 },
  { name: "5,000 nodes, 1 M Pods", nodes: 5000, pods: 1_000_000 },
  { name: "50,000 nodes, 1 M Pods", nodes: 50_000, pods: 1_000_000 },
  { name: "150,000 nodes, 1 M Pods", nodes: 150_000, pods: 1_000_000 },
];

/** Changes of one kind, and the watches that receive each of them. */
export interface ChangeLoad {
  readonly kind: ObjectName;
  readonly changesPerSecond: number;
  /** Watches of the cluster that receive each change. */
  readonly receivers: number;
  /** Bytes of the event, in protobuf, as a multiple of the recorded object of this kind. */
  readonly sizeFactor: number;
}

/** The load of a cluster in its steady state. All rates are per second and for the whole cluster. */
export interface ClusterLoad {
  readonly size: ClusterSize;
  readonly requests: Readonly<Record<RequestName, number>>;
  readonly changes: readonly ChangeLoad[];
  readonly writesPerSecond: number;
  readonly readsPerSecond: number;
  readonly watches: number;
  readonly watchStartsPerSecond: number;
  readonly bookmarksPerSecond: number;
  readonly connections: number;
  readonly watchesPerNode: number;
  readonly connectionsPerNode: number;
  readonly objects: Readonly<Record<ObjectName, number>>;
}

/** Requests that change nothing. */
export const readNames: ReadonlySet<RequestName> = new Set(["podGet", "configMapGet", "nodeGet"]);

/** Variants of a cluster that move a limit. */
export interface LoadVariant {
  /** Whether a list finds the Pods of a node by an index instead of comparing all Pods. */
  readonly hasListIndex: boolean;
  /** Nodes whose watches of Services and EndpointSlices one relay serves. 1: each node watches itself. */
  readonly nodesPerRelay: number;
  /** Whether kubelets poll ConfigMaps and Secrets through a cache instead of watching each one. */
  readonly pollsSettings: boolean;
  /** Factor of the time between two renewals of a Lease. */
  readonly leaseFactor: number;
  /** Whether servers keep the events since the last bookmark in memory, instead of 16 MiB for each resource. */
  readonly hasLongRing: boolean;
}

/** The cluster as its components behave by default. */
export const defaultVariant: LoadVariant = {
  hasListIndex: false,
  nodesPerRelay: 1,
  pollsSettings: false,
  leaseFactor: 1,
  hasLongRing: false,
};

/** Returns how many different boxes are hit on average when `balls` balls are thrown into `boxes` boxes. */
export function distinctBoxes(boxes: number, balls: number): number {
  return boxes * (1 - (1 - 1 / boxes) ** balls);
}

/** Returns the load of a cluster. */
export function loadOf(size: ClusterSize, variant: LoadVariant = defaultVariant): ClusterLoad {
  const value = (name: keyof typeof assumptions): number => assumptions[name].value;
  const { nodes, pods } = size;
  const podsPerNode = pods / nodes;
  const namespaces = Math.ceil(pods / value("podsPerNamespace"));
  const settingWatches = variant.pollsSettings
    ? 0
    : podsPerNode * value("watchesPerPod") + distinctBoxes(namespaces, podsPerNode) * value("watchesPerNamespace");
  const relays = nodes / variant.nodesPerRelay;
  // A relay takes over the watches of all Services and EndpointSlices: one of the kubelet, two of kube-proxy.
  const sharedWatches = 3;
  const ownWatches =
    value("kubeletWatches") + value("proxyWatches") + value("agentWatches") - sharedWatches + settingWatches;
  const watchesPerNode = ownWatches + sharedWatches / variant.nodesPerRelay;
  const watches = watchesPerNode * nodes;
  const connectionsPerNode =
    value("connectionsPerNode") +
    Math.floor((value("kubeletWatches") + settingWatches) / value("streamsPerConnection"));

  const churn = pods * value("churnPerPod");
  const [creations, deletions] = [churn / 2, churn / 2];
  const statusPatches = creations * value("statusPatchesPerCreation") + deletions * value("statusPatchesPerDeletion");
  const events = creations * value("eventsPerCreation") + deletions * value("eventsPerDeletion");
  const sliceUpdates = churn * value("podsInServices") * value("sliceUpdatesPerChange");
  const controllerWrites = churn * value("controllerWritesPerChange");
  const leaseUpdates = nodes / (value("leaseRenewalSeconds") * variant.leaseFactor) + value("controlPlaneRequests") / 2;
  const nodePatches = nodes / value("nodeStatusSeconds");

  const requests: Record<RequestName, number> = {
    leaseUpdate: leaseUpdates,
    nodeStatusPatch: nodePatches,
    podCreate: creations,
    podBind: creations,
    podStatusPatch: statusPatches,
    podDeleteGraceful: deletions,
    podDeleteFinal: deletions,
    eventCreate: events,
    sliceUpdate: sliceUpdates + controllerWrites,
    podGet: statusPatches + value("controlPlaneRequests") / 2,
    configMapGet: variant.pollsSettings ? (pods * value("watchesPerPod")) / 60 : creations * value("watchesPerPod"),
    nodeGet: 0,
  };
  const writes = Object.entries(requests)
    .filter(([name]) => !readNames.has(name as RequestName))
    .reduce((sum, [, rate]) => sum + rate, 0);
  const podChanges = creations * 2 + statusPatches + deletions * 2;
  const central = value("controlPlaneWatchers");
  const changes: ChangeLoad[] = [
    { kind: "lease", changesPerSecond: leaseUpdates, receivers: 1, sizeFactor: 1 },
    // The kubelet and kube-proxy watch their own Node with the same selector.
    { kind: "node", changesPerSecond: nodePatches, receivers: 2 + central, sizeFactor: 1 },
    // The kubelet and the network agent watch the Pods of their node with the same selector.
    { kind: "pod", changesPerSecond: podChanges, receivers: 2 + central, sizeFactor: 1 },
    {
      kind: "slice",
      changesPerSecond: sliceUpdates,
      receivers: relays + central,
      sizeFactor: value("endpointsOfChangedSlice") / recordedEndpoints,
    },
    { kind: "event", changesPerSecond: events, receivers: 0, sizeFactor: 1 },
    { kind: "service", changesPerSecond: controllerWrites, receivers: central, sizeFactor: 4 },
    // A user changes a ConfigMap or a Secret from time to time.
    {
      kind: "configMap",
      changesPerSecond: churn / 100,
      receivers: central,
      sizeFactor: 1,
    },
  ];
  const reads = requests.podGet + requests.configMapGet + requests.nodeGet;
  return {
    size,
    requests,
    changes,
    writesPerSecond: writes,
    readsPerSecond: reads,
    watches,
    watchesPerNode,
    watchStartsPerSecond: watches / value("watchSeconds"),
    bookmarksPerSecond: watches / value("bookmarkSeconds"),
    connections: connectionsPerNode * nodes,
    connectionsPerNode,
    objects: {
      lease: nodes,
      node: nodes,
      // Deployments and ReplicaSets count as Pods, because each contains the template of a Pod.
      pod: pods * (1 + 2 * value("deploymentsPerPod")),
      slice: pods * value("servicesPerPod") * 1.1,
      service: pods * value("servicesPerPod"),
      event: events * value("eventTtlSeconds"),
      configMap: pods * value("deploymentsPerPod") * 2,
    },
  };
}

/** Endpoints of the EndpointSlice whose costs are recorded. */
export const recordedEndpoints = 15;
