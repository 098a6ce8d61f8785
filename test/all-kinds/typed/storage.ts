/** Typed objects of `storage`, `resource` and `storagemigration`. */
import type {
  ApiObject,
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  DeviceClass,
  ResourceClaim,
  ResourceClaimTemplate,
  ResourceSlice,
  ResourceSliceV1alpha3,
  StorageClass,
  StorageVersion,
  StorageVersionMigration,
  VolumeAttachment,
  VolumeAttributesClass,
  VolumeAttributesClassV1Alpha1,
} from "../../../src/api/index.ts";
import { sample } from "./sample.ts";

const volumes = [
  sample<CSIDriver>({
    kind: "CSIDriver",
    apiVersion: "storage.k8s.io/v1",
    metadata: { name: "csi.example.com" },
    spec: { attachRequired: false, fsGroupPolicy: "File", volumeLifecycleModes: ["Persistent", "Ephemeral"] },
  }),
  sample<CSINode>({
    kind: "CSINode",
    apiVersion: "storage.k8s.io/v1",
    metadata: { name: "node-1" },
    spec: { drivers: [{ name: "csi.example.com", nodeID: "1", topologyKeys: ["zone"], allocatable: { count: 25 } }] },
  }),
  sample<CSIStorageCapacity>({
    kind: "CSIStorageCapacity",
    apiVersion: "storage.k8s.io/v1",
    metadata: { name: "north-fast" },
    storageClassName: "fast",
    nodeTopology: { matchLabels: { zone: "north" } },
    capacity: "2Ti",
  }),
  sample<StorageClass>({
    kind: "StorageClass",
    apiVersion: "storage.k8s.io/v1",
    metadata: { name: "fast" },
    provisioner: "csi.example.com",
    parameters: { tier: "fast" },
    reclaimPolicy: "Retain",
    volumeBindingMode: "WaitForFirstConsumer",
    allowVolumeExpansion: true,
  }),
  sample<VolumeAttachment>({
    kind: "VolumeAttachment",
    apiVersion: "storage.k8s.io/v1",
    metadata: { name: "csi-1" },
    spec: { attacher: "csi.example.com", nodeName: "node-1", source: { persistentVolumeName: "volume-1" } },
  }),
  sample<VolumeAttributesClass>({
    kind: "VolumeAttributesClass",
    apiVersion: "storage.k8s.io/v1beta1",
    metadata: { name: "gold" },
    driverName: "csi.example.com",
    parameters: { iops: "5000" },
  }),
  sample<VolumeAttributesClassV1Alpha1>({
    kind: "VolumeAttributesClass",
    apiVersion: "storage.k8s.io/v1alpha1",
    metadata: { name: "silver" },
    driverName: "csi.example.com",
    parameters: { iops: "500" },
  }),
];

const selectors = [{ cel: { expression: "device.driver == 'gpu.example.com'" } }];
const requests = [{ name: "gpu", deviceClassName: "gpus", selectors, count: 2 }];
const pool = { name: "node-1", generation: 1, resourceSliceCount: 1 };

const devices = [
  ...["resource.k8s.io/v1beta1", "resource.k8s.io/v1alpha3"].flatMap((apiVersion) => {
    const name = apiVersion.endsWith("v1beta1") ? "gpus" : "gpus-of-v1alpha3";
    return [
      sample<DeviceClass>({ kind: "DeviceClass", apiVersion, metadata: { name }, spec: { selectors } }),
      sample<ResourceClaim>({ kind: "ResourceClaim", apiVersion, metadata: { name }, spec: { devices: { requests } } }),
      sample<ResourceClaimTemplate>({
        kind: "ResourceClaimTemplate",
        apiVersion,
        metadata: { name },
        spec: { metadata: { labels: { app: "train" } }, spec: { devices: { requests } } },
      }),
    ];
  }),
  sample<ResourceSlice>({
    kind: "ResourceSlice",
    apiVersion: "resource.k8s.io/v1beta1",
    metadata: { name: "node-1-gpus" },
    spec: {
      driver: "gpu.example.com",
      pool,
      nodeName: "node-1",
      devices: [
        { name: "gpu-0", basic: { attributes: { model: { string: "X7" } }, capacity: { memory: { value: "80Gi" } } } },
      ],
    },
  }),
  sample<ResourceSliceV1alpha3>({
    kind: "ResourceSlice",
    apiVersion: "resource.k8s.io/v1alpha3",
    metadata: { name: "node-1-gpus-of-v1alpha3" },
    spec: {
      driver: "gpu.example.com",
      pool,
      allNodes: true,
      devices: [{ name: "gpu-0", basic: { attributes: { cores: { int: 8 } }, capacity: { memory: "80Gi" } } }],
    },
  }),
];

const versions = [
  sample<StorageVersion>({
    kind: "StorageVersion",
    apiVersion: "internal.apiserver.k8s.io/v1alpha1",
    metadata: { name: "apps.deployments" },
    spec: {},
    status: {},
  }),
  sample<StorageVersionMigration>({
    kind: "StorageVersionMigration",
    apiVersion: "storagemigration.k8s.io/v1alpha1",
    metadata: { name: "deployments" },
    spec: { resource: { group: "apps", version: "v1", resource: "deployments" } },
  }),
];

export const storageSamples: readonly ApiObject[] = [...volumes, ...devices, ...versions];
