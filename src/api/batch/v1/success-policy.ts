import { type FieldsOf, list, pointer, required, type StructSchema, struct, text } from "../../../schema/index.ts";
import { nonNegative32 } from "../../numbers.ts";

const successPolicyRuleFields = {
  succeededIndexes: pointer(text, 1, "Indexes that must have succeeded: 0,2-4."),
  succeededCount: pointer(
    nonNegative32,
    2,
    "Number of indexes that must have succeeded, among succeededIndexes if given.",
  ),
};

export interface SuccessPolicyRule extends FieldsOf<typeof successPolicyRuleFields> {}

export const successPolicyRule: StructSchema<SuccessPolicyRule> = struct(
  "batch/v1.SuccessPolicyRule",
  "When a Job counts as successful. Both members together must hold when both are set.",
  successPolicyRuleFields,
);

const successPolicyFields = {
  rules: required(list(successPolicyRule, { type: "atomic" }), 1, "The rules, of which one must hold; at most 20."),
};

export interface SuccessPolicy extends FieldsOf<typeof successPolicyFields> {}

export const successPolicy: StructSchema<SuccessPolicy> = struct(
  "batch/v1.SuccessPolicy",
  "When a Job counts as successful before all its Pods have succeeded.",
  successPolicyFields,
);
