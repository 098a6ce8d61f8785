/** The behaviour of the components of Kubernetes v1.32 that the model assumes, with the source of each number. */

/** A number that the model assumes, and why. */
export interface Assumption {
  readonly value: number;
  readonly unit: string;
  /** Description of the number. */
  readonly meaning: string;
  /** A default of Kubernetes, a document, or `chosen` with the reason. */
  readonly source: string;
}

function assumption(value: number, unit: string, meaning: string, source: string): Assumption {
  return { value, unit, meaning, source };
}

/** All assumptions of the model. */
export const assumptions = {
  leaseRenewalSeconds: assumption(
    10,
    "s",
    "time between two renewals of a node's Lease",
    "kubelet: a quarter of `nodeLeaseDurationSeconds`, 40 s",
  ),
  nodeStatusSeconds: assumption(
    300,
    "s",
    "time between two status patches of an unchanged Node",
    "kubelet: `nodeStatusReportFrequency`, 5 min",
  ),
  watchSeconds: assumption(
    450,
    "s",
    "mean duration of a watch; then the client starts it again",
    "client-go reflector: 5 min to 10 min at random",
  ),
  bookmarkSeconds: assumption(
    52.5,
    "s",
    "mean time between two bookmarks of a watch",
    "`src/server/verbs/watch-schedule.ts`: 45 s to 60 s; the reference sends them every minute",
  ),
  kubeletWatches: assumption(
    5,
    "watches",
    "watches of a kubelet besides those for its Pods: its Pods, its Node, Services, RuntimeClasses, CSIDrivers",
    "kubelet",
  ),
  proxyWatches: assumption(
    3,
    "watches",
    "watches of kube-proxy: Services, EndpointSlices, its Node",
    "kube-proxy, default mode",
  ),
  agentWatches: assumption(
    1,
    "watches",
    "watches of a network agent on each node: the Pods of its node",
    "chosen; agents differ",
  ),
  watchesPerPod: assumption(
    2,
    "watches",
    "watches of a kubelet for each of its Pods: one ConfigMap and one Secret",
    "kubelet: `configMapAndSecretChangeDetectionStrategy: Watch`; the Pods are those of upstream's throughput test",
  ),
  watchesPerNamespace: assumption(
    1,
    "watches",
    "watches of a kubelet for each namespace of its Pods: ConfigMap `kube-root-ca.crt`",
    "volume of the service account token, which admission adds",
  ),
  connectionsPerNode: assumption(
    3,
    "connections",
    "connections of a node with few watches: kubelet, kube-proxy, network agent",
    "client-go shares a connection per process",
  ),
  streamsPerConnection: assumption(
    100,
    "streams",
    "requests and watches on one connection; client-go opens another one beyond that",
    "`--http2-max-streams-per-connection` of `orch`",
  ),
  podsPerNamespace: assumption(3000, "Pods", "Pods of a namespace", "upstream's threshold"),
  churnPerPod: assumption(
    20 / 150_000,
    "1/s",
    "creations and deletions of Pods per second, for each existing Pod; half of them are creations",
    "upstream's steady state: 20/s at 150,000 Pods; scaled with the Pods",
  ),
  statusPatchesPerCreation: assumption(
    3,
    "patches",
    "status patches of a kubelet while a Pod starts; a GET precedes each one",
    "kubelet: waiting, running, ready",
  ),
  statusPatchesPerDeletion: assumption(
    1,
    "patches",
    "status patches of a kubelet while a Pod ends; a GET precedes each one",
    "kubelet: containers terminated",
  ),
  eventsPerCreation: assumption(
    4,
    "Events",
    "Events of a new Pod: Scheduled, Pulled, Created, Started",
    "scheduler, kubelet",
  ),
  eventsPerDeletion: assumption(1, "Events", "Events of a deleted Pod: Killing", "kubelet"),
  controllerWritesPerChange: assumption(
    3,
    "writes",
    "writes of controllers for each creation or deletion: status of the ReplicaSet twice, of the Deployment once. The cost is that of an update of an EndpointSlice",
    "chosen; the controllers combine changes when they are busy",
  ),
  podsInServices: assumption(
    0.5,
    "",
    "share of the Pods that belong to a Service",
    "clusterloader2 load test: half of the Deployments have a Service",
  ),
  sliceUpdatesPerChange: assumption(
    2,
    "updates",
    "updates of an EndpointSlice for each creation or deletion of a Pod in a Service: address and ready, or terminating and removed",
    "endpointslice controller: `--endpointslice-updates-batch-period` is 0",
  ),
  endpointsOfChangedSlice: assumption(
    31,
    "endpoints",
    "mean number of endpoints of an EndpointSlice that changes",
    "clusterloader2: 1/4 of the Pods in groups of 250, 1/4 of 30, 1/2 of 5; a slice has up to 100",
  ),
  servicesPerPod: assumption(
    0.0547,
    "Services",
    "Services for each Pod",
    "the same groups: 8,200 at 150,000 Pods, where upstream's threshold is 10,000",
  ),
  deploymentsPerPod: assumption(0.1094, "Deployments", "Deployments for each Pod", "the same groups"),
  controlPlaneRequests: assumption(
    10,
    "1/s",
    "renewals of the leader election of components, and GETs before them",
    "kube-controller-manager, kube-scheduler and 3 more: every 2 s",
  ),
  controlPlaneWatchers: assumption(
    2,
    "watches",
    "watches that receive every change of a kind: kube-controller-manager, and the scheduler or another controller",
    "informers",
  ),
  eventTtlSeconds: assumption(3600, "s", "lifetime of an Event", "`--event-ttl`"),
} as const satisfies Record<string, Assumption>;

/** Properties of the machines that no cost describes. */
export const machineAssumptions = {
  coresPerServer: assumption(16, "cores", "cores of a server", "chosen"),
  processesPerServer: assumption(
    12,
    "processes",
    "processes of `orch` on a server; the other cores run their other threads",
    "chosen",
  ),
  etcdCores: assumption(
    16,
    "cores",
    "cores of a member of etcd; its transactions use at most half of them at once",
    "chosen",
  ),
  networkBytesPerSecond: assumption(1.25e9, "bytes/s", "network of a server, 10 Gbit/s", "chosen"),
  roundTripMs: assumption(0.5, "ms", "round trip between two machines", "chosen: one data centre"),
  utilizationMax: assumption(0.6, "", "greatest utilization of each part", "chosen, so that peaks have room"),
} as const satisfies Record<string, Assumption>;
