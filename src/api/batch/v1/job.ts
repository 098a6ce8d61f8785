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
  type: required(
    namedText("v1.JobConditionType"),
    1,
    "What the condition is about: Complete, Failed, Suspended and others.",
  ),
  status: required(conditionStatus, 2, "Whether the condition holds: True, False or Unknown."),
  lastProbeTime: optional(time, 3, "When the condition was last checked."),
  lastTransitionTime: optional(time, 4, "When the status last changed."),
  reason: optional(text, 5, "Why the status last changed, in one word."),
  message: optional(text, 6, "Details about the last change, for people."),
};

export interface JobCondition extends FieldsOf<typeof jobConditionFields> {}

export const jobCondition: StructSchema<JobCondition> = struct(
  "batch/v1.JobCondition",
  "One observed aspect of a Job.",
  jobConditionFields,
);

const uncountedTerminatedPodsFields = {
  succeeded: optional(list(namedText("types.UID"), { type: "set" }), 1, "Identifiers of Pods that succeeded."),
  failed: optional(list(namedText("types.UID"), { type: "set" }), 2, "Identifiers of Pods that failed."),
};

export interface UncountedTerminatedPods extends FieldsOf<typeof uncountedTerminatedPodsFields> {}

export const uncountedTerminatedPods: StructSchema<UncountedTerminatedPods> = struct(
  "batch/v1.UncountedTerminatedPods",
  "UIDs of ended Pods that the counters do not include yet.",
  uncountedTerminatedPodsFields,
);

const jobStatusFields = {
  conditions: optional(
    list(jobCondition, { type: "atomic", merge: "type" }),
    1,
    "Aspects of the Job's state. Complete and Failed mean that it has ended.",
  ),
  startTime: pointer(sentTime, 2, "When the Job was started, or last resumed."),
  completionTime: pointer(sentTime, 3, "When the Job completed. Not set when it failed."),
  active: optional(nonNegative32, 4, "Number of Pods that are pending or running and not ending."),
  succeeded: optional(nonNegative32, 5, "Number of Pods that succeeded."),
  failed: optional(nonNegative32, 6, "Number of Pods that failed."),
  terminating: pointer(nonNegative32, 11, "Number of Pods that are ending."),
  completedIndexes: optional(text, 7, "Indexes that have succeeded, in ascending order: 1,3-5."),
  failedIndexes: pointer(text, 10, "Indexes that have failed for good, in ascending order: 1,3-5."),
  uncountedTerminatedPods: pointer(uncountedTerminatedPods, 8, "Pods that have ended but are not in the counters yet."),
  ready: pointer(nonNegative32, 9, "Number of active Pods that are ready."),
};

export interface JobStatus extends FieldsOf<typeof jobStatusFields> {}

export const jobStatus: StructSchema<JobStatus> = struct(
  "batch/v1.JobStatus",
  "How far a Job has come.",
  jobStatusFields,
);

const jobFields = {
  spec: optional(jobSpec, 2, "What the Job runs, how often and how long."),
  status: optional(jobStatus, 3, "How far the Job has come."),
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
