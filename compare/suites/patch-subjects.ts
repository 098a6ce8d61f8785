/** Objects for patches: one for each way in which lists and maps merge. */

/** An object that a scenario creates and patches. */
export interface PatchSubject {
  /** `NS` stands for the namespace of the scenario. A collection without it is cluster-scoped. */
  readonly collection: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  /** Subresources that are patched, too. */
  readonly subresources: readonly string[];
}

const container = {
  name: "c",
  image: "i",
  command: ["run"],
  ports: [
    { name: "http", containerPort: 80 },
    { name: "dns", containerPort: 53, protocol: "UDP" },
    { name: "dns-tcp", containerPort: 53, protocol: "TCP" },
  ],
  env: [
    { name: "A", value: "1" },
    { name: "B", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
  ],
  volumeMounts: [
    { name: "v", mountPath: "/v" },
    { name: "w", mountPath: "/w" },
  ],
  resources: { limits: { cpu: "1", memory: "1Gi" }, requests: { cpu: "0.5" } },
  readinessProbe: { httpGet: { path: "/", port: "http" }, periodSeconds: 5 },
};

const podSpec = {
  containers: [container, { name: "d", image: "j" }],
  initContainers: [{ name: "first", image: "k" }],
  volumes: [
    { name: "v", emptyDir: {} },
    { name: "w", configMap: { name: "m", items: [{ key: "a", path: "b" }] } },
  ],
  tolerations: [
    { key: "a", operator: "Exists", effect: "NoSchedule" },
    { key: "b", operator: "Equal", value: "c" },
  ],
  hostAliases: [
    { ip: "10.0.0.1", hostnames: ["a", "b"] },
    { ip: "10.0.0.2", hostnames: ["c"] },
  ],
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule", labelSelector: { matchLabels: { a: "b" } } },
    { maxSkew: 2, topologyKey: "zone", whenUnsatisfiable: "ScheduleAnyway" },
  ],
  imagePullSecrets: [{ name: "one" }, { name: "two" }],
  nodeSelector: { disk: "ssd" },
  securityContext: {
    runAsUser: 1,
    supplementalGroups: [1, 2],
    sysctls: [{ name: "kernel.shm_rmid_forced", value: "1" }],
  },
  dnsConfig: { nameservers: ["1.2.3.4"], searches: ["a", "b"], options: [{ name: "ndots", value: "2" }] },
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "In", values: ["b"] }] }],
      },
    },
  },
};

const template = { metadata: { labels: { a: "b", c: "d" }, annotations: { x: "1" } }, spec: podSpec };
const selector = { matchLabels: { a: "b" } };
const metadata = {
  name: "it",
  labels: { a: "1", b: "2" },
  annotations: { x: "1" },
  finalizers: ["example.com/a", "example.com/b"],
  ownerReferences: [
    { apiVersion: "v1", kind: "ConfigMap", name: "o", uid: "u1" },
    { apiVersion: "v1", kind: "ConfigMap", name: "p", uid: "u2" },
  ],
};

function core(kind: string, plural: string, body: object, subresources: readonly string[] = []): PatchSubject {
  const collection = `/api/v1/namespaces/NS/${plural}`;
  return { collection, body: { apiVersion: "v1", kind, metadata, ...body }, subresources };
}

function grouped(
  apiVersion: string,
  kind: string,
  plural: string,
  body: object,
  subresources: readonly string[] = [],
): PatchSubject {
  const collection = `/apis/${apiVersion}/namespaces/NS/${plural}`;
  return { collection, body: { apiVersion, kind, metadata, ...body }, subresources };
}

function clusterWide(
  apiVersion: string,
  kind: string,
  plural: string,
  body: object,
  subresources: readonly string[] = [],
): PatchSubject {
  const collection = `${apiVersion.includes("/") ? "/apis" : "/api"}/${apiVersion}/${plural}`;
  // Without finalizers, which would keep the object after the scenario.
  const { finalizers: _, ...rest } = metadata;
  return { collection, body: { apiVersion, kind, metadata: rest, ...body }, subresources };
}

/** One object of each kind. */
export const patchSubjects: readonly PatchSubject[] = [
  core("ConfigMap", "configmaps", { data: { a: "1", b: "2" }, binaryData: { c: "AAAA" }, immutable: false }),
  core("Secret", "secrets", { type: "Opaque", data: { a: "AAAA", b: "AQID" } }),
  core("Pod", "pods", { spec: podSpec }, ["status"]),
  core("ServiceAccount", "serviceaccounts", {
    secrets: [{ name: "a" }, { name: "b", fieldPath: "x" }],
    imagePullSecrets: [{ name: "one" }, { name: "two" }],
    automountServiceAccountToken: true,
  }),
  core("Endpoints", "endpoints", {
    subsets: [
      {
        addresses: [{ ip: "10.0.0.1", hostname: "a" }, { ip: "10.0.0.2" }],
        ports: [
          { name: "a", port: 80 },
          { name: "b", port: 81, protocol: "UDP" },
        ],
      },
    ],
  }),
  core(
    "Service",
    "services",
    {
      spec: {
        selector: { a: "b" },
        ports: [
          { name: "a", port: 80, targetPort: "http" },
          { name: "dns", port: 53, protocol: "UDP" },
          { name: "dns-tcp", port: 53, protocol: "TCP", targetPort: 5353 },
        ],
        externalIPs: ["1.2.3.4"],
        sessionAffinity: "ClientIP",
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 10 } },
      },
    },
    ["status"],
  ),
  core(
    "PersistentVolumeClaim",
    "persistentvolumeclaims",
    { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } },
    ["status"],
  ),
  core("ReplicationController", "replicationcontrollers", { spec: { replicas: 2, selector: { a: "b" }, template } }, [
    "status",
    "scale",
  ]),
  core("LimitRange", "limitranges", {
    spec: { limits: [{ type: "Container", default: { cpu: "1" }, defaultRequest: { cpu: "0.5" } }] },
  }),
  core("ResourceQuota", "resourcequotas", { spec: { hard: { pods: "1", cpu: "2" }, scopes: ["NotBestEffort"] } }, [
    "status",
  ]),
  grouped(
    "apps/v1",
    "Deployment",
    "deployments",
    {
      spec: {
        replicas: 2,
        selector,
        template,
        strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: "25%" } },
      },
    },
    ["status", "scale"],
  ),
  grouped(
    "apps/v1",
    "StatefulSet",
    "statefulsets",
    {
      spec: {
        replicas: 2,
        serviceName: "s",
        selector,
        template,
        volumeClaimTemplates: [
          {
            metadata: { name: "v" },
            spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
          },
        ],
        persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete" },
      },
    },
    ["status", "scale"],
  ),
  grouped("apps/v1", "DaemonSet", "daemonsets", { spec: { selector, template } }, ["status"]),
  grouped(
    "batch/v1",
    "CronJob",
    "cronjobs",
    {
      spec: {
        schedule: "* * * * *",
        jobTemplate: { spec: { template: { ...template, spec: { ...podSpec, restartPolicy: "Never" } } } },
      },
    },
    ["status"],
  ),
  grouped(
    "batch/v1",
    "Job",
    "jobs",
    { spec: { backoffLimit: 1, template: { ...template, spec: { ...podSpec, restartPolicy: "Never" } } } },
    ["status"],
  ),
  grouped("rbac.authorization.k8s.io/v1", "Role", "roles", {
    rules: [
      { apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] },
      { apiGroups: ["apps"], resources: ["*"], verbs: ["*"], resourceNames: ["a"] },
    ],
  }),
  grouped("rbac.authorization.k8s.io/v1", "RoleBinding", "rolebindings", {
    subjects: [
      { kind: "User", name: "u", apiGroup: "rbac.authorization.k8s.io" },
      { kind: "ServiceAccount", name: "s", namespace: "n" },
    ],
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
  }),
  grouped(
    "autoscaling/v2",
    "HorizontalPodAutoscaler",
    "horizontalpodautoscalers",
    {
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" },
        minReplicas: 1,
        maxReplicas: 5,
        metrics: [
          { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } },
          { type: "Resource", resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } } },
        ],
        behavior: { scaleUp: { policies: [{ type: "Pods", value: 1, periodSeconds: 15 }] } },
      },
    },
    ["status"],
  ),
  grouped("autoscaling/v1", "HorizontalPodAutoscaler", "horizontalpodautoscalers", {
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" },
      maxReplicas: 5,
      targetCPUUtilizationPercentage: 50,
    },
  }),
  grouped(
    "networking.k8s.io/v1",
    "Ingress",
    "ingresses",
    {
      spec: {
        ingressClassName: "n",
        tls: [{ hosts: ["a.example.com"], secretName: "s" }],
        rules: [
          {
            host: "a.example.com",
            http: {
              paths: [
                { path: "/", pathType: "Prefix", backend: { service: { name: "s", port: { number: 80 } } } },
                { path: "/x", pathType: "Exact", backend: { service: { name: "t", port: { name: "http" } } } },
              ],
            },
          },
        ],
      },
    },
    ["status"],
  ),
  grouped("networking.k8s.io/v1", "NetworkPolicy", "networkpolicies", {
    spec: {
      podSelector: { matchLabels: { a: "b" } },
      policyTypes: ["Ingress"],
      ingress: [{ from: [{ podSelector: { matchLabels: { c: "d" } } }], ports: [{ port: 80 }, { port: "http" }] }],
    },
  }),
  grouped("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", { spec: { minAvailable: 1, selector } }, [
    "status",
  ]),
  grouped("discovery.k8s.io/v1", "EndpointSlice", "endpointslices", {
    addressType: "IPv4",
    endpoints: [{ addresses: ["10.0.0.1"], conditions: { ready: true } }, { addresses: ["10.0.0.2"] }],
    ports: [
      { name: "a", port: 80 },
      { name: "b", port: 81, protocol: "UDP" },
    ],
  }),
  grouped("coordination.k8s.io/v1", "Lease", "leases", {
    spec: { holderIdentity: "h", leaseDurationSeconds: 10, renewTime: "2020-01-01T00:00:00.000000Z" },
  }),
  core("PodTemplate", "podtemplates", { template }),
  core("Event", "events", {
    involvedObject: { kind: "Pod", namespace: "NS", name: "p" },
    reason: "R",
    message: "m",
    type: "Normal",
    count: 1,
    firstTimestamp: "2020-01-01T00:00:00Z",
    series: { count: 2, lastObservedTime: "2020-01-01T00:00:00.000000Z" },
  }),
  grouped("apps/v1", "ReplicaSet", "replicasets", { spec: { replicas: 2, selector, template } }, ["status", "scale"]),
  grouped("apps/v1", "ControllerRevision", "controllerrevisions", { revision: 1, data: { a: { b: [1, { c: "d" }] } } }),
  grouped("storage.k8s.io/v1", "CSIStorageCapacity", "csistoragecapacities", {
    storageClassName: "s",
    capacity: "1Gi",
    nodeTopology: { matchLabels: { a: "b" }, matchExpressions: [{ key: "c", operator: "Exists" }] },
  }),
  clusterWide(
    "v1",
    "Node",
    "nodes",
    { spec: { podCIDR: "10.1.0.0/24", podCIDRs: ["10.1.0.0/24"], taints: [{ key: "a", effect: "NoSchedule" }] } },
    ["status"],
  ),
  clusterWide(
    "v1",
    "PersistentVolume",
    "persistentvolumes",
    {
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        hostPath: { path: "/p" },
        mountOptions: ["a", "b"],
        persistentVolumeReclaimPolicy: "Retain",
      },
    },
    ["status"],
  ),
  clusterWide("v1", "Namespace", "namespaces", { spec: { finalizers: ["kubernetes"] } }, ["status"]),
  clusterWide("storage.k8s.io/v1", "StorageClass", "storageclasses", {
    provisioner: "p",
    parameters: { a: "b" },
    mountOptions: ["x"],
    allowedTopologies: [{ matchLabelExpressions: [{ key: "a", values: ["b", "c"] }] }],
  }),
  clusterWide("storage.k8s.io/v1", "CSINode", "csinodes", {
    spec: {
      drivers: [
        { name: "a.example.com", nodeID: "n", topologyKeys: ["a"] },
        { name: "b.example.com", nodeID: "m", allocatable: { count: 2 } },
      ],
    },
  }),
  clusterWide("storage.k8s.io/v1", "CSIDriver", "csidrivers", {
    spec: { attachRequired: true, volumeLifecycleModes: ["Persistent"], tokenRequests: [{ audience: "a" }] },
  }),
  clusterWide(
    "storage.k8s.io/v1",
    "VolumeAttachment",
    "volumeattachments",
    { spec: { attacher: "a", nodeName: "n", source: { persistentVolumeName: "p" } } },
    ["status"],
  ),
  clusterWide("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses", { value: 5, description: "d" }),
  clusterWide("node.k8s.io/v1", "RuntimeClass", "runtimeclasses", {
    handler: "h",
    overhead: { podFixed: { cpu: "1" } },
    scheduling: { nodeSelector: { a: "b" }, tolerations: [{ key: "a", operator: "Exists" }] },
  }),
  clusterWide("rbac.authorization.k8s.io/v1", "ClusterRole", "clusterroles", {
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] },
    rules: [{ nonResourceURLs: ["/x"], verbs: ["get"] }],
  }),
  clusterWide("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", "clusterrolebindings", {
    subjects: [{ kind: "Group", name: "g", apiGroup: "rbac.authorization.k8s.io" }],
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "r" },
  }),
  clusterWide("networking.k8s.io/v1", "IngressClass", "ingressclasses", {
    spec: { controller: "example.com/c", parameters: { kind: "K", name: "n", scope: "Cluster" } },
  }),
  clusterWide("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "validatingwebhookconfigurations", {
    webhooks: [
      {
        name: "a.example.com",
        clientConfig: { url: "https://example.com/a" },
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        rules: [{ apiGroups: ["x.example.com"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["y"] }],
      },
    ],
  }),
];
