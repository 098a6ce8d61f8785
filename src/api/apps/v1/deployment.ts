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
    "Most Pods that may be missing meanwhile, as a number or a percentage rounded down. Default: 25%.",
  ),
  maxSurge: pointer(
    intOrString,
    2,
    "Most Pods that there may be too many meanwhile, as a number or a percentage rounded up. Default: 25%.",
  ),
};

export interface RollingUpdateDeployment extends FieldsOf<typeof rollingUpdateDeploymentFields> {}

export const rollingUpdateDeployment: StructSchema<RollingUpdateDeployment> = struct(
  "apps/v1.RollingUpdateDeployment",
  "How a rolling update goes about it.",
  rollingUpdateDeploymentFields,
);

const deploymentStrategyFields = {
  type: optional(
    openEnum("v1.DeploymentStrategyType", ["Recreate", "RollingUpdate"]),
    1,
    "Recreate ends all old Pods first; RollingUpdate replaces them step by step. Default: RollingUpdate.",
    { default: "RollingUpdate" },
  ),
  rollingUpdate: pointer(rollingUpdateDeployment, 2, "Settings of RollingUpdate."),
};

export interface DeploymentStrategy extends FieldsOf<typeof deploymentStrategyFields> {}

export const deploymentStrategy: StructSchema<DeploymentStrategy> = struct(
  "apps/v1.DeploymentStrategy",
  "A way to replace Pods, with its settings.",
  deploymentStrategyFields,
);

const deploymentSpecFields = {
  replicas: pointer(nonNegative32, 1, "Number of Pods wanted. Default: 1.", { default: 1 }),
  selector: requiredPointer(
    labelSelector,
    2,
    "Which Pods belong to the Deployment; the template's labels must match. Cannot be changed.",
  ),
  template: required(podTemplateSpec, 3, "The Pods to make. A change of it starts a rollout."),
  strategy: optional(deploymentStrategy, 4, "How old Pods are replaced by new ones.", { patchStrategy: "retainKeys" }),
  minReadySeconds: optional(
    nonNegative32,
    5,
    "Seconds that a new Pod must be ready without a crash to count as available.",
  ),
  revisionHistoryLimit: pointer(
    nonNegative32,
    6,
    "Number of old ReplicaSets that are kept for a rollback. Default: 10.",
    { default: 10 },
  ),
  paused: optional(boolean, 7, "Whether changes of the template wait instead of starting a rollout."),
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
  "Which Pods a Deployment keeps, and how it changes them.",
  deploymentSpecFields,
);

const deploymentConditionFields = {
  type: required(
    namedText("v1.DeploymentConditionType"),
    1,
    "What the condition is about: Available, Progressing or ReplicaFailure.",
  ),
  status: required(conditionStatus, 2, "Whether the condition holds: True, False or Unknown."),
  lastUpdateTime: optional(time, 6, "When the condition was last updated."),
  lastTransitionTime: optional(time, 7, "When the status last changed."),
  reason: optional(text, 4, "Why the status last changed, in one word."),
  message: optional(text, 5, "Details about the last change, for people."),
};

export interface DeploymentCondition extends FieldsOf<typeof deploymentConditionFields> {}

export const deploymentCondition: StructSchema<DeploymentCondition> = struct(
  "apps/v1.DeploymentCondition",
  "One observed aspect of a Deployment.",
  deploymentConditionFields,
);

const deploymentStatusFields = {
  observedGeneration: optional(nonNegative64, 1, "The generation that the status was made from."),
  replicas: optional(nonNegative32, 2, "Number of Pods that belong to the Deployment."),
  updatedReplicas: optional(nonNegative32, 3, "Number of Pods that match the current template."),
  readyReplicas: optional(nonNegative32, 7, "Number of Pods that are ready."),
  availableReplicas: optional(nonNegative32, 4, "Number of Pods that have been ready for minReadySeconds."),
  unavailableReplicas: optional(nonNegative32, 5, "Number of Pods that are still missing or not available."),
  conditions: optional(
    list(deploymentCondition, { type: "map", keys: ["type"], merge: "type" }),
    6,
    "Aspects of the Deployment's state.",
  ),
  collisionCount: pointer(nonNegative32, 8, "Number of name clashes of ReplicaSets; it makes the next name differ."),
};

export interface DeploymentStatus extends FieldsOf<typeof deploymentStatusFields> {}

export const deploymentStatus: StructSchema<DeploymentStatus> = struct(
  "apps/v1.DeploymentStatus",
  "How far a Deployment has come.",
  deploymentStatusFields,
);

const deploymentFields = {
  spec: optional(deploymentSpec, 2, "Which Pods are kept, and how they are changed."),
  status: optional(deploymentStatus, 3, "How far the Deployment has come."),
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
  doc: "Keeps a number of equal Pods running and replaces them when their template changes.",
  fields: deploymentFields,
});
