/** Default values of `core` kinds other than Pod. */
import type { Defaulted } from "./defaulted.ts";

const services: readonly Defaulted[] = [
  {
    of: "v1 Service",
    what: "fields that are always set",
    sent: { spec: { ports: [{ port: 80 }], sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } } } },
    given: {
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
    of: "v1 Service",
    what: "traffic policies",
    sent: { spec: { ports: [{ port: 80 }], externalIPs: ["192.0.2.1"] } },
    given: { "spec.externalTrafficPolicy": "Cluster" },
  },
  {
    of: "v1 Service",
    what: "a Service of type NodePort",
    sent: { spec: { ports: [{ port: 80 }], type: "NodePort", sessionAffinity: "ClientIP" } },
    given: {
      "spec.externalTrafficPolicy": "Cluster",
      "spec.internalTrafficPolicy": "Cluster",
      "spec.sessionAffinityConfig": { clientIP: { timeoutSeconds: 10800 } },
    },
  },
  {
    of: "v1 Service",
    what: "a Service of type LoadBalancer",
    sent: { metadata: { name: "balanced" }, spec: { ports: [{ port: 80 }], type: "LoadBalancer" } },
    afterwards: ["status", { status: { loadBalancer: { ingress: [{ ip: "192.0.2.1" }] } } }],
    given: {
      "spec.externalTrafficPolicy": "Cluster",
      "spec.internalTrafficPolicy": "Cluster",
      "spec.allocateLoadBalancerNodePorts": true,
      "status.loadBalancer.ingress.0.ipMode": "VIP",
    },
  },
  {
    of: "v1 Endpoints",
    what: "ports",
    sent: { subsets: [{ addresses: [{ ip: "192.0.2.1" }], ports: [{ port: 80 }] }] },
    given: { "subsets.0.ports.0.protocol": "TCP" },
  },
];

const volume = { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] };
const scaleIO = { gateway: "https://io.example", system: "io", secretRef: { name: "login" }, volumeName: "data" };

const volumes: readonly Defaulted[] = [
  {
    of: "v1 PersistentVolume",
    what: "fields that are always set",
    sent: { spec: { ...volume, hostPath: { path: "/data" } } },
    given: {
      "status.phase": "Pending",
      "spec.persistentVolumeReclaimPolicy": "Retain",
      "spec.volumeMode": "Filesystem",
      "spec.hostPath.type": "",
    },
  },
  {
    of: "v1 PersistentVolume",
    what: "a volume on Ceph",
    sent: { spec: { ...volume, rbd: { monitors: ["192.0.2.1"], image: "data" } } },
    given: { "spec.rbd.pool": "rbd", "spec.rbd.user": "admin", "spec.rbd.keyring": "/etc/ceph/keyring" },
  },
  {
    of: "v1 PersistentVolume",
    what: "a volume over iSCSI",
    sent: { spec: { ...volume, iscsi: { targetPortal: "192.0.2.1", iqn: "iqn.2025-01.com.example:data", lun: 0 } } },
    given: { "spec.iscsi.iscsiInterface": "default" },
  },
  {
    of: "v1 PersistentVolume",
    what: "a volume on ScaleIO",
    sent: { spec: { ...volume, scaleIO } },
    given: { "spec.scaleIO.storageMode": "ThinProvisioned", "spec.scaleIO.fsType": "xfs" },
  },
  {
    of: "v1 PersistentVolume",
    what: "quantities that are rounded up",
    sent: { spec: { ...volume, capacity: { storage: "1500u" }, hostPath: { path: "/data" } } },
    given: { "spec.capacity.storage": "2m" },
  },
  {
    of: "v1 PersistentVolumeClaim",
    what: "fields that are always set",
    sent: { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } },
    given: { "status.phase": "Pending", "spec.volumeMode": "Filesystem" },
  },
];

const limits = {
  type: "Container",
  max: { cpu: "4", memory: "4Gi" },
  min: { cpu: "1", memory: "1Gi", "example.com/gpu": "1" },
};

const others: readonly Defaulted[] = [
  {
    of: "v1 ReplicationController",
    what: "fields that are always set",
    sent: {
      spec: { template: { metadata: { labels: { app: "it" } }, spec: { containers: [{ name: "a", image: "a:1" }] } } },
    },
    given: { "spec.selector": { app: "it" }, "metadata.labels": { app: "it" }, "spec.replicas": 1 },
  },
  { of: "v1 Secret", what: "type", sent: { data: { a: "MQ==" } }, given: { type: "Opaque" } },
  {
    of: "v1 Namespace",
    what: "the name label and the phase",
    sent: { metadata: { name: "it", labels: { "kubernetes.io/metadata.name": "other" } } },
    given: { "metadata.labels": { "kubernetes.io/metadata.name": "it" }, "status.phase": "Active" },
  },
  {
    of: "v1 Node",
    what: "allocatable resources",
    sent: { metadata: { name: "node-1" } },
    afterwards: ["status", { status: { capacity: { cpu: "4", memory: "8Gi" } } }],
    given: { "status.allocatable": { cpu: "4", memory: "8Gi" } },
  },
  {
    of: "v1 LimitRange",
    what: "default limits and requests of containers",
    sent: { spec: { limits: [limits, { type: "Pod", max: { cpu: "4" } }] } },
    given: {
      "spec.limits.0.default": { cpu: "4", memory: "4Gi" },
      "spec.limits.0.defaultRequest": { cpu: "4", memory: "4Gi", "example.com/gpu": "1" },
      "spec.limits.1.default": undefined,
      "spec.limits.1.defaultRequest": undefined,
    },
  },
];

export const coreDefaults: readonly Defaulted[] = [...services, ...volumes, ...others];
