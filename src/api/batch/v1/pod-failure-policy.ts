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
  containerName: pointer(text, 1, "The container whose exit code counts. Unset: any container."),
  operator: required(
    enumText("v1.PodFailurePolicyOnExitCodesOperator", ["In", "NotIn"]),
    2,
    "Whether the exit code must be among the values or not.",
  ),
  values: required(
    list(int32, { type: "set" }),
    3,
    "The exit codes, ascending and without repeats, at most 255. 0 is not allowed with In.",
  ),
};

export interface PodFailurePolicyOnExitCodesRequirement
  extends FieldsOf<typeof podFailurePolicyOnExitCodesRequirementFields> {}

export const podFailurePolicyOnExitCodesRequirement: StructSchema<PodFailurePolicyOnExitCodesRequirement> = struct(
  "batch/v1.PodFailurePolicyOnExitCodesRequirement",
  "A condition on the exit codes of failed containers.",
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
  "A condition that a failed Pod must have.",
  podFailurePolicyOnPodConditionsPatternFields,
);

const podFailurePolicyRuleFields = {
  action: required(
    enumText("v1.PodFailurePolicyAction", ["Count", "FailIndex", "FailJob", "Ignore"]),
    1,
    "What follows: fail the Job, fail the index, do not count the failure, or count it as usual.",
  ),
  onExitCodes: pointer(podFailurePolicyOnExitCodesRequirement, 2, "Condition on the exit codes of the containers."),
  onPodConditions: optional(
    list(podFailurePolicyOnPodConditionsPattern, { type: "atomic" }),
    3,
    "Conditions of the Pod, of which one must match; at most 20.",
  ),
};

export interface PodFailurePolicyRule extends FieldsOf<typeof podFailurePolicyRuleFields> {}

export const podFailurePolicyRule: StructSchema<PodFailurePolicyRule> = struct(
  "batch/v1.PodFailurePolicyRule",
  "What a Pod failure of a certain sort means for the Job. Exactly one condition is set.",
  podFailurePolicyRuleFields,
);

const podFailurePolicyFields = {
  rules: required(
    list(podFailurePolicyRule, { type: "atomic" }),
    1,
    "The rules; the first that matches decides. At most 20.",
  ),
};

export interface PodFailurePolicy extends FieldsOf<typeof podFailurePolicyFields> {}

export const podFailurePolicy: StructSchema<PodFailurePolicy> = struct(
  "batch/v1.PodFailurePolicy",
  "How Pod failures are judged. Without a matching rule a failure counts against backoffLimit.",
  podFailurePolicyFields,
);
