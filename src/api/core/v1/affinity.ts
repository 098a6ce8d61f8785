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
  weight: required(int32, 1, "Points that a matching node gains, from 1 to 100."),
  preference: required(
    nodeSelectorTerm,
    2,
    "Which nodes are preferred. An empty term matches all nodes and changes nothing.",
  ),
};

export interface PreferredSchedulingTerm extends FieldsOf<typeof preferredSchedulingTermFields> {}

export const preferredSchedulingTerm: StructSchema<PreferredSchedulingTerm> = struct(
  "core/v1.PreferredSchedulingTerm",
  "Nodes to prefer, with a weight.",
  preferredSchedulingTermFields,
);

const nodeAffinityFields = {
  requiredDuringSchedulingIgnoredDuringExecution: pointer(
    nodeSelector,
    1,
    "Nodes on which the Pod may run. A node that stops matching later keeps the Pod.",
  ),
  preferredDuringSchedulingIgnoredDuringExecution: optional(
    list(preferredSchedulingTerm, { type: "atomic" }),
    2,
    "Nodes that are preferred; the node with the most points wins.",
  ),
};

export interface NodeAffinity extends FieldsOf<typeof nodeAffinityFields> {}

export const nodeAffinity: StructSchema<NodeAffinity> = struct(
  "core/v1.NodeAffinity",
  "On which nodes a Pod may or should run.",
  nodeAffinityFields,
);

const podAffinityTermFields = {
  labelSelector: pointer(labelSelector, 1, "Which Pods are meant, by their labels. Unset means none."),
  namespaces: optional(
    list(text, { type: "atomic" }),
    2,
    "Namespaces of those Pods, besides what namespaceSelector selects. Default: the Pod's own.",
  ),
  topologyKey: required(text, 3, "Label of nodes; Pods are near when their nodes have the same value."),
  namespaceSelector: pointer(
    labelSelector,
    4,
    "Namespaces of those Pods, by their labels. Unset selects none, an empty selector all.",
  ),
  matchLabelKeys: optional(
    list(text, { type: "atomic" }),
    5,
    "Labels of the Pod itself whose values the other Pods must share.",
    { featureGate: "MatchLabelKeysInPodAffinity" },
  ),
  mismatchLabelKeys: optional(
    list(text, { type: "atomic" }),
    6,
    "Labels of the Pod itself whose values the other Pods must not share.",
    { featureGate: "MatchLabelKeysInPodAffinity" },
  ),
};

export interface PodAffinityTerm extends FieldsOf<typeof podAffinityTermFields> {}

export const podAffinityTerm: StructSchema<PodAffinityTerm> = struct(
  "core/v1.PodAffinityTerm",
  "Other Pods to be near to, or away from, and what counts as near.",
  podAffinityTermFields,
);

const weightedPodAffinityTermFields = {
  weight: required(int32, 1, "Points that a node gains for matching the term, from 1 to 100."),
  podAffinityTerm: required(podAffinityTerm, 2, "The Pods that are meant."),
};

export interface WeightedPodAffinityTerm extends FieldsOf<typeof weightedPodAffinityTermFields> {}

export const weightedPodAffinityTerm: StructSchema<WeightedPodAffinityTerm> = struct(
  "core/v1.WeightedPodAffinityTerm",
  "Pods to prefer or avoid, with a weight.",
  weightedPodAffinityTermFields,
);

const podAffinityFields = {
  requiredDuringSchedulingIgnoredDuringExecution: optional(
    list(podAffinityTerm, { type: "atomic" }),
    1,
    "All terms must hold when the Pod is placed. Later changes do not move it.",
  ),
  preferredDuringSchedulingIgnoredDuringExecution: optional(
    list(weightedPodAffinityTerm, { type: "atomic" }),
    2,
    "Terms that are preferred; the node with the most points wins.",
  ),
};

export interface PodAffinity extends FieldsOf<typeof podAffinityFields> {}

export const podAffinity: StructSchema<PodAffinity> = struct(
  "core/v1.PodAffinity",
  "Near which other Pods a Pod must or should run.",
  podAffinityFields,
);

const podAntiAffinityFields = {
  requiredDuringSchedulingIgnoredDuringExecution: optional(
    list(podAffinityTerm, { type: "atomic" }),
    1,
    "None of the terms may hold when the Pod is placed. Later changes do not move it.",
  ),
  preferredDuringSchedulingIgnoredDuringExecution: optional(
    list(weightedPodAffinityTerm, { type: "atomic" }),
    2,
    "Terms that are avoided; the node with the best points wins.",
  ),
};

export interface PodAntiAffinity extends FieldsOf<typeof podAntiAffinityFields> {}

export const podAntiAffinity: StructSchema<PodAntiAffinity> = struct(
  "core/v1.PodAntiAffinity",
  "Away from which other Pods a Pod must or should run.",
  podAntiAffinityFields,
);

const affinityFields = {
  nodeAffinity: pointer(nodeAffinity, 1, "On which nodes the Pod may or should run."),
  podAffinity: pointer(podAffinity, 2, "Near which other Pods it must or should run."),
  podAntiAffinity: pointer(podAntiAffinity, 3, "Away from which other Pods it must or should run."),
};

export interface Affinity extends FieldsOf<typeof affinityFields> {}

export const affinity: StructSchema<Affinity> = struct(
  "core/v1.Affinity",
  "Rules about where the scheduler places a Pod.",
  affinityFields,
);
