import {
  boolean,
  boundedInteger,
  enumText,
  type FieldsOf,
  formattedText,
  int32,
  int64,
  list,
  map,
  namedText,
  openEnum,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { affinity } from "./affinity.ts";
import { container } from "./container.ts";
import { ephemeralContainer } from "./ephemeral-container.ts";
import { localObjectReference } from "./local-object-reference.ts";
import { hostAlias, podDNSConfig } from "./pod-dns.ts";
import { podResourceClaim } from "./pod-resource-claim.ts";
import { podSecurityContext } from "./pod-security-context.ts";
import { resourceList, resourceRequirements } from "./resources.ts";
import { toleration } from "./taint.ts";
import { topologySpreadConstraint } from "./topology-spread-constraint.ts";
import { volume } from "./volume.ts";

const podOSFields = {
  name: required(namedText("v1.OSName"), 1, "Name of the operating system: linux or windows."),
};

export interface PodOS extends FieldsOf<typeof podOSFields> {}

export const podOS: StructSchema<PodOS> = struct("core/v1.PodOS", "Operating system of a Pod.", podOSFields);

const podReadinessGateFields = {
  conditionType: required(namedText("v1.PodConditionType"), 1, "Type of a condition in the Pod's status."),
};

export interface PodReadinessGate extends FieldsOf<typeof podReadinessGateFields> {}

export const podReadinessGate: StructSchema<PodReadinessGate> = struct(
  "core/v1.PodReadinessGate",
  "Further condition that a Pod must meet to be ready.",
  podReadinessGateFields,
);

const podSchedulingGateFields = {
  name: required(text, 1, "Name of the gate, unique in the Pod."),
};

export interface PodSchedulingGate extends FieldsOf<typeof podSchedulingGateFields> {}

export const podSchedulingGate: StructSchema<PodSchedulingGate> = struct(
  "core/v1.PodSchedulingGate",
  "Gate that prevents the scheduling of a Pod.",
  podSchedulingGateFields,
);

const podSpecFields = {
  volumes: optional(
    list(volume, { type: "map", keys: ["name"], merge: "name", retainKeys: true }),
    1,
    "Volumes that the containers can mount.",
  ),
  initContainers: optional(
    list(container, { type: "map", keys: ["name"], merge: "name" }),
    20,
    "Containers that run one after the other, each to completion, before the main containers start.",
  ),
  containers: required(
    list(container, { type: "map", keys: ["name"], merge: "name" }),
    2,
    "Main containers, at least one. They cannot be added or removed later.",
    { nonEmpty: true },
  ),
  ephemeralContainers: optional(
    list(ephemeralContainer, { type: "map", keys: ["name"], merge: "name" }),
    34,
    "Containers that were added to the running Pod for debugging. Only the subresource ephemeralcontainers changes them.",
  ),
  restartPolicy: optional(
    enumText("v1.RestartPolicy", ["Always", "OnFailure", "Never"]),
    3,
    "Restart policy of containers: Always, OnFailure or Never. Default: Always.",
    { default: "Always" },
  ),
  terminationGracePeriodSeconds: pointer(
    int64,
    4,
    "Seconds between the request to stop and the kill. 0 kills at once. Default: 30.",
    { default: 30 },
  ),
  activeDeadlineSeconds: pointer(
    boundedInteger(int64, { minimum: 1, maximum: 2_147_483_647 }),
    5,
    "Seconds after the start at which the Pod fails. At least 1.",
  ),
  dnsPolicy: optional(
    enumText("v1.DNSPolicy", ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"]),
    6,
    "DNS policy: ClusterFirst, ClusterFirstWithHostNet, Default, or None, which uses only dnsConfig. Default: ClusterFirst.",
    { default: "ClusterFirst" },
  ),
  nodeSelector: optional(map(text, { atomic: true }), 7, "Labels that a node must have to run the Pod."),
  serviceAccountName: optional(
    formattedText({ format: "dns1123Subdomain" }),
    8,
    "ServiceAccount of the Pod. Default: default.",
  ),
  serviceAccount: optional(text, 9, "Deprecated, use serviceAccountName."),
  automountServiceAccountToken: pointer(
    boolean,
    21,
    "Whether a token of the service account is mounted. Default: the setting of the service account.",
  ),
  nodeName: optional(
    formattedText({ format: "dns1123Subdomain" }),
    10,
    "Node of the Pod. Empty until it is scheduled.",
  ),
  hostNetwork: optional(boolean, 11, "Whether the Pod uses the network of its node. Default: false."),
  hostPID: optional(boolean, 12, "Whether the Pod uses the process namespace of its node. Default: false."),
  hostIPC: optional(boolean, 13, "Whether the Pod uses the IPC namespace of its node. Default: false."),
  shareProcessNamespace: pointer(
    boolean,
    27,
    "Whether the containers share a process namespace. Mutually exclusive with hostPID. Default: false.",
  ),
  securityContext: pointer(podSecurityContext, 14, "Security settings of the Pod and of all containers.", {
    default: {},
  }),
  imagePullSecrets: optional(
    list(localObjectReference, { type: "map", keys: ["name"], merge: "name" }),
    15,
    "Secrets with credentials for the registries of the images.",
  ),
  hostname: optional(formattedText({ format: "dns1123Label" }), 16, "Host name of the Pod. Default: the Pod's name."),
  subdomain: optional(
    formattedText({ format: "dns1123Label" }),
    17,
    "Subdomain of the Pod. Its full name is then hostname.subdomain.namespace.svc.DOMAIN.",
  ),
  affinity: pointer(affinity, 18, "Scheduling constraints of the Pod."),
  schedulerName: optional(text, 19, "Name of the scheduler. Default: default-scheduler.", {
    default: "default-scheduler",
  }),
  tolerations: optional(list(toleration, { type: "atomic" }), 22, "Tolerations of node taints."),
  hostAliases: optional(
    list(hostAlias, { type: "map", keys: ["ip"], merge: "ip" }),
    23,
    "Additional lines of the Pod's hosts file.",
  ),
  priorityClassName: optional(
    formattedText({ format: "dns1123Subdomain" }),
    24,
    "PriorityClass of the Pod. Default: the cluster's default class, or else priority 0.",
  ),
  priority: pointer(int32, 25, "Priority of the Pod, set from its class. Higher values come first."),
  dnsConfig: pointer(podDNSConfig, 26, "DNS settings that are added to those of dnsPolicy."),
  readinessGates: optional(
    list(podReadinessGate, { type: "atomic" }),
    28,
    "Further conditions that must be True before the Pod is ready.",
  ),
  runtimeClassName: pointer(text, 29, "RuntimeClass of the Pod. Default: the node's default runtime."),
  enableServiceLinks: pointer(
    boolean,
    30,
    "Whether the environment contains variables for the namespace's Services. Default: true.",
  ),
  preemptionPolicy: pointer(
    openEnum("v1.PreemptionPolicy", ["PreemptLowerPriority", "Never"]),
    31,
    "Whether the Pod can preempt Pods of lower priority: PreemptLowerPriority or Never. Default: PreemptLowerPriority.",
  ),
  overhead: optional(
    resourceList,
    32,
    "Resources of the runtime in addition to those of the containers. Set from the RuntimeClass.",
  ),
  topologySpreadConstraints: optional(
    list(topologySpreadConstraint, { type: "map", keys: ["topologyKey", "whenUnsatisfiable"], merge: "topologyKey" }),
    33,
    "Constraints on the distribution of Pods over groups of nodes. All must be met.",
  ),
  setHostnameAsFQDN: pointer(boolean, 35, "Whether the host name is the fully qualified name. Default: false."),
  os: pointer(
    podOS,
    36,
    "Operating system of the containers. Fields of the other operating system must not be set then.",
  ),
  hostUsers: pointer(boolean, 37, "Whether the Pod uses the user namespace of its node. Default: true.", {
    featureGate: "UserNamespacesSupport",
  }),
  schedulingGates: optional(
    list(podSchedulingGate, { type: "map", keys: ["name"], merge: "name" }),
    38,
    "Gates that prevent scheduling. They can only be set on create, and removed later.",
  ),
  resourceClaims: optional(
    list(podResourceClaim, { type: "map", keys: ["name"], merge: "name", retainKeys: true }),
    39,
    "Claims on devices that must be allocated before the Pod starts.",
    { featureGate: "DynamicResourceAllocation" },
  ),
  resources: pointer(resourceRequirements, 40, "Resources of the whole Pod: cpu and memory only.", {
    featureGate: "PodLevelResources",
  }),
};

export interface PodSpec extends FieldsOf<typeof podSpecFields> {}

export const podSpec: StructSchema<PodSpec> = struct("core/v1.PodSpec", "Desired state of a Pod.", podSpecFields);
