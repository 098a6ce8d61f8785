import {
  type FieldsOf,
  field,
  int32,
  intOrString,
  type KindDeclaration,
  list,
  namedText,
  type ObjectOf,
  openEnum,
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
import { type PersistentVolumeClaim, persistentVolumeClaim } from "../../core/v1/persistent-volume-claim.ts";
import { podTemplateSpec } from "../../core/v1/pod-template-spec.ts";
import { kind, replicaScale } from "../../kind.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";
import { nonNegative32, nonNegative64 } from "../../numbers.ts";

const retentionPolicy = namedText("v1.PersistentVolumeClaimRetentionPolicyType");

const rollingUpdateStatefulSetStrategyFields = {
  partition: pointer(nonNegative32, 1, "Pods with a lower ordinal keep the old revision. Default: 0, all are updated."),
  maxUnavailable: pointer(
    intOrString,
    2,
    "Most Pods that may be missing meanwhile, as a number or a percentage rounded up. Default: 1.",
    { featureGate: "MaxUnavailableStatefulSet" },
  ),
};

export interface RollingUpdateStatefulSetStrategy extends FieldsOf<typeof rollingUpdateStatefulSetStrategyFields> {}

export const rollingUpdateStatefulSetStrategy: StructSchema<RollingUpdateStatefulSetStrategy> = struct(
  "apps/v1.RollingUpdateStatefulSetStrategy",
  "How a rolling update goes about it.",
  rollingUpdateStatefulSetStrategyFields,
);

const statefulSetUpdateStrategyFields = {
  type: optional(
    openEnum("v1.StatefulSetUpdateStrategyType", ["RollingUpdate", "OnDelete"]),
    1,
    "RollingUpdate replaces the Pods one after the other; OnDelete waits for their deletion. Default: RollingUpdate.",
  ),
  rollingUpdate: pointer(rollingUpdateStatefulSetStrategy, 2, "Settings of RollingUpdate."),
};

export interface StatefulSetUpdateStrategy extends FieldsOf<typeof statefulSetUpdateStrategyFields> {}

export const statefulSetUpdateStrategy: StructSchema<StatefulSetUpdateStrategy> = struct(
  "apps/v1.StatefulSetUpdateStrategy",
  "A way to replace the Pods of a StatefulSet, with its settings.",
  statefulSetUpdateStrategyFields,
);

const statefulSetPersistentVolumeClaimRetentionPolicyFields = {
  whenDeleted: optional(
    retentionPolicy,
    1,
    "When the StatefulSet is deleted: Retain keeps them, Delete deletes them too. Default: Retain.",
    { default: "Retain" },
  ),
  whenScaled: optional(
    retentionPolicy,
    2,
    "When there are fewer Pods than claims: Retain keeps the rest, Delete deletes it. Default: Retain.",
    { default: "Retain" },
  ),
};

export interface StatefulSetPersistentVolumeClaimRetentionPolicy
  extends FieldsOf<typeof statefulSetPersistentVolumeClaimRetentionPolicyFields> {}

export const statefulSetPersistentVolumeClaimRetentionPolicy: StructSchema<StatefulSetPersistentVolumeClaimRetentionPolicy> =
  struct(
    "apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy",
    "What becomes of the claims that a StatefulSet made.",
    statefulSetPersistentVolumeClaimRetentionPolicyFields,
  );

const statefulSetOrdinalsFields = {
  start: field(nonNegative32, { presence: "always", required: false }, 1, "Ordinal of the first Pod."),
};

export interface StatefulSetOrdinals extends FieldsOf<typeof statefulSetOrdinalsFields> {}

export const statefulSetOrdinals: StructSchema<StatefulSetOrdinals> = struct(
  "apps/v1.StatefulSetOrdinals",
  "How the Pods are numbered.",
  statefulSetOrdinalsFields,
);

/** A claim whose kind goes without saying. */
export interface ClaimTemplate
  extends Omit<PersistentVolumeClaim, "kind" | "apiVersion">,
    Partial<Pick<PersistentVolumeClaim, "kind" | "apiVersion">> {}

const claimTemplate: StructSchema<ClaimTemplate> = persistentVolumeClaim.schema;

const statefulSetSpecFields = {
  replicas: pointer(nonNegative32, 1, "Number of Pods wanted. Default: 1.", { default: 1 }),
  selector: requiredPointer(
    labelSelector,
    2,
    "Which Pods belong to the StatefulSet; the template's labels must match. Cannot be changed.",
  ),
  // Volumes that come from claims are not in the template, and claims get their names later: neither is checked.
  template: required(podTemplateSpec, 3, "The Pods to make. Each is named after the StatefulSet, with its ordinal.", {
    unchecked: true,
  }),
  volumeClaimTemplates: optional(
    list(claimTemplate, { type: "atomic" }),
    4,
    "Claims to make for every Pod. They stay with the Pod's ordinal. Cannot be changed.",
    { unchecked: true, featuresUnchecked: true },
  ),
  serviceName: required(text, 5, "The headless Service that gives the Pods their names; it must exist before them."),
  podManagementPolicy: optional(
    openEnum("v1.PodManagementPolicyType", ["OrderedReady", "Parallel"]),
    6,
    "OrderedReady makes and ends the Pods in order; Parallel does so all at once. Default: OrderedReady.",
    { default: "OrderedReady" },
  ),
  updateStrategy: optional(statefulSetUpdateStrategy, 7, "How Pods get a changed template."),
  revisionHistoryLimit: pointer(int32, 8, "Number of old revisions that are kept. Default: 10.", { default: 10 }),
  minReadySeconds: optional(
    nonNegative32,
    9,
    "Seconds that a Pod must be ready without a crash to count as available.",
  ),
  persistentVolumeClaimRetentionPolicy: pointer(
    statefulSetPersistentVolumeClaimRetentionPolicy,
    10,
    "What becomes of the claims when Pods or the StatefulSet go.",
    { default: {} },
  ),
  ordinals: pointer(statefulSetOrdinals, 11, "How the Pods are numbered. Default: from 0."),
};

export interface StatefulSetSpec extends FieldsOf<typeof statefulSetSpecFields> {}

export const statefulSetSpec: StructSchema<StatefulSetSpec> = struct(
  "apps/v1.StatefulSetSpec",
  "Which Pods a StatefulSet keeps, and how it changes them.",
  statefulSetSpecFields,
);

const statefulSetConditionFields = {
  type: required(namedText("v1.StatefulSetConditionType"), 1, "What the condition is about."),
  status: required(conditionStatus, 2, "Whether the condition holds: True, False or Unknown."),
  lastTransitionTime: optional(time, 3, "When the status last changed."),
  reason: optional(text, 4, "Why the status last changed, in one word."),
  message: optional(text, 5, "Details about the last change, for people."),
};

export interface StatefulSetCondition extends FieldsOf<typeof statefulSetConditionFields> {}

export const statefulSetCondition: StructSchema<StatefulSetCondition> = struct(
  "apps/v1.StatefulSetCondition",
  "One observed aspect of a StatefulSet.",
  statefulSetConditionFields,
);

const statefulSetStatusFields = {
  observedGeneration: optional(nonNegative64, 1, "The generation that the status was made from."),
  replicas: required(nonNegative32, 2, "Number of Pods that the controller has made."),
  readyReplicas: optional(nonNegative32, 3, "Number of Pods that are ready."),
  currentReplicas: optional(nonNegative32, 4, "Number of Pods of currentRevision."),
  updatedReplicas: optional(nonNegative32, 5, "Number of Pods of updateRevision."),
  currentRevision: optional(text, 6, "Revision of the Pods with the lowest ordinals."),
  updateRevision: optional(text, 7, "Revision to which Pods are being updated, from the highest ordinal down."),
  collisionCount: pointer(nonNegative32, 9, "Number of name clashes of revisions; it makes the next name differ."),
  conditions: optional(
    list(statefulSetCondition, { type: "map", keys: ["type"], merge: "type" }),
    10,
    "Aspects of the StatefulSet's state.",
  ),
  availableReplicas: field(
    nonNegative32,
    { presence: "always", required: false },
    11,
    "Number of Pods that have been ready for minReadySeconds.",
  ),
};

export interface StatefulSetStatus extends FieldsOf<typeof statefulSetStatusFields> {}

export const statefulSetStatus: StructSchema<StatefulSetStatus> = struct(
  "apps/v1.StatefulSetStatus",
  "How far a StatefulSet has come.",
  statefulSetStatusFields,
);

const statefulSetFields = {
  spec: optional(statefulSetSpec, 2, "Which Pods are kept, and how they are changed."),
  status: optional(statefulSetStatus, 3, "How far the StatefulSet has come."),
};

export interface StatefulSet extends ObjectOf<typeof statefulSetFields> {}

export const statefulSet: KindDeclaration<StatefulSet> = kind({
  group: "apps",
  version: "v1",
  kind: "StatefulSet",
  package: "apps",
  plural: "statefulsets",
  shortNames: ["sts"],
  categories: ["all"],
  scope: "Namespaced",
  subresources: { status: statusSubresource(), scale: replicaScale },
  rules: { generation: ["spec"] },
  doc: "Keeps a number of Pods with stable names and storage of their own.",
  fields: statefulSetFields,
});
