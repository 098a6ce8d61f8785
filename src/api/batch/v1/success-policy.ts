import { type FieldsOf, list, pointer, required, type StructSchema, struct, text } from "../../../schema/index.ts";
import { nonNegative32 } from "../../numbers.ts";

const successPolicyRuleFields = {
  succeededIndexes: pointer(text, 1, "Indexes that must have succeeded, such as 0,2-4."),
  succeededCount: pointer(
    nonNegative32,
    2,
    "Number of indexes that must have succeeded. If succeededIndexes is set, only those indexes count.",
  ),
};

export interface SuccessPolicyRule extends FieldsOf<typeof successPolicyRuleFields> {}

export const successPolicyRule: StructSchema<SuccessPolicyRule> = struct(
  "batch/v1.SuccessPolicyRule",
  "Conditions for the success of a Job. If both members are set, both must be met.",
  successPolicyRuleFields,
);

const successPolicyFields = {
  rules: required(list(successPolicyRule, { type: "atomic" }), 1, "Rules, one of which must be met, at most 20."),
};

export interface SuccessPolicy extends FieldsOf<typeof successPolicyFields> {}

export const successPolicy: StructSchema<SuccessPolicy> = struct(
  "batch/v1.SuccessPolicy",
  "Conditions under which a Job succeeds before all its Pods have succeeded.",
  successPolicyFields,
);
