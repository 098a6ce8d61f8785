/** Default values of `core` kinds other than Pod. */
import type { DefaultsRow } from "./defaults-row.ts";

const services: readonly DefaultsRow[] = [
  {
    versionAndKind: "v1 Service",
    title: "fields that are always set",
    manifest: { spec: { ports: [{ port: 80 }], sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } } } },
    expectedDefaults: {
      "spec.type": "ClusterIP",
      "spec.sessionAffinity": "None",
      "spec.sessionAffinityConfig": undefined,
      "spec.internalTrafficPolicy": "Cluster",
      "spec.externalTrafficPolicy": undefined,
      "spec.allocateLoadBalancerNodePorts": undefined,
      "spec.ports.0.protocol": "TCP",
      "spec.ports.0.targetPort": 80,
    },
  },
  {
    versionAndKind: "v1 Service",
    title: "traffic policies",
    manifest: { spec: { ports: [{ port: 80 }], externalIPs: ["192.0.2.1"] } },
    expectedDefaults: { "spec.externalTrafficPolicy": "Cluster" },
  },
  {
    versionAndKind: "v1 Service",
    title: "a Service of type NodePort",
    manifest: { spec: { ports: [{ port: 80 }], type: "NodePort", sessionAffinity: "ClientIP" } },
    expectedDefaults: {
      "spec.externalTrafficPolicy": "Cluster",
      "spec.internalTrafficPolicy": "Cluster",
      "spec.sessionAffinityConfig": { clientIP: { timeoutSeconds: 10800 } },
    },
  },
  {
    versionAndKind: "v1 Service",
    title: "a Service of type LoadBalancer",
    manifest: { metadata: { name: "balanced" }, spec: { ports: [{ port: 80 }], type: "LoadBalancer" } },
    subresourcePatch: ["status", { status: { loadBalancer: { ingress: [{ ip: "192.0.2.1" }] } } }],
    expectedDefaults: {
      "spec.externalTrafficPolicy": "Cluster",
      "spec.internalTrafficPolicy": "Cluster",
      "spec.allocateLoadBalancerNodePorts": true,
      "status.loadBalancer.ingress.0.ipMode": "VIP",
    },
  },
  {
    versionAndKind: "v1 Endpoints",
    title: "ports",
    manifest: { subsets: [{ addresses: [{ ip: "192.0.2.1" }], ports: [{ port: 80 }] }] },
    expectedDefaults: { "subsets.0.ports.0.protocol": "TCP" },
  },
];

const volume = { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] };
const scaleIO = { gateway: "https://io.example", system: "io", secretRef: { name: "login" }, volumeName: "data" };

const volumes: readonly DefaultsRow[] = [
  {
    versionAndKind: "v1 PersistentVolume",
    title: "fields that are always set",
    manifest: { spec: { ...volume, hostPath: { path: "/data" } } },
    expectedDefaults: {
      "status.phase": "Pending",
      "spec.persistentVolumeReclaimPolicy": "Retain",
      "spec.volumeMode": "Filesystem",
      "spec.hostPath.type": "",
    },
  },
  {
    versionAndKind: "v1 PersistentVolume",
    title: "a volume on Ceph",
    manifest: { spec: { ...volume, rbd: { monitors: ["192.0.2.1"], image: "data" } } },
    expectedDefaults: { "spec.rbd.pool": "rbd", "spec.rbd.user": "admin", "spec.rbd.keyring": "/etc/ceph/keyring" },
  },
  {
    versionAndKind: "v1 PersistentVolume",
    title: "a volume over iSCSI",
    manifest: {
      spec: { ...volume, iscsi: { targetPortal: "192.0.2.1", iqn: "iqn.2025-01.com.example:data", lun: 0 } },
    },
    expectedDefaults: { "spec.iscsi.iscsiInterface": "default" },
  },
  {
    versionAndKind: "v1 PersistentVolume",
    title: "a volume on ScaleIO",
    manifest: { spec: { ...volume, scaleIO } },
    expectedDefaults: { "spec.scaleIO.storageMode": "ThinProvisioned", "spec.scaleIO.fsType": "xfs" },
  },
  {
    versionAndKind: "v1 PersistentVolume",
    title: "quantities that are rounded up",
    manifest: { spec: { ...volume, capacity: { storage: "1500u" }, hostPath: { path: "/data" } } },
    expectedDefaults: { "spec.capacity.storage": "2m" },
  },
  {
    versionAndKind: "v1 PersistentVolumeClaim",
    title: "fields that are always set",
    manifest: { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } },
    expectedDefaults: { "status.phase": "Pending", "spec.volumeMode": "Filesystem" },
  },
];

const limits = {
  type: "Container",
  max: { cpu: "4", memory: "4Gi" },
  min: { cpu: "1", memory: "1Gi", "example.com/gpu": "1" },
};

const others: readonly DefaultsRow[] = [
  {
    versionAndKind: "v1 ReplicationController",
    title: "fields that are always set",
    manifest: {
      spec: { template: { metadata: { labels: { app: "it" } }, spec: { containers: [{ name: "a", image: "a:1" }] } } },
    },
    expectedDefaults: { "spec.selector": { app: "it" }, "metadata.labels": { app: "it" }, "spec.replicas": 1 },
  },
  {
    versionAndKind: "v1 Secret",
    title: "type",
    manifest: { data: { a: "MQ==" } },
    expectedDefaults: { type: "Opaque" },
  },
  {
    versionAndKind: "v1 Namespace",
    title: "the name label and the phase",
    manifest: { metadata: { name: "it", labels: { "kubernetes.io/metadata.name": "other" } } },
    expectedDefaults: { "metadata.labels": { "kubernetes.io/metadata.name": "it" }, "status.phase": "Active" },
  },
  {
    versionAndKind: "v1 Node",
    title: "allocatable resources",
    manifest: { metadata: { name: "node-1" } },
    subresourcePatch: ["status", { status: { capacity: { cpu: "4", memory: "8Gi" } } }],
    expectedDefaults: { "status.allocatable": { cpu: "4", memory: "8Gi" } },
  },
  {
    versionAndKind: "v1 LimitRange",
    title: "default limits and requests of containers",
    manifest: { spec: { limits: [limits, { type: "Pod", max: { cpu: "4" } }] } },
    expectedDefaults: {
      "spec.limits.0.default": { cpu: "4", memory: "4Gi" },
      "spec.limits.0.defaultRequest": { cpu: "4", memory: "4Gi", "example.com/gpu": "1" },
      "spec.limits.1.default": undefined,
      "spec.limits.1.defaultRequest": undefined,
    },
  },
];

export const coreDefaults: readonly DefaultsRow[] = [...services, ...volumes, ...others];
