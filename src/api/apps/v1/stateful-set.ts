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
  partition: pointer(
    nonNegative32,
    1,
    "Ordinal from which on Pods are updated. Pods with a lower ordinal keep the old revision. Default: 0.",
  ),
  maxUnavailable: pointer(
    intOrString,
    2,
    "Largest number of unavailable Pods during the update, or a percentage, rounded up. Default: 1.",
    { featureGate: "MaxUnavailableStatefulSet" },
  ),
};

export interface RollingUpdateStatefulSetStrategy extends FieldsOf<typeof rollingUpdateStatefulSetStrategyFields> {}

export const rollingUpdateStatefulSetStrategy: StructSchema<RollingUpdateStatefulSetStrategy> = struct(
  "apps/v1.RollingUpdateStatefulSetStrategy",
  "Settings of a rolling update.",
  rollingUpdateStatefulSetStrategyFields,
);

const statefulSetUpdateStrategyFields = {
  type: optional(
    openEnum("v1.StatefulSetUpdateStrategyType", ["RollingUpdate", "OnDelete"]),
    1,
    "RollingUpdate replaces the Pods one after the other. OnDelete replaces a Pod after its deletion. Default: RollingUpdate.",
  ),
  rollingUpdate: pointer(rollingUpdateStatefulSetStrategy, 2, "Settings of RollingUpdate."),
};

export interface StatefulSetUpdateStrategy extends FieldsOf<typeof statefulSetUpdateStrategyFields> {}

export const statefulSetUpdateStrategy: StructSchema<StatefulSetUpdateStrategy> = struct(
  "apps/v1.StatefulSetUpdateStrategy",
  "Update strategy of a StatefulSet.",
  statefulSetUpdateStrategyFields,
);

const statefulSetPersistentVolumeClaimRetentionPolicyFields = {
  whenDeleted: optional(
    retentionPolicy,
    1,
    "Effect of the deletion of the StatefulSet: Retain keeps the claims, Delete deletes them. Default: Retain.",
    { default: "Retain" },
  ),
  whenScaled: optional(
    retentionPolicy,
    2,
    "Effect of scaling down: Retain keeps the claims of removed Pods, Delete deletes them. Default: Retain.",
    { default: "Retain" },
  ),
};

export interface StatefulSetPersistentVolumeClaimRetentionPolicy
  extends FieldsOf<typeof statefulSetPersistentVolumeClaimRetentionPolicyFields> {}

export const statefulSetPersistentVolumeClaimRetentionPolicy: StructSchema<StatefulSetPersistentVolumeClaimRetentionPolicy> =
  struct(
    "apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy",
    "Retention of the claims that a StatefulSet created.",
    statefulSetPersistentVolumeClaimRetentionPolicyFields,
  );

const statefulSetOrdinalsFields = {
  start: field(nonNegative32, { presence: "always", required: false }, 1, "Ordinal of the first Pod."),
};

export interface StatefulSetOrdinals extends FieldsOf<typeof statefulSetOrdinalsFields> {}

export const statefulSetOrdinals: StructSchema<StatefulSetOrdinals> = struct(
  "apps/v1.StatefulSetOrdinals",
  "Numbering of the Pods.",
  statefulSetOrdinalsFields,
);

/** Template of a claim. Its kind and version are optional. */
export interface ClaimTemplate
  extends Omit<PersistentVolumeClaim, "kind" | "apiVersion">,
    Partial<Pick<PersistentVolumeClaim, "kind" | "apiVersion">> {}

const claimTemplate: StructSchema<ClaimTemplate> = persistentVolumeClaim.schema;

const statefulSetSpecFields = {
  replicas: pointer(nonNegative32, 1, "Desired number of Pods. Default: 1.", { default: 1 }),
  selector: requiredPointer(
    labelSelector,
    2,
    "Selector for the Pods of the StatefulSet. It must match the template's labels. Immutable.",
  ),
  // The template is not validated, because volumes of claims are added later and claims get their names later.
  template: required(
    podTemplateSpec,
    3,
    "Template of the Pods. The name of a Pod is that of the StatefulSet with the Pod's ordinal.",
    {
      unchecked: true,
    },
  ),
  volumeClaimTemplates: optional(
    list(claimTemplate, { type: "atomic" }),
    4,
    "Templates of the claims that each Pod gets. A claim stays with the Pod's ordinal. Immutable.",
    { unchecked: true, featuresUnchecked: true },
  ),
  serviceName: required(
    text,
    5,
    "Name of the headless Service for the Pods' DNS names. It must exist before the Pods.",
  ),
  podManagementPolicy: optional(
    openEnum("v1.PodManagementPolicyType", ["OrderedReady", "Parallel"]),
    6,
    "OrderedReady creates and stops the Pods in order. Parallel does so at once. Default: OrderedReady.",
    { default: "OrderedReady" },
  ),
  updateStrategy: optional(statefulSetUpdateStrategy, 7, "Strategy for the replacement of Pods."),
  revisionHistoryLimit: pointer(int32, 8, "Number of old revisions that are kept for rollbacks. Default: 10.", {
    default: 10,
  }),
  minReadySeconds: optional(nonNegative32, 9, "Seconds for which a Pod must be ready to count as available."),
  persistentVolumeClaimRetentionPolicy: pointer(
    statefulSetPersistentVolumeClaimRetentionPolicy,
    10,
    "Retention of the claims when Pods or the StatefulSet are deleted.",
    { default: {} },
  ),
  ordinals: pointer(statefulSetOrdinals, 11, "Numbering of the Pods. Default: from 0."),
};

export interface StatefulSetSpec extends FieldsOf<typeof statefulSetSpecFields> {}

export const statefulSetSpec: StructSchema<StatefulSetSpec> = struct(
  "apps/v1.StatefulSetSpec",
  "Desired Pods of a StatefulSet, and their update strategy.",
  statefulSetSpecFields,
);

const statefulSetConditionFields = {
  type: required(namedText("v1.StatefulSetConditionType"), 1, "Type of the condition."),
  status: required(conditionStatus, 2, "Status of the condition: True, False or Unknown."),
  lastTransitionTime: optional(time, 3, "Time of the last change of the status."),
  reason: optional(text, 4, "Reason of the last change, in one word."),
  message: optional(text, 5, "Message about the last change for users."),
};

export interface StatefulSetCondition extends FieldsOf<typeof statefulSetConditionFields> {}

export const statefulSetCondition: StructSchema<StatefulSetCondition> = struct(
  "apps/v1.StatefulSetCondition",
  "Condition of a StatefulSet.",
  statefulSetConditionFields,
);

const statefulSetStatusFields = {
  observedGeneration: optional(nonNegative64, 1, "The metadata.generation that the controller last processed."),
  replicas: required(nonNegative32, 2, "Number of Pods that the controller has created."),
  readyReplicas: optional(nonNegative32, 3, "Number of Pods that are ready."),
  currentReplicas: optional(nonNegative32, 4, "Number of Pods of currentRevision."),
  updatedReplicas: optional(nonNegative32, 5, "Number of Pods of updateRevision."),
  currentRevision: optional(text, 6, "Revision of the Pods with the lowest ordinals."),
  updateRevision: optional(text, 7, "Revision to which Pods are being updated, from the highest ordinal down."),
  collisionCount: pointer(
    nonNegative32,
    9,
    "Number of name collisions of revisions. It changes the hash in the next name.",
  ),
  conditions: optional(
    list(statefulSetCondition, { type: "map", keys: ["type"], merge: "type" }),
    10,
    "Conditions of the StatefulSet.",
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
  "Observed state of a StatefulSet.",
  statefulSetStatusFields,
);

const statefulSetFields = {
  spec: optional(statefulSetSpec, 2, "Desired Pods, and their update strategy."),
  status: optional(statefulSetStatus, 3, "Observed state of the StatefulSet."),
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
  doc: "Runs a number of Pods with stable names and separate storage.",
  fields: statefulSetFields,
});
