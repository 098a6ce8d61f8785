import {
  enumText,
  type FieldsOf,
  int32,
  list,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";

const nodeInclusionPolicy = enumText("v1.NodeInclusionPolicy", ["Honor", "Ignore"]);

const topologySpreadConstraintFields = {
  maxSkew: required(
    int32,
    1,
    "Largest difference between the number of Pods in a group and in the least filled group. At least 1.",
  ),
  topologyKey: required(text, 2, "Node label. Nodes with the same value form a group."),
  whenUnsatisfiable: required(
    enumText("v1.UnsatisfiableConstraintAction", ["DoNotSchedule", "ScheduleAnyway"]),
    3,
    "DoNotSchedule keeps the Pod unscheduled. ScheduleAnyway prefers nodes that reduce the difference.",
  ),
  labelSelector: pointer(labelSelector, 4, "Selector for the counted Pods, in the Pod's namespace."),
  minDomains: pointer(
    int32,
    5,
    "Number of groups below which the least filled group counts as empty. Only with DoNotSchedule. Default: 1.",
  ),
  nodeAffinityPolicy: pointer(
    nodeInclusionPolicy,
    6,
    "Honor counts only nodes that match the Pod's node selector and affinity. Ignore counts all. Default: Honor.",
    { featureGate: "NodeInclusionPolicyInPodTopologySpread" },
  ),
  nodeTaintsPolicy: pointer(
    nodeInclusionPolicy,
    7,
    "Honor excludes nodes with taints that the Pod does not tolerate. Ignore counts all. Default: Ignore.",
    { featureGate: "NodeInclusionPolicyInPodTopologySpread" },
  ),
  matchLabelKeys: optional(
    list(text, { type: "atomic" }),
    8,
    "Keys of the Pod's own labels. Counted Pods must have the same values.",
    { featureGate: "MatchLabelKeysInPodTopologySpread" },
  ),
};

export interface TopologySpreadConstraint extends FieldsOf<typeof topologySpreadConstraintFields> {}

export const topologySpreadConstraint: StructSchema<TopologySpreadConstraint> = struct(
  "core/v1.TopologySpreadConstraint",
  "Constraint on the distribution of matching Pods over groups of nodes.",
  topologySpreadConstraintFields,
);
