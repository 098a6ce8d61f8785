/** Typed objects of `core`. */
import type {
  ApiObject,
  Binding,
  ComponentStatus,
  ConfigMap,
  Endpoints,
  Event,
  LimitRange,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodTemplate,
  ReplicationController,
  ResourceQuota,
  Secret,
  Service,
  ServiceAccount,
} from "../../../src/api/index.ts";
import { sample } from "./sample.ts";

const kept = [
  sample<ConfigMap>({
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: { name: "settings", labels: { app: "shop" } },
    data: { colour: "blue" },
    binaryData: { icon: "AAEC" },
    immutable: true,
  }),
  sample<Endpoints>({
    kind: "Endpoints",
    apiVersion: "v1",
    metadata: { name: "outside" },
    subsets: [{ addresses: [{ ip: "192.0.2.10", nodeName: "node-1" }], ports: [{ name: "https", port: 443 }] }],
  }),
  sample<Event>({
    kind: "Event",
    apiVersion: "v1",
    metadata: { name: "web.1" },
    involvedObject: { kind: "Pod", namespace: "default", name: "web" },
    reason: "Started",
    message: "It has begun.",
    source: { component: "agent", host: "node-1" },
    firstTimestamp: "2025-01-01T00:00:00Z",
    lastTimestamp: "2025-01-01T00:01:00Z",
    count: 2,
    type: "Normal",
  }),
  sample<LimitRange>({
    kind: "LimitRange",
    apiVersion: "v1",
    metadata: { name: "small" },
    spec: { limits: [{ type: "Pod", max: { cpu: "2", memory: "1Gi" }, maxLimitRequestRatio: { cpu: "4" } }] },
  }),
  sample<Namespace>({
    kind: "Namespace",
    apiVersion: "v1",
    metadata: { name: "shop", annotations: { team: "storefront" } },
  }),
  sample<Node>({
    kind: "Node",
    apiVersion: "v1",
    metadata: { name: "node-1" },
    spec: {
      podCIDR: "10.1.0.0/24",
      unschedulable: true,
      taints: [{ key: "dedicated", value: "shop", effect: "NoSchedule" }],
    },
  }),
  sample<PersistentVolumeClaim>({
    kind: "PersistentVolumeClaim",
    apiVersion: "v1",
    metadata: { name: "data" },
    spec: {
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage: "1Gi" } },
      storageClassName: "fast",
      volumeMode: "Block",
    },
  }),
  sample<PersistentVolume>({
    kind: "PersistentVolume",
    apiVersion: "v1",
    metadata: { name: "volume-1" },
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      csi: { driver: "csi.example.com", volumeHandle: "1" },
      persistentVolumeReclaimPolicy: "Delete",
    },
  }),
  sample<Pod>({
    kind: "Pod",
    apiVersion: "v1",
    metadata: { name: "web", labels: { app: "web" } },
    spec: {
      volumes: [{ name: "settings", configMap: { name: "settings" } }],
      containers: [
        {
          name: "web",
          image: "web:1",
          ports: [{ name: "http", containerPort: 8080 }],
          resources: { requests: { cpu: "100m" }, limits: { memory: "128Mi" } },
          readinessProbe: { httpGet: { path: "/ready", port: "http" }, periodSeconds: 5 },
          volumeMounts: [{ name: "settings", mountPath: "/etc/web", readOnly: true }],
        },
      ],
      tolerations: [{ key: "dedicated", operator: "Exists", effect: "NoSchedule" }],
    },
  }),
  sample<PodTemplate>({
    kind: "PodTemplate",
    apiVersion: "v1",
    metadata: { name: "web" },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "web:1" }] } },
  }),
  sample<ReplicationController>({
    kind: "ReplicationController",
    apiVersion: "v1",
    metadata: { name: "feed" },
    spec: {
      replicas: 2,
      selector: { app: "feed" },
      template: { metadata: { labels: { app: "feed" } }, spec: { containers: [{ name: "feed", image: "feed:1" }] } },
    },
  }),
  sample<ResourceQuota>({
    kind: "ResourceQuota",
    apiVersion: "v1",
    metadata: { name: "roomy" },
    spec: {
      hard: { pods: "100" },
      scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: ["high"] }] },
    },
  }),
  sample<Secret>({
    kind: "Secret",
    apiVersion: "v1",
    metadata: { name: "login" },
    type: "example.com/login",
    data: { password: "Z2VoZWlt" },
  }),
  sample<ServiceAccount>({
    kind: "ServiceAccount",
    apiVersion: "v1",
    metadata: { name: "web" },
    imagePullSecrets: [{ name: "registry" }],
    automountServiceAccountToken: false,
  }),
  sample<Service>({
    kind: "Service",
    apiVersion: "v1",
    metadata: { name: "web" },
    spec: { selector: { app: "web" }, ports: [{ name: "http", port: 80, targetPort: "http" }], type: "NodePort" },
  }),
];

const posted = [
  sample<Binding>({
    kind: "Binding",
    apiVersion: "v1",
    metadata: { name: "unbound" },
    target: { kind: "Node", name: "node-1" },
  }),
];

/** ComponentStatus in the form in which the server returns it. Clients cannot write it. */
const shown = sample<ComponentStatus>({
  kind: "ComponentStatus",
  apiVersion: "v1",
  metadata: { name: "etcd-0" },
  conditions: [{ type: "Healthy", status: "True", message: "ok" }],
});

export const coreSamples: readonly ApiObject[] = [...kept, ...posted, shown];
