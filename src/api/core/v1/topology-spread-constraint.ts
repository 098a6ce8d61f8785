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
  maxSkew: required(int32, 1, "Most by which a group may exceed the least filled one. At least 1."),
  topologyKey: required(text, 2, "Label of nodes; nodes with the same value form a group."),
  whenUnsatisfiable: required(
    enumText("v1.UnsatisfiableConstraintAction", ["DoNotSchedule", "ScheduleAnyway"]),
    3,
    "DoNotSchedule holds the Pod back; ScheduleAnyway takes the least uneven node.",
  ),
  labelSelector: pointer(labelSelector, 4, "Which Pods are counted, in the Pod's namespace."),
  minDomains: pointer(
    int32,
    5,
    "With fewer groups than this, the least filled one counts as empty. Default: 1. With DoNotSchedule only.",
  ),
  nodeAffinityPolicy: pointer(
    nodeInclusionPolicy,
    6,
    "Whether only nodes that the Pod's node selection allows are counted. Default: Honor.",
    { featureGate: "NodeInclusionPolicyInPodTopologySpread" },
  ),
  nodeTaintsPolicy: pointer(
    nodeInclusionPolicy,
    7,
    "Whether nodes with taints that the Pod does not tolerate are left out. Default: Ignore.",
    { featureGate: "NodeInclusionPolicyInPodTopologySpread" },
  ),
  matchLabelKeys: optional(
    list(text, { type: "atomic" }),
    8,
    "Labels of the Pod itself whose values counted Pods must share.",
    { featureGate: "MatchLabelKeysInPodTopologySpread" },
  ),
};

export interface TopologySpreadConstraint extends FieldsOf<typeof topologySpreadConstraintFields> {}

export const topologySpreadConstraint: StructSchema<TopologySpreadConstraint> = struct(
  "core/v1.TopologySpreadConstraint",
  "How evenly matching Pods are spread over groups of nodes.",
  topologySpreadConstraintFields,
);
