import {
  type FieldsOf,
  list,
  map,
  namedText,
  optional,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";

const labelSelectorRequirementFields = {
  key: required(text, 1, "The label's key."),
  operator: required(
    namedText("v1.LabelSelectorOperator"),
    2,
    "How the label relates to the values: In, NotIn, Exists or DoesNotExist.",
  ),
  values: optional(
    list(text, { type: "atomic" }),
    3,
    "The values that In and NotIn compare with; empty for Exists and DoesNotExist.",
  ),
};

export interface LabelSelectorRequirement extends FieldsOf<typeof labelSelectorRequirementFields> {}

export const labelSelectorRequirement: StructSchema<LabelSelectorRequirement> = struct(
  "meta/v1.LabelSelectorRequirement",
  "A condition on one label.",
  labelSelectorRequirementFields,
);

const labelSelectorFields = {
  matchLabels: optional(map(text), 1, "Labels that must be present with exactly these values."),
  matchExpressions: optional(
    list(labelSelectorRequirement, { type: "atomic" }),
    2,
    "Conditions on labels, all of which must hold.",
  ),
};

export interface LabelSelector extends FieldsOf<typeof labelSelectorFields> {}

export const labelSelector: StructSchema<LabelSelector> = struct(
  "meta/v1.LabelSelector",
  "Selects objects by their labels. All parts must match; an empty selector matches everything, an absent one nothing.",
  labelSelectorFields,
  { atomic: true },
);
