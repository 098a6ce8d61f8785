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
    "Most nodes that may be without Pod meanwhile, as a number or a percentage rounded up. Default: 1.",
  ),
  maxSurge: pointer(
    intOrString,
    2,
    "Most nodes that may run the old and the new Pod, as a number or a percentage rounded up. Default: 0.",
  ),
};

export interface RollingUpdateDaemonSet extends FieldsOf<typeof rollingUpdateDaemonSetFields> {}

export const rollingUpdateDaemonSet: StructSchema<RollingUpdateDaemonSet> = struct(
  "apps/v1.RollingUpdateDaemonSet",
  "How a rolling update goes about it.",
  rollingUpdateDaemonSetFields,
);

const daemonSetUpdateStrategyFields = {
  type: optional(
    openEnum("v1.DaemonSetUpdateStrategyType", ["RollingUpdate", "OnDelete"]),
    1,
    "RollingUpdate replaces the Pods step by step; OnDelete waits for their deletion. Default: RollingUpdate.",
    { default: "RollingUpdate" },
  ),
  rollingUpdate: pointer(rollingUpdateDaemonSet, 2, "Settings of RollingUpdate."),
};

export interface DaemonSetUpdateStrategy extends FieldsOf<typeof daemonSetUpdateStrategyFields> {}

export const daemonSetUpdateStrategy: StructSchema<DaemonSetUpdateStrategy> = struct(
  "apps/v1.DaemonSetUpdateStrategy",
  "A way to replace the Pods of a DaemonSet, with its settings.",
  daemonSetUpdateStrategyFields,
);

const daemonSetSpecFields = {
  selector: requiredPointer(
    labelSelector,
    1,
    "Which Pods belong to the DaemonSet; the template's labels must match. Cannot be changed.",
  ),
  template: required(podTemplateSpec, 2, "The Pod to make on every node that the template's node selection allows."),
  updateStrategy: optional(daemonSetUpdateStrategy, 3, "How Pods get a changed template."),
  minReadySeconds: optional(
    nonNegative32,
    4,
    "Seconds that a Pod must be ready without a crash to count as available.",
  ),
  revisionHistoryLimit: pointer(
    nonNegative32,
    6,
    "Number of old revisions that are kept for a rollback. Default: 10.",
    { default: 10 },
  ),
};

export interface DaemonSetSpec extends FieldsOf<typeof daemonSetSpecFields> {}

export const daemonSetSpec: StructSchema<DaemonSetSpec> = struct(
  "apps/v1.DaemonSetSpec",
  "Which Pods a DaemonSet keeps, and how it changes them.",
  daemonSetSpecFields,
);

const daemonSetConditionFields = {
  type: required(namedText("v1.DaemonSetConditionType"), 1, "What the condition is about."),
  status: required(conditionStatus, 2, "Whether the condition holds: True, False or Unknown."),
  lastTransitionTime: optional(time, 3, "When the status last changed."),
  reason: optional(text, 4, "Why the status last changed, in one word."),
  message: optional(text, 5, "Details about the last change, for people."),
};

export interface DaemonSetCondition extends FieldsOf<typeof daemonSetConditionFields> {}

export const daemonSetCondition: StructSchema<DaemonSetCondition> = struct(
  "apps/v1.DaemonSetCondition",
  "One observed aspect of a DaemonSet.",
  daemonSetConditionFields,
);

const daemonSetStatusFields = {
  currentNumberScheduled: required(nonNegative32, 1, "Number of nodes that should and do run the Pod."),
  numberMisscheduled: required(nonNegative32, 2, "Number of nodes that run the Pod and should not."),
  desiredNumberScheduled: required(nonNegative32, 3, "Number of nodes that should run the Pod."),
  numberReady: required(nonNegative32, 4, "Number of nodes that should run the Pod and have one that is ready."),
  observedGeneration: optional(nonNegative64, 5, "The generation that the status was made from."),
  updatedNumberScheduled: optional(nonNegative32, 6, "Number of nodes that run the Pod of the current template."),
  numberAvailable: optional(nonNegative32, 7, "Number of nodes whose Pod has been ready for minReadySeconds."),
  numberUnavailable: optional(
    nonNegative32,
    8,
    "Number of nodes that should run the Pod and have none that is available.",
  ),
  collisionCount: pointer(nonNegative32, 9, "Number of name clashes of revisions; it makes the next name differ."),
  conditions: optional(
    list(daemonSetCondition, { type: "map", keys: ["type"], merge: "type" }),
    10,
    "Aspects of the DaemonSet's state.",
  ),
};

export interface DaemonSetStatus extends FieldsOf<typeof daemonSetStatusFields> {}

export const daemonSetStatus: StructSchema<DaemonSetStatus> = struct(
  "apps/v1.DaemonSetStatus",
  "On how many nodes a DaemonSet runs.",
  daemonSetStatusFields,
);

const daemonSetFields = {
  spec: optional(daemonSetSpec, 2, "Which Pods are kept, and how they are changed."),
  status: optional(daemonSetStatus, 3, "On how many nodes the DaemonSet runs."),
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
  doc: "Keeps one Pod running on every node, or on some of them.",
  fields: daemonSetFields,
});
