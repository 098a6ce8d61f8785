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
    "What the condition is about: Ready, PodScheduled, Initialized, ContainersReady and others.",
  ),
  status: required(conditionStatus, 2, "Whether the condition holds: True, False or Unknown."),
  lastProbeTime: optional(time, 3, "When the condition was last checked."),
  lastTransitionTime: optional(time, 4, "When the status last changed."),
  reason: optional(text, 5, "Why the status last changed, in one word."),
  message: optional(text, 6, "Details about the last change, for people."),
};

export interface PodCondition extends FieldsOf<typeof podConditionFields> {}

export const podCondition: StructSchema<PodCondition> = struct(
  "core/v1.PodCondition",
  "One observed aspect of a Pod.",
  podConditionFields,
);

const podIPFields = {
  ip: required(text, 1, "The address."),
};

export interface PodIP extends FieldsOf<typeof podIPFields> {}

export const podIP: StructSchema<PodIP> = struct("core/v1.PodIP", "An address of a Pod.", podIPFields);

const hostIPFields = {
  ip: required(text, 1, "The address."),
};

export interface HostIP extends FieldsOf<typeof hostIPFields> {}

export const hostIP: StructSchema<HostIP> = struct("core/v1.HostIP", "An address of a node.", hostIPFields);

const podStatusFields = {
  phase: optional(
    openEnum("v1.PodPhase", ["Pending", "Running", "Succeeded", "Failed", "Unknown"]),
    1,
    "Where the Pod stands in its life.",
  ),
  conditions: optional(
    list(podCondition, { type: "map", keys: ["type"], merge: "type" }),
    2,
    "Aspects of the Pod's state.",
  ),
  message: optional(text, 3, "Why the Pod is in this state, for people."),
  reason: optional(text, 4, "Why the Pod is in this state, in one word."),
  nominatedNodeName: optional(
    text,
    11,
    "Node on which room is being made for the Pod; it may still be placed elsewhere.",
  ),
  hostIP: optional(text, 5, "Main address of the node; empty until the Pod has started."),
  hostIPs: optional(
    list(hostIP, { type: "atomic", merge: "ip" }),
    16,
    "Addresses of the node, at most one per family; the first is hostIP.",
  ),
  podIP: optional(text, 6, "Main address of the Pod; empty until it is allocated."),
  podIPs: optional(
    list(podIP, { type: "map", keys: ["ip"], merge: "ip" }),
    12,
    "Addresses of the Pod, at most one per family; the first is podIP.",
  ),
  startTime: pointer(time, 7, "When the node accepted the Pod, before its images were pulled."),
  initContainerStatuses: optional(
    list(containerStatus, { type: "atomic" }),
    10,
    "States of the init containers, in their order.",
  ),
  containerStatuses: optional(list(containerStatus, { type: "atomic" }), 8, "States of the containers."),
  qosClass: optional(
    openEnum("v1.PodQOSClass", ["Guaranteed", "Burstable", "BestEffort"]),
    9,
    "Quality of service, computed from requests and limits.",
  ),
  ephemeralContainerStatuses: optional(
    list(containerStatus, { type: "atomic" }),
    13,
    "States of the ephemeral containers.",
  ),
  resize: optional(
    namedText("v1.PodResizeStatus"),
    14,
    "How far a wanted change of resources has come; empty when there is none.",
    { featureGate: "InPlacePodVerticalScaling", ...noFeatureUse },
  ),
  resourceClaimStatuses: optional(
    list(podResourceClaimStatus, { type: "map", keys: ["name"], merge: "name", retainKeys: true }),
    15,
    "Which ResourceClaims stand behind the entries of the spec.",
    { featureGate: "DynamicResourceAllocation", ...noFeatureUse },
  ),
};

export interface PodStatus extends FieldsOf<typeof podStatusFields> {}

export const podStatus: StructSchema<PodStatus> = struct(
  "core/v1.PodStatus",
  "How a Pod is doing; reported by its node.",
  podStatusFields,
);
