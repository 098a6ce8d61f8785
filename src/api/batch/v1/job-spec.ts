import {
  boolean,
  enumText,
  type FieldsOf,
  openEnum,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { podTemplateSpec } from "../../core/v1/pod-template-spec.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";
import { nonNegative32, nonNegative64 } from "../../numbers.ts";
import { podFailurePolicy } from "./pod-failure-policy.ts";
import { successPolicy } from "./success-policy.ts";

const jobSpecFields = {
  parallelism: pointer(nonNegative32, 1, "Most Pods that run at a time. Default: 1."),
  completions: pointer(
    nonNegative32,
    2,
    "Number of Pods that must succeed. Unset: one success is enough for all. Default: 1 without parallelism.",
  ),
  activeDeadlineSeconds: pointer(
    nonNegative64,
    3,
    "Seconds after the start at which the Job is failed. Counted anew when it is resumed.",
  ),
  podFailurePolicy: pointer(podFailurePolicy, 11, "How Pod failures are judged."),
  successPolicy: pointer(successPolicy, 16, "When the Job counts as successful before all Pods have succeeded."),
  backoffLimit: pointer(
    nonNegative32,
    7,
    "Failures after which the Job is failed. Default: 6, or no limit with backoffLimitPerIndex.",
  ),
  backoffLimitPerIndex: pointer(
    nonNegative32,
    12,
    "Failures after which a single index is failed. For Indexed Jobs whose Pods are not restarted.",
  ),
  maxFailedIndexes: pointer(
    nonNegative32,
    13,
    "Failed indexes after which the whole Job is failed. Needs backoffLimitPerIndex.",
  ),
  selector: pointer(
    labelSelector,
    4,
    "Which Pods belong to the Job. Made by the server unless manualSelector is true.",
  ),
  manualSelector: pointer(
    boolean,
    5,
    "Whether selector and labels are written by hand. Default: false. Take care that no other Pods match.",
  ),
  template: required(podTemplateSpec, 6, "The Pods to make. Their restart policy is Never or OnFailure."),
  ttlSecondsAfterFinished: pointer(
    nonNegative32,
    8,
    "Seconds after its end at which the Job is deleted. Unset keeps it.",
  ),
  completionMode: pointer(
    enumText("v1.CompletionMode", ["NonIndexed", "Indexed"]),
    9,
    "Whether all Pods do the same or each has an index of its own. Default: NonIndexed.",
  ),
  suspend: pointer(boolean, 10, "Whether no Pods are made and running ones are ended. Default: false."),
  podReplacementPolicy: pointer(
    openEnum("v1.PodReplacementPolicy", ["Failed", "TerminatingOrFailed"]),
    14,
    "Whether a Pod is replaced once it is ending, or only once it has failed.",
  ),
  managedBy: pointer(
    text,
    15,
    "Name of the controller that runs the Job, as domain/path. Unset: the built-in one. Cannot be changed.",
  ),
};

export interface JobSpec extends FieldsOf<typeof jobSpecFields> {}

export const jobSpec: StructSchema<JobSpec> = struct(
  "batch/v1.JobSpec",
  "What a Job runs, how often and how long.",
  jobSpecFields,
);
