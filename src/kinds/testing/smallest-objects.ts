/** The smallest valid objects by kind. For other kinds an empty object is valid. */
import { authority, base64, ecRequest } from "../certificates/testing/certificates.ts";

const matchConstraints = {
  resourceRules: [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"] }],
};

export const smallestObjects: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  APIService: {
    metadata: { name: "v1.shop.example.com" },
    spec: { group: "shop.example.com", version: "v1", groupPriorityMinimum: 1, versionPriority: 1 },
  },
  CertificateSigningRequest: {
    spec: { request: base64(ecRequest), signerName: "example.com/clients", usages: ["client auth"] },
  },
  ClusterTrustBundle: { spec: { trustBundle: authority } },
  CSIStorageCapacity: { storageClassName: "fast" },
  CustomResourceDefinition: {
    metadata: { name: "ships.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "ships", kind: "Ship" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
  },
  FlowSchema: { spec: { priorityLevelConfiguration: { name: "workload" } } },
  Ingress: { spec: { defaultBackend: { service: { name: "web", port: { number: 80 } } } } },
  IngressClass: { spec: { controller: "example.com/ingress" } },
  MutatingAdmissionPolicy: {
    spec: {
      matchConstraints,
      mutations: [{ patchType: "JSONPatch", jsonPatch: { expression: "[]" } }],
      reinvocationPolicy: "Never",
    },
  },
  MutatingAdmissionPolicyBinding: { spec: { policyName: "images" } },
  PersistentVolume: {
    spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/data" } },
  },
  PriorityLevelConfiguration: { spec: { type: "Limited", limited: { limitResponse: { type: "Reject" } } } },
  ResourceSlice: {
    spec: { driver: "gpu.example.com", pool: { name: "node-1", resourceSliceCount: 1 }, allNodes: true },
  },
  ServiceCIDR: { spec: { cidrs: ["10.97.0.0/16"] } },
  StorageClass: { provisioner: "csi.example.com" },
  StorageVersionMigration: { spec: { resource: { version: "v1", resource: "secrets" } } },
  ValidatingAdmissionPolicy: { spec: { matchConstraints, validations: [{ expression: "true" }] } },
  ValidatingAdmissionPolicyBinding: { spec: { policyName: "images", validationActions: ["Deny"] } },
  VolumeAttachment: {
    spec: { attacher: "csi.example.com", nodeName: "node-1", source: { persistentVolumeName: "volume-1" } },
  },
  VolumeAttributesClass: { driverName: "csi.example.com", parameters: { iops: "1" } },
};
