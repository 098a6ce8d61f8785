import {
  type FieldsOf,
  type KindDeclaration,
  list,
  map,
  namedText,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  statusSubresource,
  struct,
  text,
  time,
} from "../../../schema/index.ts";
import { kind, replicaScale } from "../../kind.ts";
import { nonNegative32, nonNegative64 } from "../../numbers.ts";
import { conditionStatus } from "./condition-status.ts";
import { podTemplateSpec } from "./pod-template-spec.ts";

const replicationControllerConditionFields = {
  type: required(namedText("v1.ReplicationControllerConditionType"), 1, "Type of the condition."),
  status: required(conditionStatus, 2, "Status of the condition: True, False or Unknown."),
  lastTransitionTime: optional(time, 3, "Time of the last change of the status."),
  reason: optional(text, 4, "Reason of the last change, in one word."),
  message: optional(text, 5, "Message about the last change for users."),
};

export interface ReplicationControllerCondition extends FieldsOf<typeof replicationControllerConditionFields> {}

export const replicationControllerCondition: StructSchema<ReplicationControllerCondition> = struct(
  "core/v1.ReplicationControllerCondition",
  "Condition of a ReplicationController.",
  replicationControllerConditionFields,
);

const replicationControllerSpecFields = {
  replicas: pointer(nonNegative32, 1, "Desired number of Pods. Default: 1.", { default: 1 }),
  minReadySeconds: optional(nonNegative32, 4, "Seconds for which a Pod must be ready to count as available."),
  selector: optional(
    map(text, { atomic: true }),
    2,
    "Labels of the Pods that are counted. Default: the labels of the template.",
    { nonEmpty: true },
  ),
  template: pointer(podTemplateSpec, 3, "Template of the Pods.", { nonEmpty: true }),
};

export interface ReplicationControllerSpec extends FieldsOf<typeof replicationControllerSpecFields> {}

export const replicationControllerSpec: StructSchema<ReplicationControllerSpec> = struct(
  "core/v1.ReplicationControllerSpec",
  "Desired Pods of a ReplicationController.",
  replicationControllerSpecFields,
);

const replicationControllerStatusFields = {
  replicas: required(nonNegative32, 1, "Current number of Pods."),
  fullyLabeledReplicas: optional(nonNegative32, 2, "Number of Pods that have all labels of the template."),
  readyReplicas: optional(nonNegative32, 4, "Number of Pods that are ready."),
  availableReplicas: optional(nonNegative32, 5, "Number of Pods that have been ready for minReadySeconds."),
  observedGeneration: optional(nonNegative64, 3, "The metadata.generation that the controller last processed."),
  conditions: optional(
    list(replicationControllerCondition, { type: "map", keys: ["type"], merge: "type" }),
    6,
    "Conditions of the controller.",
  ),
};

export interface ReplicationControllerStatus extends FieldsOf<typeof replicationControllerStatusFields> {}

export const replicationControllerStatus: StructSchema<ReplicationControllerStatus> = struct(
  "core/v1.ReplicationControllerStatus",
  "Observed state of a ReplicationController.",
  replicationControllerStatusFields,
);

const replicationControllerFields = {
  spec: optional(replicationControllerSpec, 2, "Desired Pods."),
  status: optional(replicationControllerStatus, 3, "Observed state."),
};

export interface ReplicationController extends ObjectOf<typeof replicationControllerFields> {}

export const replicationController: KindDeclaration<ReplicationController> = kind({
  group: "",
  version: "v1",
  kind: "ReplicationController",
  package: "core",
  plural: "replicationcontrollers",
  shortNames: ["rc"],
  categories: ["all"],
  scope: "Namespaced",
  subresources: { status: statusSubresource(), scale: { ...replicaScale, missingGroup: "autoscaling" } },
  storage: { prefix: "controllers" },
  selectableFields: ["status.replicas"],
  rules: {
    updateChecks: { update: ["create", "schema", "change", "schema", "hook"] },
    generation: ["spec"],
    defaultPropagation: "Orphan",
  },
  doc: "Runs a number of Pods. ReplicaSet and Deployment have replaced it.",
  fields: replicationControllerFields,
});
