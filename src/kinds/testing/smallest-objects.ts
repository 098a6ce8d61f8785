/** The smallest valid object of each kind. */
import { contentOfOwnKind } from "../../api/testing/filled-object.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import { authority, base64, ecRequest } from "../certificates/testing/certificates.ts";

const matchConstraints = {
  resourceRules: [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"] }],
};
const roleRef = { kind: "ClusterRole", name: "view" };

const labels = { app: "web" };
const selector = { matchLabels: labels };
const podSpec = { containers: [{ name: "app", image: "app" }] };
const template = { metadata: { labels }, spec: podSpec };
const jobTemplate = { metadata: { labels }, spec: { ...podSpec, restartPolicy: "Never" } };

const smallestObjects: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  APIService: {
    metadata: { name: "v1.shop.example.com" },
    spec: { group: "shop.example.com", version: "v1", groupPriorityMinimum: 1, versionPriority: 1 },
  },
  CertificateSigningRequest: {
    spec: { request: base64(ecRequest), signerName: "example.com/clients", usages: ["client auth"] },
  },
  ClusterRoleBinding: { roleRef },
  ClusterTrustBundle: { spec: { trustBundle: authority } },
  ControllerRevision: { data: {} },
  CronJob: { spec: { schedule: "@daily", jobTemplate: { spec: { template: jobTemplate } } } },
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
  DaemonSet: { spec: { selector, template } },
  Deployment: { spec: { selector, template } },
  EndpointSlice: { addressType: "IPv4" },
  FlowSchema: { spec: { priorityLevelConfiguration: { name: "workload" } } },
  HorizontalPodAutoscaler: { spec: { scaleTargetRef: { kind: "Deployment", name: "web" }, maxReplicas: 1 } },
  Ingress: { spec: { defaultBackend: { service: { name: "web", port: { number: 80 } } } } },
  IngressClass: { spec: { controller: "example.com/ingress" } },
  IPAddress: { spec: { parentRef: { resource: "services", namespace: "shop", name: "web" } } },
  Job: { spec: { template: jobTemplate } },
  LeaseCandidate: { spec: { leaseName: "it", binaryVersion: "1.32.0", strategy: "example.com/oldest" } },
  MutatingAdmissionPolicy: {
    spec: {
      matchConstraints,
      mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{}" } }],
      reinvocationPolicy: "Never",
    },
  },
  MutatingAdmissionPolicyBinding: { spec: { policyName: "images" } },
  PersistentVolume: {
    spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/data" } },
  },
  PersistentVolumeClaim: {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  },
  Pod: { ...template, metadata: { name: "it", namespace: "shop" } },
  PodTemplate: { template },
  PriorityLevelConfiguration: { spec: { type: "Limited", limited: { limitResponse: { type: "Reject" } } } },
  ReplicaSet: { spec: { selector, template } },
  ReplicationController: { spec: { template } },
  ResourceSlice: {
    spec: { driver: "gpu.example.com", pool: { name: "node-1", resourceSliceCount: 1 }, allNodes: true },
  },
  RoleBinding: { roleRef },
  RuntimeClass: { handler: "sandbox" },
  Service: { spec: { ports: [{ port: 80 }] } },
  ServiceCIDR: { spec: { cidrs: ["10.97.0.0/16"] } },
  StatefulSet: { spec: { selector, serviceName: "web", template } },
  StorageClass: { provisioner: "csi.example.com" },
  StorageVersionMigration: { spec: { resource: { version: "v1", resource: "secrets" } } },
  ValidatingAdmissionPolicy: { spec: { matchConstraints, validations: [{ expression: "true" }] } },
  ValidatingAdmissionPolicyBinding: { spec: { policyName: "images", validationActions: ["Deny"] } },
  VolumeAttachment: {
    spec: { attacher: "csi.example.com", nodeName: "node-1", source: { persistentVolumeName: "volume-1" } },
  },
  VolumeAttributesClass: { driverName: "csi.example.com", parameters: { iops: "1" } },
};

const eventSubject = { kind: "Pod", name: "web", namespace: "shop" };
const coreEvent = { involvedObject: eventSubject };
const newEvent = {
  regarding: eventSubject,
  eventTime: "2025-06-01T12:00:00.000000Z",
  type: "Normal",
  reason: "Started",
  action: "Starting",
  reportingController: "example.com/runner",
  reportingInstance: "runner-0",
};

/** Returns a copy of the smallest object of this kind that the server accepts. */
export function smallestObject(declaration: KindDeclaration): Record<string, unknown> {
  const { group, kind } = declaration;
  if (kind === "Event") return structuredClone(group === "" ? coreEvent : newEvent);
  return structuredClone({ ...(smallestObjects[kind] ?? contentOfOwnKind(declaration)) });
}
