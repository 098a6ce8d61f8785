import {
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
import { nodeSelector, nodeSelectorTerm } from "./node-selector.ts";

const preferredSchedulingTermFields = {
  weight: required(int32, 1, "Weight that a matching node gains, from 1 to 100."),
  preference: required(nodeSelectorTerm, 2, "Preferred nodes. An empty term matches all nodes and has no effect."),
};

export interface PreferredSchedulingTerm extends FieldsOf<typeof preferredSchedulingTermFields> {}

export const preferredSchedulingTerm: StructSchema<PreferredSchedulingTerm> = struct(
  "core/v1.PreferredSchedulingTerm",
  "Preferred nodes, with a weight.",
  preferredSchedulingTermFields,
);

const nodeAffinityFields = {
  requiredDuringSchedulingIgnoredDuringExecution: pointer(
    nodeSelector,
    1,
    "Nodes on which the Pod may run. If a node stops matching later, the Pod stays.",
  ),
  preferredDuringSchedulingIgnoredDuringExecution: optional(
    list(preferredSchedulingTerm, { type: "atomic" }),
    2,
    "Preferred nodes. The scheduler chooses the node with the highest sum of weights.",
  ),
};

export interface NodeAffinity extends FieldsOf<typeof nodeAffinityFields> {}

export const nodeAffinity: StructSchema<NodeAffinity> = struct(
  "core/v1.NodeAffinity",
  "Required and preferred nodes of a Pod.",
  nodeAffinityFields,
);

const podAffinityTermFields = {
  labelSelector: pointer(labelSelector, 1, "Selector for the other Pods. Unset selects none."),
  namespaces: optional(
    list(text, { type: "atomic" }),
    2,
    "Namespaces of the other Pods, in addition to those of namespaceSelector. Default: the Pod's own namespace.",
  ),
  topologyKey: required(
    text,
    3,
    "Node label that defines a domain. Pods are in the same domain if their nodes have the same value.",
  ),
  namespaceSelector: pointer(
    labelSelector,
    4,
    "Selector for the namespaces of the other Pods. Unset selects none, an empty selector selects all.",
  ),
  matchLabelKeys: optional(
    list(text, { type: "atomic" }),
    5,
    "Keys of the Pod's own labels. The other Pods must have the same values.",
    { featureGate: "MatchLabelKeysInPodAffinity" },
  ),
  mismatchLabelKeys: optional(
    list(text, { type: "atomic" }),
    6,
    "Keys of the Pod's own labels. The other Pods must have different values.",
    { featureGate: "MatchLabelKeysInPodAffinity" },
  ),
};

export interface PodAffinityTerm extends FieldsOf<typeof podAffinityTermFields> {}

export const podAffinityTerm: StructSchema<PodAffinityTerm> = struct(
  "core/v1.PodAffinityTerm",
  "Selection of other Pods, with the node label that defines a domain.",
  podAffinityTermFields,
);

const weightedPodAffinityTermFields = {
  weight: required(int32, 1, "Weight that a node gains for matching the term, from 1 to 100."),
  podAffinityTerm: required(podAffinityTerm, 2, "Selection of other Pods."),
};

export interface WeightedPodAffinityTerm extends FieldsOf<typeof weightedPodAffinityTermFields> {}

export const weightedPodAffinityTerm: StructSchema<WeightedPodAffinityTerm> = struct(
  "core/v1.WeightedPodAffinityTerm",
  "Pods to prefer or to avoid, with a weight.",
  weightedPodAffinityTermFields,
);

const podAffinityFields = {
  requiredDuringSchedulingIgnoredDuringExecution: optional(
    list(podAffinityTerm, { type: "atomic" }),
    1,
    "Terms, all of which must be met when the Pod is scheduled. Later changes do not move the Pod.",
  ),
  preferredDuringSchedulingIgnoredDuringExecution: optional(
    list(weightedPodAffinityTerm, { type: "atomic" }),
    2,
    "Preferred terms. The scheduler chooses the node with the highest sum of weights.",
  ),
};

export interface PodAffinity extends FieldsOf<typeof podAffinityFields> {}

export const podAffinity: StructSchema<PodAffinity> = struct(
  "core/v1.PodAffinity",
  "Other Pods in whose domain a Pod must or should run.",
  podAffinityFields,
);

const podAntiAffinityFields = {
  requiredDuringSchedulingIgnoredDuringExecution: optional(
    list(podAffinityTerm, { type: "atomic" }),
    1,
    "Terms, none of which may be met when the Pod is scheduled. Later changes do not move the Pod.",
  ),
  preferredDuringSchedulingIgnoredDuringExecution: optional(
    list(weightedPodAffinityTerm, { type: "atomic" }),
    2,
    "Terms to avoid. The scheduler chooses the node with the lowest sum of weights.",
  ),
};

export interface PodAntiAffinity extends FieldsOf<typeof podAntiAffinityFields> {}

export const podAntiAffinity: StructSchema<PodAntiAffinity> = struct(
  "core/v1.PodAntiAffinity",
  "Other Pods outside whose domain a Pod must or should run.",
  podAntiAffinityFields,
);

const affinityFields = {
  nodeAffinity: pointer(nodeAffinity, 1, "Required and preferred nodes of the Pod."),
  podAffinity: pointer(podAffinity, 2, "Other Pods in whose domain the Pod must or should run."),
  podAntiAffinity: pointer(podAntiAffinity, 3, "Other Pods outside whose domain the Pod must or should run."),
};

export interface Affinity extends FieldsOf<typeof affinityFields> {}

export const affinity: StructSchema<Affinity> = struct(
  "core/v1.Affinity",
  "Scheduling constraints of a Pod.",
  affinityFields,
);
