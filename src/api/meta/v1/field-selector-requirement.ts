import {
  type FieldsOf,
  list,
  namedText,
  optional,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";

const fieldSelectorRequirementFields = {
  key: required(text, 1, "The field that is compared, as a field selector names it."),
  operator: required(
    namedText("v1.FieldSelectorOperator"),
    2,
    "How the field relates to the values: In, NotIn, Exists or DoesNotExist, or another that is to come.",
  ),
  values: optional(
    list(text, { type: "atomic" }),
    3,
    "The values that In and NotIn compare with; empty for Exists and DoesNotExist.",
  ),
};

export interface FieldSelectorRequirement extends FieldsOf<typeof fieldSelectorRequirementFields> {}

export const fieldSelectorRequirement: StructSchema<FieldSelectorRequirement> = struct(
  "meta/v1.FieldSelectorRequirement",
  "A condition on one field.",
  fieldSelectorRequirementFields,
);
