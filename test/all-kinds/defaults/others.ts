/** Default values of kinds of `discovery`, `networking`, `rbac`, `resource` and `storage`. */
import type { DefaultsRow } from "./defaults-row.ts";

const rbac = "rbac.authorization.k8s.io";
const podSelector = { matchLabels: { app: "it" } };
const subjects = [
  { kind: "User", name: "ann" },
  { kind: "Group", name: "ops" },
  { kind: "ServiceAccount", name: "builder", namespace: "ci" },
];
const binding = { roleRef: { kind: "ClusterRole", name: "view" }, subjects };
const bindingDefaults = {
  "roleRef.apiGroup": rbac,
  "subjects.0.apiGroup": rbac,
  "subjects.1.apiGroup": rbac,
  "subjects.2.apiGroup": undefined,
  "subjects.2.namespace": "ci",
};

const network: readonly DefaultsRow[] = [
  {
    versionAndKind: "discovery.k8s.io/v1 EndpointSlice",
    title: "ports",
    manifest: { addressType: "IPv4", endpoints: [{ addresses: ["10.0.0.1"] }], ports: [{ port: 80 }] },
    expectedDefaults: { "ports.0.name": "", "ports.0.protocol": "TCP" },
  },
  {
    versionAndKind: "networking.k8s.io/v1 NetworkPolicy",
    title: "a policy for ingress",
    manifest: { spec: { podSelector, ingress: [{ ports: [{ port: 80 }] }] } },
    expectedDefaults: { "spec.policyTypes": ["Ingress"], "spec.ingress.0.ports.0.protocol": "TCP" },
  },
  {
    versionAndKind: "networking.k8s.io/v1 NetworkPolicy",
    title: "a policy for egress",
    manifest: { spec: { podSelector, egress: [{ ports: [{ port: 80 }] }] } },
    expectedDefaults: { "spec.policyTypes": ["Ingress", "Egress"], "spec.egress.0.ports.0.protocol": "TCP" },
  },
  {
    versionAndKind: "networking.k8s.io/v1 IngressClass",
    title: "the scope of the parameters",
    manifest: { spec: { controller: "example.com/it", parameters: { kind: "Settings", name: "main" } } },
    expectedDefaults: { "spec.parameters.scope": "Cluster" },
  },
];

const requests = [{ name: "gpu", deviceClassName: "gpus" }];

const devices: readonly DefaultsRow[] = ["v1alpha3", "v1beta1"].flatMap((version): DefaultsRow[] => [
  {
    versionAndKind: `resource.k8s.io/${version} ResourceClaim`,
    title: "the number of devices",
    manifest: { spec: { devices: { requests } } },
    expectedDefaults: { "spec.devices.requests.0.allocationMode": "ExactCount", "spec.devices.requests.0.count": 1 },
  },
  {
    versionAndKind: `resource.k8s.io/${version} ResourceClaimTemplate`,
    title: "the number of devices",
    manifest: { spec: { spec: { devices: { requests } } } },
    expectedDefaults: {
      "spec.spec.devices.requests.0.allocationMode": "ExactCount",
      "spec.spec.devices.requests.0.count": 1,
    },
  },
]);

const storage: readonly DefaultsRow[] = [
  {
    versionAndKind: "storage.k8s.io/v1 StorageClass",
    title: "fields that are always set",
    manifest: { provisioner: "csi.example.com" },
    expectedDefaults: { reclaimPolicy: "Delete", volumeBindingMode: "Immediate" },
  },
  {
    versionAndKind: "storage.k8s.io/v1 CSIDriver",
    title: "fields that are always set",
    manifest: { metadata: { name: "csi.example.com" }, spec: {} },
    expectedDefaults: {
      "spec.attachRequired": true,
      "spec.podInfoOnMount": false,
      "spec.storageCapacity": false,
      "spec.fsGroupPolicy": "ReadWriteOnceWithFSType",
      "spec.volumeLifecycleModes": ["Persistent"],
      "spec.requiresRepublish": false,
      "spec.seLinuxMount": false,
    },
  },
];

export const otherDefaults: readonly DefaultsRow[] = [
  ...network,
  {
    versionAndKind: `${rbac}/v1 ClusterRoleBinding`,
    title: "API groups of the role and subjects",
    manifest: binding,
    expectedDefaults: bindingDefaults,
  },
  {
    versionAndKind: `${rbac}/v1 RoleBinding`,
    title: "API groups of the role and subjects",
    manifest: binding,
    expectedDefaults: bindingDefaults,
  },
  ...devices,
  ...storage,
];
