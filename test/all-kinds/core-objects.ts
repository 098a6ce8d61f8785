/**
 * Objects of `core`, `apps` and `batch` with many fields set, in the vocabulary `kubernetes`. Clients may send all of
 * these fields.
 */
import { podSpec } from "./pod-spec.ts";

const labels = { app: "web" };
const selector = { matchLabels: labels, matchExpressions: [{ key: "app", operator: "In", values: ["web", "shop"] }] };
const templateOf = (restartPolicy: "Always" | "Never"): object => ({
  metadata: { creationTimestamp: null, labels, annotations: { note: "of the template" } },
  spec: podSpec(restartPolicy),
});
const template = templateOf("Always");
const conditionTime = "2025-05-01T10:00:05Z";
const condition = {
  type: "Ready",
  status: "True",
  lastTransitionTime: conditionTime,
  reason: "Fine",
  message: "Well.",
};

const claimSpec = {
  accessModes: ["ReadWriteOnce"],
  selector,
  resources: { limits: { storage: "2Gi" }, requests: { storage: "1Gi" } },
  volumeName: "disk",
  storageClassName: "fast",
  volumeMode: "Filesystem",
  dataSource: { apiGroup: "snapshot.example.com", kind: "Snapshot", name: "yesterday" },
  dataSourceRef: { apiGroup: "snapshot.example.com", kind: "Snapshot", name: "yesterday" },
};

const jobSpec = {
  parallelism: 2,
  completions: 4,
  activeDeadlineSeconds: 600,
  podFailurePolicy: {
    rules: [
      { action: "FailJob", onExitCodes: { containerName: "web", operator: "In", values: [42] } },
      { action: "Ignore", onPodConditions: [{ type: "DisruptionTarget", status: "True" }] },
    ],
  },
  backoffLimit: 0,
  template: templateOf("Never"),
  ttlSecondsAfterFinished: 100,
  completionMode: "Indexed",
  suspend: true,
  podReplacementPolicy: "Failed",
};

type Content = Readonly<Record<string, unknown>>;

export interface WorkloadObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: unknown;
  readonly status?: unknown;
}

const core: Readonly<Record<string, Content>> = {
  ConfigMap: { data: { theme: "dark", text: "a\nb: ü\n" }, binaryData: { icon: "AAH/" }, immutable: false },
  Endpoints: {
    subsets: [
      {
        addresses: [
          { ip: "192.0.2.10", hostname: "a", nodeName: "worker-1", targetRef: { kind: "Pod", name: "web-0" } },
        ],
        notReadyAddresses: [{ ip: "192.0.2.11" }],
        ports: [{ name: "https", port: 443, protocol: "TCP", appProtocol: "https" }],
      },
    ],
  },
  Event: {
    involvedObject: {
      kind: "Pod",
      namespace: "default",
      name: "web-0",
      uid: "7a7a",
      apiVersion: "v1",
      resourceVersion: "12",
      fieldPath: "spec.containers{web}",
    },
    reason: "BackOff",
    message: "Back-off pulling the image",
    source: { component: "kubelet", host: "worker-1" },
    firstTimestamp: conditionTime,
    lastTimestamp: conditionTime,
    count: 5,
    type: "Warning",
    eventTime: null,
    reportingComponent: "",
    reportingInstance: "",
  },
  LimitRange: {
    spec: {
      limits: [
        {
          type: "Container",
          max: { cpu: "2" },
          min: { cpu: "10m" },
          default: { cpu: "500m" },
          defaultRequest: { cpu: "100m" },
          maxLimitRequestRatio: { cpu: "10" },
        },
      ],
    },
  },
  Namespace: {
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active", conditions: [{ ...condition, type: "NamespaceContentRemaining" }] },
  },
  Node: {
    spec: {
      podCIDR: "10.244.1.0/24",
      podCIDRs: ["10.244.1.0/24"],
      providerID: "example://worker-1",
      unschedulable: true,
      taints: [{ key: "dedicated", value: "shop", effect: "NoSchedule" }],
    },
    status: {
      capacity: { cpu: "4", memory: "8Gi" },
      allocatable: { cpu: "3800m", memory: "7Gi" },
      conditions: [{ ...condition, lastHeartbeatTime: conditionTime }],
      addresses: [{ type: "InternalIP", address: "192.0.2.21" }],
      daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      nodeInfo: {
        machineID: "m",
        systemUUID: "s",
        bootID: "b",
        kernelVersion: "6.1.0",
        osImage: "Debian GNU/Linux 12",
        containerRuntimeVersion: "containerd://1.7.0",
        kubeletVersion: "v1.32.0",
        kubeProxyVersion: "v1.32.0",
        operatingSystem: "linux",
        architecture: "amd64",
      },
      images: [{ names: ["registry.example/web:1"], sizeBytes: 12345678 }],
      volumesInUse: ["disk"],
      volumesAttached: [{ name: "disk", devicePath: "/dev/sdb" }],
    },
  },
  PersistentVolumeClaim: {
    spec: claimSpec,
    status: {
      phase: "Bound",
      accessModes: ["ReadWriteOnce"],
      capacity: { storage: "1Gi" },
      conditions: [{ type: "Resizing", status: "True", lastProbeTime: null, lastTransitionTime: conditionTime }],
      allocatedResources: { storage: "2Gi" },
      allocatedResourceStatuses: { storage: "ControllerResizeInProgress" },
    },
  },
  PersistentVolume: {
    spec: {
      capacity: { storage: "1Gi" },
      csi: { driver: "csi.example.com", volumeHandle: "vol-1", fsType: "ext4", volumeAttributes: { tier: "gold" } },
      accessModes: ["ReadWriteOnce"],
      claimRef: { kind: "PersistentVolumeClaim", namespace: "default", name: "data" },
      persistentVolumeReclaimPolicy: "Delete",
      storageClassName: "fast",
      mountOptions: ["noatime"],
      volumeMode: "Filesystem",
      nodeAffinity: {
        required: { nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "In", values: ["a"] }] }] },
      },
    },
    status: { phase: "Released", message: "Its claim is gone.", reason: "ClaimLost" },
  },
  Pod: {
    spec: podSpec("Always"),
    status: {
      phase: "Running",
      conditions: [{ ...condition, lastProbeTime: null }],
      message: "It runs.",
      reason: "Started",
      nominatedNodeName: "worker-2",
      hostIP: "192.0.2.21",
      hostIPs: [{ ip: "192.0.2.21" }],
      podIP: "10.244.1.7",
      podIPs: [{ ip: "10.244.1.7" }],
      startTime: conditionTime,
      containerStatuses: [
        {
          name: "web",
          state: { running: { startedAt: conditionTime } },
          lastState: {
            terminated: { exitCode: 1, reason: "Error", startedAt: conditionTime, finishedAt: conditionTime },
          },
          ready: true,
          restartCount: 1,
          image: "registry.example/shop/web:1.4",
          imageID: "sha256:1",
          containerID: "containerd://1",
          started: true,
        },
      ],
      qosClass: "Burstable",
    },
  },
  PodTemplate: { template },
  ReplicationController: {
    spec: { replicas: 2, minReadySeconds: 3, selector: labels, template },
    status: { replicas: 2, fullyLabeledReplicas: 2, readyReplicas: 1, availableReplicas: 1, observedGeneration: 1 },
  },
  ResourceQuota: {
    spec: {
      hard: { pods: "10" },
      scopes: ["BestEffort"],
      scopeSelector: { matchExpressions: [{ scopeName: "BestEffort", operator: "Exists" }] },
    },
    status: { hard: { pods: "10" }, used: { pods: "3" } },
  },
  Secret: { immutable: false, data: { password: "Z2VoZWlt" }, type: "example.com/login" },
  ServiceAccount: {
    secrets: [{ name: "token" }],
    imagePullSecrets: [{ name: "registry-login" }],
    automountServiceAccountToken: false,
  },
  Service: {
    spec: {
      ports: [
        { name: "http", protocol: "TCP", appProtocol: "http", port: 80, targetPort: "http", nodePort: 30080 },
        { name: "metrics", protocol: "TCP", port: 9090, targetPort: 9090, nodePort: 30090 },
      ],
      selector: labels,
      clusterIP: "10.96.0.80",
      clusterIPs: ["10.96.0.80"],
      type: "LoadBalancer",
      externalIPs: ["192.0.2.80"],
      sessionAffinity: "ClientIP",
      loadBalancerSourceRanges: ["192.0.2.0/24"],
      externalTrafficPolicy: "Cluster",
      publishNotReadyAddresses: true,
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } },
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
      allocateLoadBalancerNodePorts: true,
      loadBalancerClass: "example.com/lb",
      internalTrafficPolicy: "Cluster",
    },
    status: { loadBalancer: { ingress: [{ ip: "192.0.2.81", ipMode: "VIP" }] }, conditions: [condition] },
  },
};

const rolling = { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: 1 } };

const apps: Readonly<Record<string, Content>> = {
  ControllerRevision: { data: { spec: { replicas: 1, list: [1, "a", null] } }, revision: 3 },
  DaemonSet: {
    spec: {
      selector,
      template,
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 2, maxSurge: 0 } },
      minReadySeconds: 3,
      revisionHistoryLimit: 4,
    },
    status: {
      currentNumberScheduled: 3,
      numberMisscheduled: 1,
      desiredNumberScheduled: 4,
      numberReady: 2,
      observedGeneration: 1,
      updatedNumberScheduled: 2,
      numberAvailable: 2,
      numberUnavailable: 2,
      collisionCount: 1,
      conditions: [condition],
    },
  },
  Deployment: {
    spec: {
      replicas: 3,
      selector,
      template,
      strategy: rolling,
      minReadySeconds: 3,
      revisionHistoryLimit: 4,
      paused: true,
      progressDeadlineSeconds: 100,
    },
    status: {
      observedGeneration: 1,
      replicas: 3,
      updatedReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      unavailableReplicas: 1,
      conditions: [{ ...condition, lastUpdateTime: conditionTime }],
      collisionCount: 1,
    },
  },
  ReplicaSet: {
    spec: { replicas: 3, minReadySeconds: 3, selector, template },
    status: {
      replicas: 3,
      fullyLabeledReplicas: 3,
      readyReplicas: 2,
      availableReplicas: 2,
      observedGeneration: 1,
      conditions: [condition],
    },
  },
  StatefulSet: {
    spec: {
      replicas: 3,
      selector,
      template,
      volumeClaimTemplates: [
        {
          kind: "PersistentVolumeClaim",
          apiVersion: "v1",
          metadata: { name: "data", creationTimestamp: null },
          spec: claimSpec,
          status: { phase: "Pending" },
        },
      ],
      serviceName: "web",
      podManagementPolicy: "Parallel",
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 1, maxUnavailable: 1 } },
      revisionHistoryLimit: 4,
      minReadySeconds: 3,
      persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete", whenScaled: "Retain" },
      ordinals: { start: 2 },
    },
    status: {
      observedGeneration: 1,
      replicas: 3,
      readyReplicas: 2,
      currentReplicas: 1,
      updatedReplicas: 2,
      currentRevision: "web-1",
      updateRevision: "web-2",
      collisionCount: 1,
      conditions: [condition],
      availableReplicas: 2,
    },
  },
};

const batch: Readonly<Record<string, Content>> = {
  CronJob: {
    spec: {
      schedule: "30 2 * * *",
      timeZone: "Europe/Lisbon",
      startingDeadlineSeconds: 100,
      concurrencyPolicy: "Forbid",
      suspend: true,
      jobTemplate: { metadata: { creationTimestamp: null, labels }, spec: jobSpec },
      successfulJobsHistoryLimit: 2,
      failedJobsHistoryLimit: 1,
    },
    status: {
      active: [{ kind: "Job", namespace: "default", name: "it-1", apiVersion: "batch/v1" }],
      lastScheduleTime: conditionTime,
      lastSuccessfulTime: conditionTime,
    },
  },
  Job: {
    spec: jobSpec,
    status: { active: 2, succeeded: 1, failed: 1, ready: 1, terminating: 0, completedIndexes: "0" },
  },
};

const contents: Readonly<Record<string, Readonly<Record<string, Content>>>> = {
  v1: core,
  "apps/v1": apps,
  "batch/v1": batch,
};

/** Returns the object of a kind. Undefined for a kind of another group. */
export function workloadObject(apiVersion: string, kind: string): WorkloadObject | undefined {
  const content = contents[apiVersion]?.[kind];
  return content && { kind, apiVersion, metadata: { name: "it" }, ...content };
}
