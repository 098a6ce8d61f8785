import {
  type FieldsOf,
  list,
  namedText,
  openEnum,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
  time,
} from "../../../schema/index.ts";
import { conditionStatus } from "./condition-status.ts";
import { containerStatus, noFeatureUse } from "./container-status.ts";
import { podResourceClaimStatus } from "./pod-resource-claim.ts";

const podConditionFields = {
  type: required(
    namedText("v1.PodConditionType"),
    1,
    "Type of the condition, such as Ready, PodScheduled, Initialized or ContainersReady.",
  ),
  status: required(conditionStatus, 2, "Status of the condition: True, False or Unknown."),
  lastProbeTime: optional(time, 3, "Time of the last check of the condition."),
  lastTransitionTime: optional(time, 4, "Time of the last change of the status."),
  reason: optional(text, 5, "Reason of the last change, in one word."),
  message: optional(text, 6, "Message about the last change for users."),
};

export interface PodCondition extends FieldsOf<typeof podConditionFields> {}

export const podCondition: StructSchema<PodCondition> = struct(
  "core/v1.PodCondition",
  "Condition of a Pod.",
  podConditionFields,
);

const podIPFields = {
  ip: required(text, 1, "The address."),
};

export interface PodIP extends FieldsOf<typeof podIPFields> {}

export const podIP: StructSchema<PodIP> = struct("core/v1.PodIP", "Address of a Pod.", podIPFields);

const hostIPFields = {
  ip: required(text, 1, "The address."),
};

export interface HostIP extends FieldsOf<typeof hostIPFields> {}

export const hostIP: StructSchema<HostIP> = struct("core/v1.HostIP", "Address of a node.", hostIPFields);

const podStatusFields = {
  phase: optional(
    openEnum("v1.PodPhase", ["Pending", "Running", "Succeeded", "Failed", "Unknown"]),
    1,
    "Phase of the Pod: Pending, Running, Succeeded, Failed or Unknown.",
  ),
  conditions: optional(list(podCondition, { type: "map", keys: ["type"], merge: "type" }), 2, "Conditions of the Pod."),
  message: optional(text, 3, "Message about the state."),
  reason: optional(text, 4, "Reason of the state, in one word."),
  nominatedNodeName: optional(
    text,
    11,
    "Node on which other Pods are preempted for the Pod. It may be scheduled to another one.",
  ),
  hostIP: optional(text, 5, "Main address of the node. Empty until the Pod has started."),
  hostIPs: optional(
    list(hostIP, { type: "atomic", merge: "ip" }),
    16,
    "Addresses of the node, at most one per family. The first is hostIP.",
  ),
  podIP: optional(text, 6, "Main address of the Pod. Empty until it is allocated."),
  podIPs: optional(
    list(podIP, { type: "map", keys: ["ip"], merge: "ip" }),
    12,
    "Addresses of the Pod, at most one per family. The first is podIP.",
  ),
  startTime: pointer(time, 7, "Time at which the node accepted the Pod, before it pulled the images."),
  initContainerStatuses: optional(
    list(containerStatus, { type: "atomic" }),
    10,
    "Statuses of the init containers, in their order.",
  ),
  containerStatuses: optional(list(containerStatus, { type: "atomic" }), 8, "Statuses of the main containers."),
  qosClass: optional(
    openEnum("v1.PodQOSClass", ["Guaranteed", "Burstable", "BestEffort"]),
    9,
    "Quality of service class, derived from requests and limits.",
  ),
  ephemeralContainerStatuses: optional(
    list(containerStatus, { type: "atomic" }),
    13,
    "Statuses of the ephemeral containers.",
  ),
  resize: optional(namedText("v1.PodResizeStatus"), 14, "State of a resize. Empty if there is none.", {
    featureGate: "InPlacePodVerticalScaling",
    ...noFeatureUse,
  }),
  resourceClaimStatuses: optional(
    list(podResourceClaimStatus, { type: "map", keys: ["name"], merge: "name", retainKeys: true }),
    15,
    "ResourceClaims of the entries in the spec.",
    { featureGate: "DynamicResourceAllocation", ...noFeatureUse },
  ),
};

export interface PodStatus extends FieldsOf<typeof podStatusFields> {}

export const podStatus: StructSchema<PodStatus> = struct(
  "core/v1.PodStatus",
  "Observed state of a Pod, which its node reports.",
  podStatusFields,
);
