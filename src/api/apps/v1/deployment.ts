import {
  boolean,
  type FieldsOf,
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
import { podTemplateSpec } from "../../core/v1/pod-template-spec.ts";
import { kind, replicaScale } from "../../kind.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";
import { nonNegative32, nonNegative64 } from "../../numbers.ts";

const rollingUpdateDeploymentFields = {
  maxUnavailable: pointer(
    intOrString,
    1,
    "Largest number of unavailable Pods during the update, or a percentage, rounded down. Default: 25%.",
  ),
  maxSurge: pointer(
    intOrString,
    2,
    "Largest number of additional Pods during the update, or a percentage, rounded up. Default: 25%.",
  ),
};

export interface RollingUpdateDeployment extends FieldsOf<typeof rollingUpdateDeploymentFields> {}

export const rollingUpdateDeployment: StructSchema<RollingUpdateDeployment> = struct(
  "apps/v1.RollingUpdateDeployment",
  "Settings of a rolling update.",
  rollingUpdateDeploymentFields,
);

const deploymentStrategyFields = {
  type: optional(
    openEnum("v1.DeploymentStrategyType", ["Recreate", "RollingUpdate"]),
    1,
    "Recreate stops all old Pods first. RollingUpdate replaces them step by step. Default: RollingUpdate.",
    { default: "RollingUpdate" },
  ),
  rollingUpdate: pointer(rollingUpdateDeployment, 2, "Settings of RollingUpdate."),
};

export interface DeploymentStrategy extends FieldsOf<typeof deploymentStrategyFields> {}

export const deploymentStrategy: StructSchema<DeploymentStrategy> = struct(
  "apps/v1.DeploymentStrategy",
  "Update strategy of a Deployment.",
  deploymentStrategyFields,
);

const deploymentSpecFields = {
  replicas: pointer(nonNegative32, 1, "Desired number of Pods. Default: 1.", { default: 1 }),
  selector: requiredPointer(
    labelSelector,
    2,
    "Selector for the Pods of the Deployment. It must match the template's labels. Immutable.",
  ),
  template: required(podTemplateSpec, 3, "Template of the Pods. A change starts a rollout."),
  strategy: optional(deploymentStrategy, 4, "Strategy for the replacement of Pods.", { patchStrategy: "retainKeys" }),
  minReadySeconds: optional(nonNegative32, 5, "Seconds for which a new Pod must be ready to count as available."),
  revisionHistoryLimit: pointer(
    nonNegative32,
    6,
    "Number of old ReplicaSets that are kept for rollbacks. Default: 10.",
    { default: 10 },
  ),
  paused: optional(boolean, 7, "Whether rollouts are paused."),
  progressDeadlineSeconds: pointer(
    nonNegative32,
    9,
    "Seconds without progress after which a rollout is reported as failed. Default: 600.",
    { default: 600 },
  ),
};

export interface DeploymentSpec extends FieldsOf<typeof deploymentSpecFields> {}

export const deploymentSpec: StructSchema<DeploymentSpec> = struct(
  "apps/v1.DeploymentSpec",
  "Desired Pods of a Deployment, and their update strategy.",
  deploymentSpecFields,
);

const deploymentConditionFields = {
  type: required(
    namedText("v1.DeploymentConditionType"),
    1,
    "Type of the condition: Available, Progressing or ReplicaFailure.",
  ),
  status: required(conditionStatus, 2, "Status of the condition: True, False or Unknown."),
  lastUpdateTime: optional(time, 6, "Time of the last update of the condition."),
  lastTransitionTime: optional(time, 7, "Time of the last change of the status."),
  reason: optional(text, 4, "Reason of the last change, in one word."),
  message: optional(text, 5, "Message about the last change for users."),
};

export interface DeploymentCondition extends FieldsOf<typeof deploymentConditionFields> {}

export const deploymentCondition: StructSchema<DeploymentCondition> = struct(
  "apps/v1.DeploymentCondition",
  "Condition of a Deployment.",
  deploymentConditionFields,
);

const deploymentStatusFields = {
  observedGeneration: optional(nonNegative64, 1, "The metadata.generation that the controller last processed."),
  replicas: optional(nonNegative32, 2, "Number of Pods of the Deployment."),
  updatedReplicas: optional(nonNegative32, 3, "Number of Pods that match the current template."),
  readyReplicas: optional(nonNegative32, 7, "Number of Pods that are ready."),
  availableReplicas: optional(nonNegative32, 4, "Number of Pods that have been ready for minReadySeconds."),
  unavailableReplicas: optional(nonNegative32, 5, "Number of Pods that are missing or unavailable."),
  conditions: optional(
    list(deploymentCondition, { type: "map", keys: ["type"], merge: "type" }),
    6,
    "Conditions of the Deployment.",
  ),
  collisionCount: pointer(
    nonNegative32,
    8,
    "Number of name collisions of ReplicaSets. It changes the hash in the next name.",
  ),
};

export interface DeploymentStatus extends FieldsOf<typeof deploymentStatusFields> {}

export const deploymentStatus: StructSchema<DeploymentStatus> = struct(
  "apps/v1.DeploymentStatus",
  "Observed state of a Deployment.",
  deploymentStatusFields,
);

const deploymentFields = {
  spec: optional(deploymentSpec, 2, "Desired Pods, and their update strategy."),
  status: optional(deploymentStatus, 3, "Observed state of the Deployment."),
};

export interface Deployment extends ObjectOf<typeof deploymentFields> {}

export const deployment: KindDeclaration<Deployment> = kind({
  group: "apps",
  version: "v1",
  kind: "Deployment",
  package: "apps",
  plural: "deployments",
  shortNames: ["deploy"],
  categories: ["all"],
  scope: "Namespaced",
  subresources: { status: statusSubresource(["metadata.labels"]), scale: { ...replicaScale, missingGroup: "apps" } },
  rules: { generation: ["spec", "metadata.annotations"] },
  doc: "Runs a number of equal Pods, and replaces them when their template changes.",
  fields: deploymentFields,
});
