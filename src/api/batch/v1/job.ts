import {
  type FieldsOf,
  type KindDeclaration,
  list,
  namedText,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  sentTime,
  statusSubresource,
  struct,
  text,
  time,
} from "../../../schema/index.ts";
import { conditionStatus } from "../../core/v1/condition-status.ts";
import { kind } from "../../kind.ts";
import { nonNegative32 } from "../../numbers.ts";
import { jobSpec } from "./job-spec.ts";

const jobConditionFields = {
  type: required(namedText("v1.JobConditionType"), 1, "Type of the condition, such as Complete, Failed or Suspended."),
  status: required(conditionStatus, 2, "Status of the condition: True, False or Unknown."),
  lastProbeTime: optional(time, 3, "Time of the last check of the condition."),
  lastTransitionTime: optional(time, 4, "Time of the last change of the status."),
  reason: optional(text, 5, "Reason of the last change, in one word."),
  message: optional(text, 6, "Message about the last change for users."),
};

export interface JobCondition extends FieldsOf<typeof jobConditionFields> {}

export const jobCondition: StructSchema<JobCondition> = struct(
  "batch/v1.JobCondition",
  "Condition of a Job.",
  jobConditionFields,
);

const uncountedTerminatedPodsFields = {
  succeeded: optional(list(namedText("types.UID"), { type: "set" }), 1, "UIDs of Pods that succeeded."),
  failed: optional(list(namedText("types.UID"), { type: "set" }), 2, "UIDs of Pods that failed."),
};

export interface UncountedTerminatedPods extends FieldsOf<typeof uncountedTerminatedPodsFields> {}

export const uncountedTerminatedPods: StructSchema<UncountedTerminatedPods> = struct(
  "batch/v1.UncountedTerminatedPods",
  "UIDs of finished Pods that the counters do not include yet.",
  uncountedTerminatedPodsFields,
);

const jobStatusFields = {
  conditions: optional(
    list(jobCondition, { type: "atomic", merge: "type" }),
    1,
    "Conditions of the Job. Complete and Failed mean that it has finished.",
  ),
  startTime: pointer(sentTime, 2, "Time at which the Job was started or last resumed."),
  completionTime: pointer(sentTime, 3, "Time at which the Job completed. Unset if it failed."),
  active: optional(nonNegative32, 4, "Number of Pods that are pending or running, but not terminating."),
  succeeded: optional(nonNegative32, 5, "Number of Pods that succeeded."),
  failed: optional(nonNegative32, 6, "Number of Pods that failed."),
  terminating: pointer(nonNegative32, 11, "Number of terminating Pods."),
  completedIndexes: optional(text, 7, "Succeeded indexes in ascending order, such as 1,3-5."),
  failedIndexes: pointer(text, 10, "Failed indexes in ascending order, such as 1,3-5."),
  uncountedTerminatedPods: pointer(uncountedTerminatedPods, 8, "Finished Pods that the counters do not include yet."),
  ready: pointer(nonNegative32, 9, "Number of active Pods that are ready."),
};

export interface JobStatus extends FieldsOf<typeof jobStatusFields> {}

export const jobStatus: StructSchema<JobStatus> = struct(
  "batch/v1.JobStatus",
  "Observed state of a Job.",
  jobStatusFields,
);

const jobFields = {
  spec: optional(jobSpec, 2, "Desired state of the Job."),
  status: optional(jobStatus, 3, "Observed state of the Job."),
};

export interface Job extends ObjectOf<typeof jobFields> {}

export const job: KindDeclaration<Job> = kind({
  group: "batch",
  version: "v1",
  kind: "Job",
  package: "batch",
  plural: "jobs",
  categories: ["all"],
  scope: "Namespaced",
  subresources: { status: statusSubresource() },
  selectableFields: ["status.successful"],
  rules: {
    updateChecks: { update: ["create", "schema", "change", "schema", "hook"] },
    generation: ["spec"],
    defaultPropagation: "Orphan",
  },
  doc: "Runs Pods until a number of them have succeeded.",
  fields: jobFields,
});
