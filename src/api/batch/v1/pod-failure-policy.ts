import {
  enumText,
  type FieldsOf,
  int32,
  list,
  namedText,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { conditionStatus } from "../../core/v1/condition-status.ts";

const podFailurePolicyOnExitCodesRequirementFields = {
  containerName: pointer(text, 1, "Container whose exit code counts. Default: any container."),
  operator: required(
    enumText("v1.PodFailurePolicyOnExitCodesOperator", ["In", "NotIn"]),
    2,
    "In: the exit code must be in the list. NotIn: it must not.",
  ),
  values: required(
    list(int32, { type: "set" }),
    3,
    "Exit codes in ascending order, at most 255, without duplicates. 0 is not allowed with In.",
  ),
};

export interface PodFailurePolicyOnExitCodesRequirement
  extends FieldsOf<typeof podFailurePolicyOnExitCodesRequirementFields> {}

export const podFailurePolicyOnExitCodesRequirement: StructSchema<PodFailurePolicyOnExitCodesRequirement> = struct(
  "batch/v1.PodFailurePolicyOnExitCodesRequirement",
  "Requirement on the exit codes of failed containers.",
  podFailurePolicyOnExitCodesRequirementFields,
);

const podFailurePolicyOnPodConditionsPatternFields = {
  type: required(namedText("v1.PodConditionType"), 1, "Type of the condition."),
  status: required(conditionStatus, 2, "Status of the condition. Default: True."),
};

export interface PodFailurePolicyOnPodConditionsPattern
  extends FieldsOf<typeof podFailurePolicyOnPodConditionsPatternFields> {}

export const podFailurePolicyOnPodConditionsPattern: StructSchema<PodFailurePolicyOnPodConditionsPattern> = struct(
  "batch/v1.PodFailurePolicyOnPodConditionsPattern",
  "Condition that a failed Pod must have.",
  podFailurePolicyOnPodConditionsPatternFields,
);

const podFailurePolicyRuleFields = {
  action: required(
    enumText("v1.PodFailurePolicyAction", ["Count", "FailIndex", "FailJob", "Ignore"]),
    1,
    "Effect of a match: FailJob, FailIndex, Ignore (the failure does not count) or Count.",
  ),
  onExitCodes: pointer(podFailurePolicyOnExitCodesRequirement, 2, "Requirement on the exit codes of the containers."),
  onPodConditions: optional(
    list(podFailurePolicyOnPodConditionsPattern, { type: "atomic" }),
    3,
    "Conditions of the Pod, one of which must match, at most 20.",
  ),
};

export interface PodFailurePolicyRule extends FieldsOf<typeof podFailurePolicyRuleFields> {}

export const podFailurePolicyRule: StructSchema<PodFailurePolicyRule> = struct(
  "batch/v1.PodFailurePolicyRule",
  "Effect of matching Pod failures on the Job. Exactly one of onExitCodes and onPodConditions is set.",
  podFailurePolicyRuleFields,
);

const podFailurePolicyFields = {
  rules: required(
    list(podFailurePolicyRule, { type: "atomic" }),
    1,
    "Rules, of which the first match counts, at most 20.",
  ),
};

export interface PodFailurePolicy extends FieldsOf<typeof podFailurePolicyFields> {}

export const podFailurePolicy: StructSchema<PodFailurePolicy> = struct(
  "batch/v1.PodFailurePolicy",
  "Handling of Pod failures. A failure without a matching rule counts against backoffLimit.",
  podFailurePolicyFields,
);
