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
  name: required(namedText("v1.OSName"), 1, "The operating system: linux or windows."),
};

export interface PodOS extends FieldsOf<typeof podOSFields> {}

export const podOS: StructSchema<PodOS> = struct("core/v1.PodOS", "The operating system of a Pod.", podOSFields);

const podReadinessGateFields = {
  conditionType: required(namedText("v1.PodConditionType"), 1, "Type of a condition in the Pod's status."),
};

export interface PodReadinessGate extends FieldsOf<typeof podReadinessGateFields> {}

export const podReadinessGate: StructSchema<PodReadinessGate> = struct(
  "core/v1.PodReadinessGate",
  "A further condition that a Pod must meet to be ready.",
  podReadinessGateFields,
);

const podSchedulingGateFields = {
  name: required(text, 1, "Name of the gate, unique in the Pod."),
};

export interface PodSchedulingGate extends FieldsOf<typeof podSchedulingGateFields> {}

export const podSchedulingGate: StructSchema<PodSchedulingGate> = struct(
  "core/v1.PodSchedulingGate",
  "A reason not to schedule a Pod yet.",
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
    "Containers that run one after the other, each to its end, before the others start.",
  ),
  containers: required(
    list(container, { type: "map", keys: ["name"], merge: "name" }),
    2,
    "The containers; at least one. They cannot be added or removed later.",
    { nonEmpty: true },
  ),
  ephemeralContainers: optional(
    list(ephemeralContainer, { type: "map", keys: ["name"], merge: "name" }),
    34,
    "Containers added to the running Pod for debugging, through the subresource ephemeralcontainers only.",
  ),
  restartPolicy: optional(
    enumText("v1.RestartPolicy", ["Always", "OnFailure", "Never"]),
    3,
    "When ended containers are started again. Default: Always.",
    { default: "Always" },
  ),
  terminationGracePeriodSeconds: pointer(
    int64,
    4,
    "Seconds between the request to end and the kill. 0 kills at once. Default: 30.",
    { default: 30 },
  ),
  activeDeadlineSeconds: pointer(
    boundedInteger(int64, { minimum: 1, maximum: 2_147_483_647 }),
    5,
    "Seconds after the start at which the Pod is failed, however far it is. At least 1.",
  ),
  dnsPolicy: optional(
    enumText("v1.DNSPolicy", ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"]),
    6,
    "How names are resolved. None uses dnsConfig alone. Default: ClusterFirst.",
    { default: "ClusterFirst" },
  ),
  nodeSelector: optional(map(text, { atomic: true }), 7, "Labels that a node must have for the Pod to run there."),
  serviceAccountName: optional(
    formattedText({ format: "dns1123Subdomain" }),
    8,
    "The ServiceAccount that the Pod acts as. Default: default.",
  ),
  serviceAccount: optional(text, 9, "Deprecated, use serviceAccountName."),
  automountServiceAccountToken: pointer(
    boolean,
    21,
    "Whether a token of the service account is mounted. Unset leaves it to the service account.",
  ),
  nodeName: optional(
    formattedText({ format: "dns1123Subdomain" }),
    10,
    "The node that runs the Pod; empty until the scheduler has chosen one.",
  ),
  hostNetwork: optional(boolean, 11, "Whether the Pod uses the network of its node. Default: false."),
  hostPID: optional(boolean, 12, "Whether the Pod sees the processes of its node. Default: false."),
  hostIPC: optional(boolean, 13, "Whether the Pod uses the inter-process communication of its node. Default: false."),
  shareProcessNamespace: pointer(
    boolean,
    27,
    "Whether the containers see each other's processes. Not together with hostPID. Default: false.",
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
    "With it the Pod's full name is hostname.subdomain.namespace.svc.DOMAIN.",
  ),
  affinity: pointer(affinity, 18, "Rules about where the Pod is placed."),
  schedulerName: optional(text, 19, "The scheduler that places the Pod. Default: default-scheduler.", {
    default: "default-scheduler",
  }),
  tolerations: optional(list(toleration, { type: "atomic" }), 22, "Taints of nodes that do not keep the Pod away."),
  hostAliases: optional(
    list(hostAlias, { type: "map", keys: ["ip"], merge: "ip" }),
    23,
    "Additional lines of the Pod's hosts file.",
  ),
  priorityClassName: optional(
    formattedText({ format: "dns1123Subdomain" }),
    24,
    "The PriorityClass of the Pod. Default: the cluster's default class, else priority 0.",
  ),
  priority: pointer(int32, 25, "Importance of the Pod; filled from its priority class. Higher goes first."),
  dnsConfig: pointer(podDNSConfig, 26, "DNS settings that are added to those of dnsPolicy."),
  readinessGates: optional(
    list(podReadinessGate, { type: "atomic" }),
    28,
    "Further conditions that must be True for the Pod to be ready.",
  ),
  runtimeClassName: pointer(text, 29, "The RuntimeClass that runs the Pod. Default: the node's own runtime."),
  enableServiceLinks: pointer(
    boolean,
    30,
    "Whether variables for the namespace's Services are put into the environment. Default: true.",
  ),
  preemptionPolicy: pointer(
    openEnum("v1.PreemptionPolicy", ["PreemptLowerPriority", "Never"]),
    31,
    "Whether Pods of lower priority may be removed to make room. Default: PreemptLowerPriority.",
  ),
  overhead: optional(
    resourceList,
    32,
    "Resources that the runtime itself needs, added to those of the containers. Filled from the RuntimeClass.",
  ),
  topologySpreadConstraints: optional(
    list(topologySpreadConstraint, { type: "map", keys: ["topologyKey", "whenUnsatisfiable"], merge: "topologyKey" }),
    33,
    "How evenly Pods are spread over groups of nodes; all constraints must hold.",
  ),
  setHostnameAsFQDN: pointer(
    boolean,
    35,
    "Whether the host name is the full name instead of its first part. Default: false.",
  ),
  os: pointer(podOS, 36, "The operating system of the containers. Fields of the other system may then not be set."),
  hostUsers: pointer(boolean, 37, "False runs the Pod in a user namespace of its own. Default: true.", {
    featureGate: "UserNamespacesSupport",
  }),
  schedulingGates: optional(
    list(podSchedulingGate, { type: "map", keys: ["name"], merge: "name" }),
    38,
    "While there are any, the Pod is not scheduled. They can only be set at creation, and removed later.",
  ),
  resourceClaims: optional(
    list(podResourceClaim, { type: "map", keys: ["name"], merge: "name", retainKeys: true }),
    39,
    "Claims on devices that must be ready before the Pod starts.",
    { featureGate: "DynamicResourceAllocation" },
  ),
  resources: pointer(resourceRequirements, 40, "Compute resources of all containers together: cpu and memory only.", {
    featureGate: "PodLevelResources",
  }),
};

export interface PodSpec extends FieldsOf<typeof podSpecFields> {}

export const podSpec: StructSchema<PodSpec> = struct(
  "core/v1.PodSpec",
  "What a Pod runs, and how and where.",
  podSpecFields,
);
