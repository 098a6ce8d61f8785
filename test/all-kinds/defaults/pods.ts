/** Default values of Pods. */
import type { DefaultsRow } from "./defaults-row.ts";

const versionAndKind = "v1 Pod";
const app = { name: "app", image: "app:1" };

const containers: readonly DefaultsRow[] = [
  {
    versionAndKind,
    title: "fields of the spec",
    manifest: { spec: { containers: [app] } },
    expectedDefaults: {
      "spec.enableServiceLinks": true,
      "spec.dnsPolicy": "ClusterFirst",
      "spec.restartPolicy": "Always",
      "spec.securityContext": {},
      "spec.terminationGracePeriodSeconds": 30,
      "spec.schedulerName": "default-scheduler",
    },
  },
  {
    versionAndKind,
    title: "containers and init containers",
    manifest: {
      spec: {
        containers: [app, { name: "latest", image: "registry.example:5000/app" }],
        initContainers: [{ name: "setup", image: "setup:latest" }],
      },
    },
    expectedDefaults: {
      "spec.containers.0.imagePullPolicy": "IfNotPresent",
      "spec.containers.0.terminationMessagePath": "/dev/termination-log",
      "spec.containers.0.terminationMessagePolicy": "File",
      "spec.containers.1.imagePullPolicy": "Always",
      "spec.initContainers.0.imagePullPolicy": "Always",
      "spec.initContainers.0.terminationMessagePath": "/dev/termination-log",
      "spec.initContainers.0.terminationMessagePolicy": "File",
    },
  },
  {
    versionAndKind,
    title: "images with a digest",
    manifest: { spec: { containers: [{ name: "app", image: `app@sha256:${"0".repeat(64)}` }] } },
    expectedDefaults: { "spec.containers.0.imagePullPolicy": "IfNotPresent" },
  },
  {
    versionAndKind,
    title: "ephemeral containers",
    manifest: { metadata: { name: "debugged" }, spec: { containers: [app] } },
    subresourcePatch: ["ephemeralcontainers", { spec: { ephemeralContainers: [{ name: "debug", image: "shell" }] } }],
    expectedDefaults: {
      "spec.ephemeralContainers.0.imagePullPolicy": "Always",
      "spec.ephemeralContainers.0.terminationMessagePath": "/dev/termination-log",
      "spec.ephemeralContainers.0.terminationMessagePolicy": "File",
    },
  },
  {
    versionAndKind,
    title: "ports",
    manifest: { spec: { containers: [{ ...app, ports: [{ containerPort: 80 }] }] } },
    expectedDefaults: { "spec.containers.0.ports.0.protocol": "TCP", "spec.containers.0.ports.0.hostPort": undefined },
  },
  {
    versionAndKind,
    title: "ports on the host network",
    manifest: {
      spec: {
        hostNetwork: true,
        containers: [{ ...app, ports: [{ containerPort: 80 }] }],
        initContainers: [{ name: "setup", image: "setup:1", ports: [{ containerPort: 81 }] }],
      },
    },
    expectedDefaults: { "spec.containers.0.ports.0.hostPort": 80, "spec.initContainers.0.ports.0.hostPort": 81 },
  },
  {
    versionAndKind,
    title: "probes",
    manifest: {
      spec: {
        containers: [{ ...app, livenessProbe: { httpGet: { port: 80 } }, readinessProbe: { grpc: { port: 90 } } }],
      },
    },
    expectedDefaults: {
      "spec.containers.0.livenessProbe.timeoutSeconds": 1,
      "spec.containers.0.livenessProbe.periodSeconds": 10,
      "spec.containers.0.livenessProbe.successThreshold": 1,
      "spec.containers.0.livenessProbe.failureThreshold": 3,
      "spec.containers.0.livenessProbe.httpGet.path": "/",
      "spec.containers.0.livenessProbe.httpGet.scheme": "HTTP",
      "spec.containers.0.readinessProbe.grpc.service": "",
    },
  },
  {
    versionAndKind,
    title: "lifecycle hooks and field references",
    manifest: {
      spec: {
        containers: [
          {
            ...app,
            lifecycle: { preStop: { httpGet: { port: 80 } } },
            env: [{ name: "NODE", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } }],
          },
        ],
      },
    },
    expectedDefaults: {
      "spec.containers.0.lifecycle.preStop.httpGet.path": "/",
      "spec.containers.0.lifecycle.preStop.httpGet.scheme": "HTTP",
      "spec.containers.0.env.0.valueFrom.fieldRef.apiVersion": "v1",
    },
  },
];

const resources: readonly DefaultsRow[] = [
  {
    versionAndKind,
    title: "requests from limits",
    manifest: {
      spec: {
        containers: [{ ...app, resources: { limits: { cpu: "2", memory: "1Gi" }, requests: { cpu: "1" } } }],
        initContainers: [{ name: "setup", image: "setup:1", resources: { limits: { memory: "64Mi" } } }],
      },
    },
    expectedDefaults: {
      "spec.containers.0.resources.requests": { cpu: "1", memory: "1Gi" },
      "spec.initContainers.0.resources.requests": { memory: "64Mi" },
    },
  },
  {
    versionAndKind,
    title: "resize policies",
    manifest: {
      spec: {
        containers: [
          {
            ...app,
            resizePolicy: [{ resourceName: "memory", restartPolicy: "RestartContainer" }],
            resources: { requests: { cpu: "1", memory: "1Gi" } },
          },
          { name: "log", image: "log:1", resources: { limits: { memory: "1Gi" } } },
          { name: "idle", image: "idle:1" },
        ],
        initContainers: [{ name: "setup", image: "setup:1", resources: { requests: { cpu: "1" } } }],
      },
    },
    expectedDefaults: {
      "spec.containers.0.resizePolicy": [
        { resourceName: "memory", restartPolicy: "RestartContainer" },
        { resourceName: "cpu", restartPolicy: "NotRequired" },
      ],
      "spec.containers.1.resizePolicy": [{ resourceName: "memory", restartPolicy: "NotRequired" }],
      "spec.containers.2.resizePolicy": undefined,
      "spec.initContainers.0.resizePolicy": undefined,
    },
  },
  {
    versionAndKind,
    title: "Pod-level requests",
    manifest: {
      spec: {
        resources: { limits: { cpu: "2", memory: "1Gi" } },
        containers: [
          { ...app, resources: { requests: { cpu: "300m" } } },
          { name: "log", image: "log:1", resources: { requests: { cpu: "200m" } } },
        ],
      },
    },
    expectedDefaults: { "spec.resources.requests": { cpu: "500m", memory: "1Gi" } },
  },
  {
    versionAndKind,
    title: "quantities that are rounded up",
    manifest: { spec: { containers: [{ ...app, resources: { requests: { cpu: "100u" } } }] } },
    expectedDefaults: { "spec.containers.0.resources.requests.cpu": "1m" },
  },
];

const items = [{ path: "labels", fieldRef: { fieldPath: "metadata.labels" } }];

const volumes: readonly DefaultsRow[] = [
  {
    versionAndKind,
    title: "volumes with files",
    manifest: {
      spec: {
        containers: [app],
        serviceAccountName: "builder",
        volumes: [
          { name: "none" },
          { name: "secret", secret: { secretName: "login" } },
          { name: "map", configMap: { name: "settings" } },
          { name: "self", downwardAPI: { items } },
          {
            name: "all",
            projected: { sources: [{ serviceAccountToken: { path: "token" } }, { downwardAPI: { items } }] },
          },
          { name: "host", hostPath: { path: "/var/log" } },
          { name: "image", image: { reference: "data" } },
          { name: "tagged", image: { reference: "data:1" } },
        ],
      },
    },
    expectedDefaults: {
      "spec.volumes.0.emptyDir": {},
      "spec.volumes.1.secret.defaultMode": 0o644,
      "spec.volumes.2.configMap.defaultMode": 0o644,
      "spec.volumes.3.downwardAPI.defaultMode": 0o644,
      "spec.volumes.3.downwardAPI.items.0.fieldRef.apiVersion": "v1",
      "spec.volumes.4.projected.defaultMode": 0o644,
      "spec.volumes.4.projected.sources.0.serviceAccountToken.expirationSeconds": 3600,
      "spec.volumes.4.projected.sources.1.downwardAPI.items.0.fieldRef.apiVersion": "v1",
      "spec.volumes.5.hostPath.type": "",
      "spec.volumes.6.image.pullPolicy": "Always",
      "spec.volumes.7.image.pullPolicy": "IfNotPresent",
    },
  },
  {
    versionAndKind,
    title: "network volumes",
    manifest: {
      spec: {
        containers: [app],
        volumes: [
          { name: "rbd", rbd: { monitors: ["192.0.2.1"], image: "data" } },
          { name: "iscsi", iscsi: { targetPortal: "192.0.2.1", iqn: "iqn.2025-01.com.example:data", lun: 0 } },
          { name: "azure", azureDisk: { diskName: "data", diskURI: "https://disks.example/data.vhd" } },
          {
            name: "scale",
            scaleIO: { gateway: "https://io.example", system: "io", secretRef: { name: "login" }, volumeName: "data" },
          },
          {
            name: "own",
            ephemeral: {
              volumeClaimTemplate: {
                spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
              },
            },
          },
        ],
      },
    },
    expectedDefaults: {
      "spec.volumes.0.rbd.pool": "rbd",
      "spec.volumes.0.rbd.user": "admin",
      "spec.volumes.0.rbd.keyring": "/etc/ceph/keyring",
      "spec.volumes.1.iscsi.iscsiInterface": "default",
      "spec.volumes.2.azureDisk.cachingMode": "ReadWrite",
      "spec.volumes.2.azureDisk.fsType": "ext4",
      "spec.volumes.2.azureDisk.readOnly": false,
      "spec.volumes.2.azureDisk.kind": "Shared",
      "spec.volumes.3.scaleIO.storageMode": "ThinProvisioned",
      "spec.volumes.3.scaleIO.fsType": "xfs",
      "spec.volumes.4.ephemeral.volumeClaimTemplate.spec.volumeMode": "Filesystem",
    },
  },
];

export const podDefaults: readonly DefaultsRow[] = [...containers, ...resources, ...volumes];
