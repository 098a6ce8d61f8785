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
  parallelism: pointer(nonNegative32, 1, "Largest number of Pods that run at one time. Default: 1."),
  completions: pointer(
    nonNegative32,
    2,
    "Number of Pods that must succeed. If it is unset, a single success is enough. Default: 1 if parallelism is unset.",
  ),
  activeDeadlineSeconds: pointer(
    nonNegative64,
    3,
    "Seconds after the start at which the Job fails. They restart when the Job is resumed.",
  ),
  podFailurePolicy: pointer(podFailurePolicy, 11, "Handling of Pod failures."),
  successPolicy: pointer(successPolicy, 16, "Conditions under which the Job succeeds before all Pods have succeeded."),
  backoffLimit: pointer(
    nonNegative32,
    7,
    "Number of Pod failures after which the Job fails. Default: 6, or no limit with backoffLimitPerIndex.",
  ),
  backoffLimitPerIndex: pointer(
    nonNegative32,
    12,
    "Number of Pod failures after which an index fails. For Indexed Jobs with the restart policy Never.",
  ),
  maxFailedIndexes: pointer(
    nonNegative32,
    13,
    "Number of failed indexes after which the whole Job fails. Requires backoffLimitPerIndex.",
  ),
  selector: pointer(
    labelSelector,
    4,
    "Selector for the Pods of the Job. The server generates it unless manualSelector is true.",
  ),
  manualSelector: pointer(
    boolean,
    5,
    "Whether the client sets selector and labels, which must not match other Pods. Default: false.",
  ),
  template: required(podTemplateSpec, 6, "Template of the Pods. The restart policy must be Never or OnFailure."),
  ttlSecondsAfterFinished: pointer(
    nonNegative32,
    8,
    "Seconds after its end at which the Job is deleted. Unset means never.",
  ),
  completionMode: pointer(
    enumText("v1.CompletionMode", ["NonIndexed", "Indexed"]),
    9,
    "NonIndexed: all Pods are equal. Indexed: each Pod has an index. Default: NonIndexed.",
  ),
  suspend: pointer(boolean, 10, "Whether the Job is suspended. It then has no Pods. Default: false."),
  podReplacementPolicy: pointer(
    openEnum("v1.PodReplacementPolicy", ["Failed", "TerminatingOrFailed"]),
    14,
    "TerminatingOrFailed: a Pod is replaced once it is terminating or failed. Failed: only once it has failed.",
  ),
  managedBy: pointer(
    text,
    15,
    "Name of the controller of the Job, as domain/path. Default: the built-in controller. Immutable.",
  ),
};

export interface JobSpec extends FieldsOf<typeof jobSpecFields> {}

export const jobSpec: StructSchema<JobSpec> = struct("batch/v1.JobSpec", "Desired state of a Job.", jobSpecFields);
