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
  replicas: pointer(nonNegative32, 1, "Desired number of Pods. Default: 1.", { default: 1 }),
  minReadySeconds: optional(nonNegative32, 4, "Seconds for which a Pod must be ready to count as available."),
  selector: requiredPointer(
    labelSelector,
    2,
    "Selector for the Pods of the ReplicaSet. It must match the template's labels. Immutable.",
  ),
  template: optional(podTemplateSpec, 3, "Template of the Pods."),
};

export interface ReplicaSetSpec extends FieldsOf<typeof replicaSetSpecFields> {}

export const replicaSetSpec: StructSchema<ReplicaSetSpec> = struct(
  "apps/v1.ReplicaSetSpec",
  "Desired Pods of a ReplicaSet.",
  replicaSetSpecFields,
);

const replicaSetConditionFields = {
  type: required(namedText("v1.ReplicaSetConditionType"), 1, "Type of the condition."),
  status: required(conditionStatus, 2, "Status of the condition: True, False or Unknown."),
  lastTransitionTime: optional(time, 3, "Time of the last change of the status."),
  reason: optional(text, 4, "Reason of the last change, in one word."),
  message: optional(text, 5, "Message about the last change for users."),
};

export interface ReplicaSetCondition extends FieldsOf<typeof replicaSetConditionFields> {}

export const replicaSetCondition: StructSchema<ReplicaSetCondition> = struct(
  "apps/v1.ReplicaSetCondition",
  "Condition of a ReplicaSet.",
  replicaSetConditionFields,
);

const replicaSetStatusFields = {
  replicas: required(nonNegative32, 1, "Current number of Pods."),
  fullyLabeledReplicas: optional(nonNegative32, 2, "Number of Pods that have all labels of the template."),
  readyReplicas: optional(nonNegative32, 4, "Number of Pods that are ready."),
  availableReplicas: optional(nonNegative32, 5, "Number of Pods that have been ready for minReadySeconds."),
  observedGeneration: optional(nonNegative64, 3, "The metadata.generation that the controller last processed."),
  conditions: optional(
    list(replicaSetCondition, { type: "map", keys: ["type"], merge: "type" }),
    6,
    "Conditions of the ReplicaSet.",
  ),
};

export interface ReplicaSetStatus extends FieldsOf<typeof replicaSetStatusFields> {}

export const replicaSetStatus: StructSchema<ReplicaSetStatus> = struct(
  "apps/v1.ReplicaSetStatus",
  "Observed state of a ReplicaSet.",
  replicaSetStatusFields,
);

const replicaSetFields = {
  spec: optional(replicaSetSpec, 2, "Desired Pods."),
  status: optional(replicaSetStatus, 3, "Observed state."),
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
  doc: "Runs a number of equal Pods. Usually created by a Deployment.",
  fields: replicaSetFields,
});
