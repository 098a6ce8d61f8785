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
  key: required(text, 1, "Field to compare, as in a field selector."),
  operator: required(
    namedText("v1.FieldSelectorOperator"),
    2,
    "Operator: In, NotIn, Exists or DoesNotExist. Later releases may add more.",
  ),
  values: optional(list(text, { type: "atomic" }), 3, "Values for In and NotIn. Empty for Exists and DoesNotExist."),
};

export interface FieldSelectorRequirement extends FieldsOf<typeof fieldSelectorRequirementFields> {}

export const fieldSelectorRequirement: StructSchema<FieldSelectorRequirement> = struct(
  "meta/v1.FieldSelectorRequirement",
  "Requirement on one field.",
  fieldSelectorRequirementFields,
);
