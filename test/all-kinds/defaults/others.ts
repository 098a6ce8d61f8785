/** Default values of kinds of `discovery`, `networking`, `rbac`, `resource` and `storage`. */
import type { Defaulted } from "./defaulted.ts";

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

const network: readonly Defaulted[] = [
  {
    of: "discovery.k8s.io/v1 EndpointSlice",
    what: "ports",
    sent: { addressType: "IPv4", endpoints: [{ addresses: ["10.0.0.1"] }], ports: [{ port: 80 }] },
    given: { "ports.0.name": "", "ports.0.protocol": "TCP" },
  },
  {
    of: "networking.k8s.io/v1 NetworkPolicy",
    what: "a policy for ingress",
    sent: { spec: { podSelector, ingress: [{ ports: [{ port: 80 }] }] } },
    given: { "spec.policyTypes": ["Ingress"], "spec.ingress.0.ports.0.protocol": "TCP" },
  },
  {
    of: "networking.k8s.io/v1 NetworkPolicy",
    what: "a policy for egress",
    sent: { spec: { podSelector, egress: [{ ports: [{ port: 80 }] }] } },
    given: { "spec.policyTypes": ["Ingress", "Egress"], "spec.egress.0.ports.0.protocol": "TCP" },
  },
  {
    of: "networking.k8s.io/v1 IngressClass",
    what: "the scope of the parameters",
    sent: { spec: { controller: "example.com/it", parameters: { kind: "Settings", name: "main" } } },
    given: { "spec.parameters.scope": "Cluster" },
  },
];

const requests = [{ name: "gpu", deviceClassName: "gpus" }];

const devices: readonly Defaulted[] = ["v1alpha3", "v1beta1"].flatMap((version): Defaulted[] => [
  {
    of: `resource.k8s.io/${version} ResourceClaim`,
    what: "the number of devices",
    sent: { spec: { devices: { requests } } },
    given: { "spec.devices.requests.0.allocationMode": "ExactCount", "spec.devices.requests.0.count": 1 },
  },
  {
    of: `resource.k8s.io/${version} ResourceClaimTemplate`,
    what: "the number of devices",
    sent: { spec: { spec: { devices: { requests } } } },
    given: { "spec.spec.devices.requests.0.allocationMode": "ExactCount", "spec.spec.devices.requests.0.count": 1 },
  },
]);

const storage: readonly Defaulted[] = [
  {
    of: "storage.k8s.io/v1 StorageClass",
    what: "fields that are always set",
    sent: { provisioner: "csi.example.com" },
    given: { reclaimPolicy: "Delete", volumeBindingMode: "Immediate" },
  },
  {
    of: "storage.k8s.io/v1 CSIDriver",
    what: "fields that are always set",
    sent: { metadata: { name: "csi.example.com" }, spec: {} },
    given: {
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

export const otherDefaults: readonly Defaulted[] = [
  ...network,
  {
    of: `${rbac}/v1 ClusterRoleBinding`,
    what: "API groups of the role and subjects",
    sent: binding,
    given: bindingDefaults,
  },
  { of: `${rbac}/v1 RoleBinding`, what: "API groups of the role and subjects", sent: binding, given: bindingDefaults },
  ...devices,
  ...storage,
];
