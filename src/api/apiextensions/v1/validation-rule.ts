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

/** The reasons that a refusal by a rule may give. */
const reasons = ["FieldValueRequired", "FieldValueDuplicate", "FieldValueInvalid", "FieldValueForbidden"] as const;

const validationRuleFields = {
  rule: required(text, 1, "A CEL expression over self, the value, and oldSelf, the value that it replaces."),
  message: optional(text, 2, "What clients are told when the rule does not hold. Unset: the rule itself."),
  messageExpression: optional(text, 3, "A CEL expression that gives the message; it goes before message."),
  reason: pointer(
    openEnum("v1.FieldValueErrorReason", reasons),
    4,
    "The reason of the error. Unset: FieldValueInvalid.",
  ),
  fieldPath: optional(text, 5, "The member that the error is about, such as .spec.replicas. Unset: the value itself."),
  optionalOldSelf: pointer(
    boolean,
    6,
    "The rule is looked at even where there is no old value, and sees an optional.",
    {
      featureGate: "CRDValidationRatcheting",
    },
  ),
};

export interface ValidationRule extends FieldsOf<typeof validationRuleFields> {}

export const validationRule: StructSchema<ValidationRule> = struct(
  "apiextensions/v1.ValidationRule",
  "A rule across the members of a value.",
  validationRuleFields,
);
