import {
  boolean,
  type FieldsOf,
  openEnum,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";

/** Reasons that the error of a rule can have. */
const reasons = ["FieldValueRequired", "FieldValueDuplicate", "FieldValueInvalid", "FieldValueForbidden"] as const;

const validationRuleFields = {
  rule: required(text, 1, "CEL expression that must be true. self is the value, oldSelf is the previous value."),
  message: optional(text, 2, "Error message if the rule is false. Default: the rule itself."),
  messageExpression: optional(text, 3, "CEL expression for the error message. It takes precedence over message."),
  reason: pointer(openEnum("v1.FieldValueErrorReason", reasons), 4, "Reason of the error. Default: FieldValueInvalid."),
  fieldPath: optional(text, 5, "Path of the member in the error, such as .spec.replicas. Default: the value itself."),
  optionalOldSelf: pointer(
    boolean,
    6,
    "Whether the rule also applies without a previous value. oldSelf is an optional value then.",
    {
      featureGate: "CRDValidationRatcheting",
    },
  ),
};

export interface ValidationRule extends FieldsOf<typeof validationRuleFields> {}

export const validationRule: StructSchema<ValidationRule> = struct(
  "apiextensions/v1.ValidationRule",
  "Validation rule across the members of a value.",
  validationRuleFields,
);
