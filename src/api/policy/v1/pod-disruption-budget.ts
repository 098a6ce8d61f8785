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
    "Number or percentage of the selected Pods that must remain available after an eviction. Mutually exclusive with maxUnavailable.",
  ),
  selector: pointer(
    labelSelector,
    2,
    "Selector for the Pods of the budget. Unset selects none, an empty selector selects all in the namespace.",
    {
      patchStrategy: "replace",
    },
  ),
  maxUnavailable: pointer(
    intOrString,
    3,
    "Number or percentage of the selected Pods that may be unavailable after an eviction. Mutually exclusive with minAvailable.",
  ),
  unhealthyPodEvictionPolicy: pointer(
    enumText("v1.UnhealthyPodEvictionPolicyType", ["AlwaysAllow", "IfHealthyBudget"]),
    4,
    "Eviction of running Pods that are not ready: AlwaysAllow, or IfHealthyBudget while enough others are healthy. " +
      "Default: IfHealthyBudget.",
  ),
};

export interface PodDisruptionBudgetSpec extends FieldsOf<typeof podDisruptionBudgetSpecFields> {}

export const podDisruptionBudgetSpec: StructSchema<PodDisruptionBudgetSpec> = struct(
  "policy/v1.PodDisruptionBudgetSpec",
  "Limits of voluntary disruptions.",
  podDisruptionBudgetSpecFields,
);

const podDisruptionBudgetStatusFields = {
  observedGeneration: optional(
    int64,
    1,
    "The metadata.generation that the controller last processed. Evictions wait until it is up to date.",
  ),
  disruptedPods: optional(
    map(time),
    2,
    "Pods whose eviction was allowed but not observed yet, by name, with the time of the eviction.",
  ),
  disruptionsAllowed: required(nonNegative32, 3, "Number of currently allowed evictions."),
  currentHealthy: required(nonNegative32, 4, "Number of healthy Pods."),
  desiredHealthy: required(nonNegative32, 5, "Smallest number of healthy Pods."),
  expectedPods: required(nonNegative32, 6, "Number of selected Pods."),
  conditions: optional(
    list(condition, { type: "map", keys: ["type"], merge: "type" }),
    7,
    "Conditions of the budget, such as DisruptionAllowed.",
  ),
};

export interface PodDisruptionBudgetStatus extends FieldsOf<typeof podDisruptionBudgetStatusFields> {}

export const podDisruptionBudgetStatus: StructSchema<PodDisruptionBudgetStatus> = struct(
  "policy/v1.PodDisruptionBudgetStatus",
  "Observed state of a PodDisruptionBudget.",
  podDisruptionBudgetStatusFields,
);

const podDisruptionBudgetFields = {
  spec: optional(podDisruptionBudgetSpec, 2, "Desired state of the budget."),
  status: optional(podDisruptionBudgetStatus, 3, "Observed state, which the controller writes."),
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
  doc: "Limit of the number of Pods of a set that may be evicted at once.",
  fields: podDisruptionBudgetFields,
});
