import {
  type FieldsOf,
  type KindDeclaration,
  list,
  namedText,
  type ObjectOf,
  optional,
  pointer,
  required,
  requiredPointer,
  type StructSchema,
  statusSubresource,
  struct,
  text,
  time,
} from "../../../schema/index.ts";
import { conditionStatus } from "../../core/v1/condition-status.ts";
import { podTemplateSpec } from "../../core/v1/pod-template-spec.ts";
import { kind, replicaScale } from "../../kind.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";
import { nonNegative32, nonNegative64 } from "../../numbers.ts";

const replicaSetSpecFields = {
  replicas: pointer(nonNegative32, 1, "Number of Pods wanted. Default: 1.", { default: 1 }),
  minReadySeconds: optional(
    nonNegative32,
    4,
    "Seconds that a Pod must be ready without a crash to count as available.",
  ),
  selector: requiredPointer(
    labelSelector,
    2,
    "Which Pods belong to the ReplicaSet; the template's labels must match. Cannot be changed.",
  ),
  template: optional(podTemplateSpec, 3, "The Pods to make when there are too few."),
};

export interface ReplicaSetSpec extends FieldsOf<typeof replicaSetSpecFields> {}

export const replicaSetSpec: StructSchema<ReplicaSetSpec> = struct(
  "apps/v1.ReplicaSetSpec",
  "How many Pods a ReplicaSet keeps, and which.",
  replicaSetSpecFields,
);

const replicaSetConditionFields = {
  type: required(namedText("v1.ReplicaSetConditionType"), 1, "What the condition is about."),
  status: required(conditionStatus, 2, "Whether the condition holds: True, False or Unknown."),
  lastTransitionTime: optional(time, 3, "When the status last changed."),
  reason: optional(text, 4, "Why the status last changed, in one word."),
  message: optional(text, 5, "Details about the last change, for people."),
};

export interface ReplicaSetCondition extends FieldsOf<typeof replicaSetConditionFields> {}

export const replicaSetCondition: StructSchema<ReplicaSetCondition> = struct(
  "apps/v1.ReplicaSetCondition",
  "One observed aspect of a ReplicaSet.",
  replicaSetConditionFields,
);

const replicaSetStatusFields = {
  replicas: required(nonNegative32, 1, "Number of Pods at the last count."),
  fullyLabeledReplicas: optional(nonNegative32, 2, "Number of Pods that have all labels of the template."),
  readyReplicas: optional(nonNegative32, 4, "Number of Pods that are ready."),
  availableReplicas: optional(nonNegative32, 5, "Number of Pods that have been ready for minReadySeconds."),
  observedGeneration: optional(nonNegative64, 3, "The generation that the status was made from."),
  conditions: optional(
    list(replicaSetCondition, { type: "map", keys: ["type"], merge: "type" }),
    6,
    "Aspects of the ReplicaSet's state.",
  ),
};

export interface ReplicaSetStatus extends FieldsOf<typeof replicaSetStatusFields> {}

export const replicaSetStatus: StructSchema<ReplicaSetStatus> = struct(
  "apps/v1.ReplicaSetStatus",
  "How many Pods a ReplicaSet has.",
  replicaSetStatusFields,
);

const replicaSetFields = {
  spec: optional(replicaSetSpec, 2, "How many Pods are kept, and which."),
  status: optional(replicaSetStatus, 3, "How many Pods there are."),
};

export interface ReplicaSet extends ObjectOf<typeof replicaSetFields> {}

export const replicaSet: KindDeclaration<ReplicaSet> = kind({
  group: "apps",
  version: "v1",
  kind: "ReplicaSet",
  package: "apps",
  plural: "replicasets",
  shortNames: ["rs"],
  categories: ["all"],
  scope: "Namespaced",
  subresources: { status: statusSubresource(), scale: { ...replicaScale, missingGroup: "apps" } },
  rules: { updateChecks: { update: ["create", "schema", "change", "schema", "hook"] }, generation: ["spec"] },
  doc: "Keeps a number of equal Pods running. Usually made by a Deployment.",
  fields: replicaSetFields,
});
