/** One small valid object of every built-in kind that is stored, for tests that apply to all kinds. */
import { builtinKinds } from "../../src/api/builtin.ts";
import { contentOfOwnKind } from "../../src/api/testing/filled-object.ts";
import { formatGroupVersion } from "../../src/meta/group-version.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";

/** An object and the collection to which it belongs. */
export interface SampleObject {
  /** Path of the collection in the vocabulary `orch`. */
  readonly collection: string;
  readonly kind: string;
  readonly apiVersion: string;
  readonly body: { readonly metadata: { readonly name: string } };
}

const labels = { app: "it" };
const podSpec = { containers: [{ name: "c", image: "image" }] };
const template = { metadata: { labels }, spec: podSpec };
const selector = { matchLabels: labels };
const jobTemplate = { metadata: { labels }, spec: { ...podSpec, restartPolicy: "Never" } };
const core = "/api/v1";
const inDefaultNamespace = "/api/v1/namespaces/default";
const apps = "/apis/apps/v1/namespaces/default";
const batch = "/apis/batch/v1/namespaces/default";

/** Returns a sample. `name` is needed only if the kind restricts names, or if two samples would share one. */
function sample(collection: string, kind: string, rest: object = {}, name = "it"): SampleObject {
  const [prefix = "", ...path] = collection.slice(1).split("/");
  const apiVersion = prefix === "api" ? "v1" : path.slice(0, 2).join("/");
  return { collection, kind, apiVersion, body: { metadata: { name }, ...rest } };
}

/** Returns the path of a collection in version 1 of a group whose name ends with the domain. */
function inGroup(group: string, rest: string): string {
  return `/apis/${group}.orch.io/v1/${rest}`;
}

const clientConfig = { service: { namespace: "default", name: "hook" } };
const webhook = { name: "hook.example.com", clientConfig, sideEffects: "None", admissionReviewVersions: ["v1"] };
const roleRef = { apiGroup: "rbac.authorization.orch.io", kind: "ClusterRole", name: "view" };
const rules = [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }];
const csi = { driver: "csi.example.com", volumeHandle: "vol-1" };

/** A certificate request for the common name `it`, in Base64. Its key was discarded. */
const signingRequest = [
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIR01HOENBUUF3RFRFTE1Ba0dBMVVFQXd3Q2FYUXdXVEFUQmdj",
  "cWhrak9QUUlCQmdncWhrak9QUU1CQndOQwpBQVRsUTNSNjl3eW41ZFl0R3NGS0QyK2VnU25ETU1vSjZCbkxDcGUwUHMzcmhldW44",
  "NlBkalJ3aFFIT2RaOWYvClFsbEs5L2N6M2VZWHJQTzBVUGlhME56ZW9BQXdDZ1lJS29aSXpqMEVBd0lEUndBd1JBSWdhZUIrTXlH",
  "ZzZ3UUYKOCtPYjRKVHJ1dDdhb2ZSSVlYaXRDQnoxNTJ6OE92a0NJRk5iOVo2dnFFem5vSVRqVTZMTmFHZHhEQXltZVV3MQpHR29S",
  "VzdiU1RKNVYKLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==",
].join("");

const withContent: readonly SampleObject[] = [
  sample(`${inDefaultNamespace}/configmaps`, "ConfigMap", { data: { x: "1" } }),
  sample(`${inDefaultNamespace}/endpoints`, "Endpoints", {
    subsets: [{ addresses: [{ ip: "10.0.0.1" }], ports: [{ port: 80 }] }],
  }),
  sample(`${inDefaultNamespace}/events`, "Event", {
    involvedObject: { kind: "Pod", namespace: "default", name: "p" },
    reason: "Started",
    message: "it has begun",
    type: "Normal",
  }),
  sample(`${inDefaultNamespace}/limitranges`, "LimitRange", { spec: { limits: [{ type: "Pod", max: { cpu: "2" } }] } }),
  sample(`${core}/namespaces`, "Namespace"),
  sample(`${core}/nodes`, "Node", { spec: { podCIDR: "10.1.0.0/24" } }),
  sample(`${inDefaultNamespace}/persistentvolumeclaims`, "PersistentVolumeClaim", {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  }),
  sample(`${core}/persistentvolumes`, "PersistentVolume", {
    spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], csi },
  }),
  sample(`${inDefaultNamespace}/pods`, "Pod", { spec: podSpec }),
  sample(`${inDefaultNamespace}/podtemplates`, "PodTemplate", { template }),
  sample(`${inDefaultNamespace}/replicationcontrollers`, "ReplicationController", {
    spec: { selector: labels, template },
  }),
  sample(`${inDefaultNamespace}/resourcequotas`, "ResourceQuota", { spec: { hard: { pods: "10" } } }),
  sample(`${inDefaultNamespace}/secrets`, "Secret", { data: { x: "MQ==" } }),
  sample(`${inDefaultNamespace}/serviceaccounts`, "ServiceAccount"),
  sample(`${inDefaultNamespace}/services`, "Service", { spec: { ports: [{ port: 80 }], clusterIP: "None" } }),
  sample(
    inGroup("apiregistration", "apiservices"),
    "APIService",
    { spec: { group: "example.com", version: "v1", groupPriorityMinimum: 1000, versionPriority: 15, service: null } },
    "v1.example.com",
  ),
  sample(`${apps}/controllerrevisions`, "ControllerRevision", { data: { spec: { replicas: 1 } }, revision: 1 }),
  sample(`${apps}/daemonsets`, "DaemonSet", { spec: { selector, template } }),
  sample(`${apps}/deployments`, "Deployment", { spec: { selector, template } }),
  sample(`${apps}/replicasets`, "ReplicaSet", { spec: { selector, template } }),
  sample(`${apps}/statefulsets`, "StatefulSet", { spec: { selector, template, serviceName: "it" } }),
  sample(
    inGroup("events", "namespaces/default/events"),
    "Event",
    {
      eventTime: "2025-01-01T00:00:00.000000Z",
      reportingController: "example.com/it",
      reportingInstance: "it-1",
      action: "Starting",
      reason: "Started",
      regarding: { kind: "Pod", namespace: "default", name: "p" },
      type: "Normal",
    },
    "of-events",
  ),
  sample("/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers", "HorizontalPodAutoscaler", {
    spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "it" }, maxReplicas: 3 },
  }),
  sample(
    "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers",
    "HorizontalPodAutoscaler",
    {
      spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "it" }, maxReplicas: 3 },
    },
    "of-v1",
  ),
  sample(`${batch}/cronjobs`, "CronJob", {
    spec: { schedule: "0 * * * *", jobTemplate: { spec: { template: jobTemplate } } },
  }),
  sample(`${batch}/jobs`, "Job", { spec: { template: jobTemplate } }),
  sample(inGroup("certificates", "certificatesigningrequests"), "CertificateSigningRequest", {
    spec: { request: signingRequest, signerName: "example.com/it", usages: ["client auth"] },
  }),
  sample(inGroup("networking", "ingressclasses"), "IngressClass", { spec: { controller: "example.com/it" } }),
  sample(inGroup("networking", "namespaces/default/ingresses"), "Ingress", {
    spec: { defaultBackend: { service: { name: "it", port: { number: 80 } } } },
  }),
  sample(inGroup("networking", "namespaces/default/networkpolicies"), "NetworkPolicy", {
    spec: { podSelector: selector },
  }),
  sample("/apis/policy/v1/namespaces/default/poddisruptionbudgets", "PodDisruptionBudget", {
    spec: { selector, minAvailable: 1 },
  }),
  sample(inGroup("rbac.authorization", "clusterrolebindings"), "ClusterRoleBinding", { roleRef }),
  sample(inGroup("rbac.authorization", "clusterroles"), "ClusterRole", { rules }),
  sample(inGroup("rbac.authorization", "namespaces/default/rolebindings"), "RoleBinding", { roleRef }),
  sample(inGroup("rbac.authorization", "namespaces/default/roles"), "Role", { rules }),
  sample(inGroup("storage", "csidrivers"), "CSIDriver", { spec: { attachRequired: false } }),
  sample(inGroup("storage", "csinodes"), "CSINode", { spec: { drivers: [{ name: "csi.example.com", nodeID: "1" }] } }),
  sample(inGroup("storage", "namespaces/default/csistoragecapacities"), "CSIStorageCapacity", {
    storageClassName: "fast",
    capacity: "1Gi",
  }),
  sample(inGroup("storage", "storageclasses"), "StorageClass", { provisioner: "csi.example.com" }),
  sample(inGroup("storage", "volumeattachments"), "VolumeAttachment", {
    spec: { attacher: "csi.example.com", nodeName: "node", source: { persistentVolumeName: "volume" } },
  }),
  sample(inGroup("admissionregistration", "mutatingwebhookconfigurations"), "MutatingWebhookConfiguration", {
    webhooks: [webhook],
  }),
  sample(inGroup("admissionregistration", "validatingadmissionpolicies"), "ValidatingAdmissionPolicy", {
    spec: {
      matchConstraints: {
        resourceRules: [
          { operations: ["CREATE"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments"] },
        ],
      },
      validations: [{ expression: "true" }],
    },
  }),
  sample(inGroup("admissionregistration", "validatingadmissionpolicybindings"), "ValidatingAdmissionPolicyBinding", {
    spec: { policyName: "it", validationActions: ["Audit"] },
  }),
  sample(inGroup("admissionregistration", "validatingwebhookconfigurations"), "ValidatingWebhookConfiguration", {
    webhooks: [webhook],
  }),
  sample(
    inGroup("apiextensions", "customresourcedefinitions"),
    "CustomResourceDefinition",
    {
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural: "boats", kind: "Boat" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
      },
    },
    "boats.example.com",
  ),
  sample(inGroup("scheduling", "priorityclasses"), "PriorityClass", { value: 10 }),
  sample(inGroup("coordination", "namespaces/default/leases"), "Lease", { spec: { holderIdentity: "me" } }),
  sample(inGroup("node", "runtimeclasses"), "RuntimeClass", { handler: "it" }),
  sample(inGroup("discovery", "namespaces/default/endpointslices"), "EndpointSlice", {
    addressType: "IPv4",
    endpoints: [{ addresses: ["10.0.0.1"] }],
  }),
  sample(inGroup("flowcontrol.apiserver", "flowschemas"), "FlowSchema", {
    spec: { priorityLevelConfiguration: { name: "it" }, matchingPrecedence: 100 },
  }),
  sample(inGroup("flowcontrol.apiserver", "prioritylevelconfigurations"), "PriorityLevelConfiguration", {
    spec: { type: "Limited", limited: { limitResponse: { type: "Reject" } } },
  }),
];

/** Objects of the remaining kinds. Those of the reference have no content. */
const otherSamples = builtinKinds
  .filter(({ isStored, servedByDefault, verbs }) => isStored && servedByDefault && verbs.includes("create"))
  .map((declaration) => {
    const { group, version, kind, plural, scope } = declaration;
    const boundGroup = vocabularies.orch.bind(group);
    const root = `/${boundGroup === "" ? "api" : "apis"}/${formatGroupVersion({ group: boundGroup, version })}`;
    return sample(
      `${root}/${scope === "Namespaced" ? "namespaces/default/" : ""}${plural}`,
      kind,
      contentOfOwnKind(declaration),
    );
  })
  .filter(({ kind }) => !withContent.some((one) => one.kind === kind));

/** One object of each kind. Event and HorizontalPodAutoscaler have two samples, in different versions. */
export const oneOfEach: readonly SampleObject[] = [...withContent, ...otherSamples];
