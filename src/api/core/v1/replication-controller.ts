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
  type: required(namedText("v1.ReplicationControllerConditionType"), 1, "What the condition is about."),
  status: required(conditionStatus, 2, "Whether the condition holds: True, False or Unknown."),
  lastTransitionTime: optional(time, 3, "When the status last changed."),
  reason: optional(text, 4, "Why the status last changed, in one word."),
  message: optional(text, 5, "Details about the last change, for people."),
};

export interface ReplicationControllerCondition extends FieldsOf<typeof replicationControllerConditionFields> {}

export const replicationControllerCondition: StructSchema<ReplicationControllerCondition> = struct(
  "core/v1.ReplicationControllerCondition",
  "One observed aspect of a ReplicationController.",
  replicationControllerConditionFields,
);

const replicationControllerSpecFields = {
  replicas: pointer(nonNegative32, 1, "Number of Pods wanted. Default: 1.", { default: 1 }),
  minReadySeconds: optional(
    nonNegative32,
    4,
    "Seconds that a Pod must be ready without a crash to count as available.",
  ),
  selector: optional(
    map(text, { atomic: true }),
    2,
    "Labels of the Pods that are counted. Default: the labels of the template.",
    { nonEmpty: true },
  ),
  template: pointer(podTemplateSpec, 3, "The Pods to make when there are too few.", { nonEmpty: true }),
};

export interface ReplicationControllerSpec extends FieldsOf<typeof replicationControllerSpecFields> {}

export const replicationControllerSpec: StructSchema<ReplicationControllerSpec> = struct(
  "core/v1.ReplicationControllerSpec",
  "How many Pods a ReplicationController keeps, and which.",
  replicationControllerSpecFields,
);

const replicationControllerStatusFields = {
  replicas: required(nonNegative32, 1, "Number of Pods at the last count."),
  fullyLabeledReplicas: optional(nonNegative32, 2, "Number of Pods that have all labels of the template."),
  readyReplicas: optional(nonNegative32, 4, "Number of Pods that are ready."),
  availableReplicas: optional(nonNegative32, 5, "Number of Pods that have been ready for minReadySeconds."),
  observedGeneration: optional(nonNegative64, 3, "The generation that the status was made from."),
  conditions: optional(
    list(replicationControllerCondition, { type: "map", keys: ["type"], merge: "type" }),
    6,
    "Aspects of the controller's state.",
  ),
};

export interface ReplicationControllerStatus extends FieldsOf<typeof replicationControllerStatusFields> {}

export const replicationControllerStatus: StructSchema<ReplicationControllerStatus> = struct(
  "core/v1.ReplicationControllerStatus",
  "How many Pods a ReplicationController has.",
  replicationControllerStatusFields,
);

const replicationControllerFields = {
  spec: optional(replicationControllerSpec, 2, "How many Pods are kept, and which."),
  status: optional(replicationControllerStatus, 3, "How many Pods there are."),
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
  doc: "Keeps a number of Pods running. Superseded by ReplicaSet and Deployment.",
  fields: replicationControllerFields,
});
