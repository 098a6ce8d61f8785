import {
  enumText,
  type FieldsOf,
  int64,
  intOrString,
  type KindDeclaration,
  list,
  map,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  statusSubresource,
  struct,
  time,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { condition } from "../../meta/v1/condition.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";
import { nonNegative32 } from "../../numbers.ts";

const podDisruptionBudgetSpecFields = {
  minAvailable: pointer(
    intOrString,
    1,
    "An eviction must leave so many Pods, as a number or a percentage. Excludes maxUnavailable.",
  ),
  selector: pointer(labelSelector, 2, "Which Pods the budget is about. Unset: none; empty: all of the namespace.", {
    patchStrategy: "replace",
  }),
  maxUnavailable: pointer(
    intOrString,
    3,
    "So many Pods may be missing after an eviction, as a number or a percentage. Excludes minAvailable.",
  ),
  unhealthyPodEvictionPolicy: pointer(
    enumText("v1.UnhealthyPodEvictionPolicyType", ["AlwaysAllow", "IfHealthyBudget"]),
    4,
    "When running Pods that are not ready may be evicted: AlwaysAllow, or IfHealthyBudget while enough others are healthy. " +
      "Unset means IfHealthyBudget.",
  ),
};

export interface PodDisruptionBudgetSpec extends FieldsOf<typeof podDisruptionBudgetSpecFields> {}

export const podDisruptionBudgetSpec: StructSchema<PodDisruptionBudgetSpec> = struct(
  "policy/v1.PodDisruptionBudgetSpec",
  "How many of which Pods may be missing by choice.",
  podDisruptionBudgetSpecFields,
);

const podDisruptionBudgetStatusFields = {
  observedGeneration: optional(
    int64,
    1,
    "The generation that the status was made from. While it is behind, nothing is evicted.",
  ),
  disruptedPods: optional(
    map(time),
    2,
    "Pods whose eviction is under way, by name, with the time at which it was granted.",
  ),
  disruptionsAllowed: required(nonNegative32, 3, "Number of evictions that are allowed now."),
  currentHealthy: required(nonNegative32, 4, "Number of healthy Pods."),
  desiredHealthy: required(nonNegative32, 5, "Number of healthy Pods that there must be."),
  expectedPods: required(nonNegative32, 6, "Number of Pods that are counted."),
  conditions: optional(
    list(condition, { type: "map", keys: ["type"], merge: "type" }),
    7,
    "Aspects of the budget's state, DisruptionAllowed among them.",
  ),
};

export interface PodDisruptionBudgetStatus extends FieldsOf<typeof podDisruptionBudgetStatusFields> {}

export const podDisruptionBudgetStatus: StructSchema<PodDisruptionBudgetStatus> = struct(
  "policy/v1.PodDisruptionBudgetStatus",
  "What is left of a budget.",
  podDisruptionBudgetStatusFields,
);

const podDisruptionBudgetFields = {
  spec: optional(podDisruptionBudgetSpec, 2, "How many of which Pods may be missing."),
  status: optional(podDisruptionBudgetStatus, 3, "What is left of the budget. Written by the controller."),
};

export interface PodDisruptionBudget extends ObjectOf<typeof podDisruptionBudgetFields> {}

export const podDisruptionBudget: KindDeclaration<PodDisruptionBudget> = kind({
  group: "policy",
  version: "v1",
  kind: "PodDisruptionBudget",
  package: "policy",
  plural: "poddisruptionbudgets",
  shortNames: ["pdb"],
  scope: "Namespaced",
  subresources: { status: statusSubresource() },
  rules: {
    createChecks: ["schema"],
    updateChecks: { update: ["schema", "hook"], subresource: ["schema", "hook"] },
    generation: ["spec"],
    unconditionalUpdate: false,
    freeFinalizerNames: true,
  },
  doc: "Limits how many Pods of a set may be evicted at once.",
  fields: podDisruptionBudgetFields,
});
