import {
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
import { kind } from "../../kind.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";
import { nonNegative32, nonNegative64 } from "../../numbers.ts";

const rollingUpdateDaemonSetFields = {
  maxUnavailable: pointer(
    intOrString,
    1,
    "Largest number of nodes without an available Pod during the update, or a percentage, rounded up. Default: 1.",
  ),
  maxSurge: pointer(
    intOrString,
    2,
    "Largest number of nodes that run both the old and the new Pod, or a percentage, rounded up. Default: 0.",
  ),
};

export interface RollingUpdateDaemonSet extends FieldsOf<typeof rollingUpdateDaemonSetFields> {}

export const rollingUpdateDaemonSet: StructSchema<RollingUpdateDaemonSet> = struct(
  "apps/v1.RollingUpdateDaemonSet",
  "Settings of a rolling update.",
  rollingUpdateDaemonSetFields,
);

const daemonSetUpdateStrategyFields = {
  type: optional(
    openEnum("v1.DaemonSetUpdateStrategyType", ["RollingUpdate", "OnDelete"]),
    1,
    "RollingUpdate replaces the Pods step by step. OnDelete replaces a Pod after its deletion. Default: RollingUpdate.",
    { default: "RollingUpdate" },
  ),
  rollingUpdate: pointer(rollingUpdateDaemonSet, 2, "Settings of RollingUpdate."),
};

export interface DaemonSetUpdateStrategy extends FieldsOf<typeof daemonSetUpdateStrategyFields> {}

export const daemonSetUpdateStrategy: StructSchema<DaemonSetUpdateStrategy> = struct(
  "apps/v1.DaemonSetUpdateStrategy",
  "Update strategy of a DaemonSet.",
  daemonSetUpdateStrategyFields,
);

const daemonSetSpecFields = {
  selector: requiredPointer(
    labelSelector,
    1,
    "Selector for the Pods of the DaemonSet. It must match the template's labels. Immutable.",
  ),
  template: required(podTemplateSpec, 2, "Template of the Pod that runs on each selected node."),
  updateStrategy: optional(daemonSetUpdateStrategy, 3, "Strategy for the replacement of Pods."),
  minReadySeconds: optional(nonNegative32, 4, "Seconds for which a Pod must be ready to count as available."),
  revisionHistoryLimit: pointer(nonNegative32, 6, "Number of old revisions that are kept for rollbacks. Default: 10.", {
    default: 10,
  }),
};

export interface DaemonSetSpec extends FieldsOf<typeof daemonSetSpecFields> {}

export const daemonSetSpec: StructSchema<DaemonSetSpec> = struct(
  "apps/v1.DaemonSetSpec",
  "Desired Pods of a DaemonSet, and their update strategy.",
  daemonSetSpecFields,
);

const daemonSetConditionFields = {
  type: required(namedText("v1.DaemonSetConditionType"), 1, "Type of the condition."),
  status: required(conditionStatus, 2, "Status of the condition: True, False or Unknown."),
  lastTransitionTime: optional(time, 3, "Time of the last change of the status."),
  reason: optional(text, 4, "Reason of the last change, in one word."),
  message: optional(text, 5, "Message about the last change for users."),
};

export interface DaemonSetCondition extends FieldsOf<typeof daemonSetConditionFields> {}

export const daemonSetCondition: StructSchema<DaemonSetCondition> = struct(
  "apps/v1.DaemonSetCondition",
  "Condition of a DaemonSet.",
  daemonSetConditionFields,
);

const daemonSetStatusFields = {
  currentNumberScheduled: required(nonNegative32, 1, "Number of nodes that should and do run the Pod."),
  numberMisscheduled: required(nonNegative32, 2, "Number of nodes that run the Pod but should not."),
  desiredNumberScheduled: required(nonNegative32, 3, "Number of nodes that should run the Pod."),
  numberReady: required(nonNegative32, 4, "Number of nodes that should run the Pod and have a ready one."),
  observedGeneration: optional(nonNegative64, 5, "The metadata.generation that the controller last processed."),
  updatedNumberScheduled: optional(nonNegative32, 6, "Number of nodes whose Pod matches the current template."),
  numberAvailable: optional(nonNegative32, 7, "Number of nodes whose Pod has been ready for minReadySeconds."),
  numberUnavailable: optional(nonNegative32, 8, "Number of nodes that should run the Pod but have no available one."),
  collisionCount: pointer(
    nonNegative32,
    9,
    "Number of name collisions of revisions. It changes the hash in the next name.",
  ),
  conditions: optional(
    list(daemonSetCondition, { type: "map", keys: ["type"], merge: "type" }),
    10,
    "Conditions of the DaemonSet.",
  ),
};

export interface DaemonSetStatus extends FieldsOf<typeof daemonSetStatusFields> {}

export const daemonSetStatus: StructSchema<DaemonSetStatus> = struct(
  "apps/v1.DaemonSetStatus",
  "Observed state of a DaemonSet.",
  daemonSetStatusFields,
);

const daemonSetFields = {
  spec: optional(daemonSetSpec, 2, "Desired Pods, and their update strategy."),
  status: optional(daemonSetStatus, 3, "Observed state of the DaemonSet."),
};

export interface DaemonSet extends ObjectOf<typeof daemonSetFields> {}

export const daemonSet: KindDeclaration<DaemonSet> = kind({
  group: "apps",
  version: "v1",
  kind: "DaemonSet",
  package: "apps",
  plural: "daemonsets",
  shortNames: ["ds"],
  categories: ["all"],
  scope: "Namespaced",
  subresources: { status: statusSubresource() },
  rules: { updateChecks: { update: ["create", "schema", "change", "schema", "hook"] }, generation: ["spec"] },
  doc: "Runs one Pod on every node, or on selected nodes.",
  fields: daemonSetFields,
});
