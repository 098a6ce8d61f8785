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
  key: required(text, 1, "Key of the label."),
  operator: required(namedText("v1.LabelSelectorOperator"), 2, "Operator: In, NotIn, Exists or DoesNotExist."),
  values: optional(list(text, { type: "atomic" }), 3, "Values for In and NotIn. Empty for Exists and DoesNotExist."),
};

export interface LabelSelectorRequirement extends FieldsOf<typeof labelSelectorRequirementFields> {}

export const labelSelectorRequirement: StructSchema<LabelSelectorRequirement> = struct(
  "meta/v1.LabelSelectorRequirement",
  "Requirement on one label.",
  labelSelectorRequirementFields,
);

const labelSelectorFields = {
  matchLabels: optional(map(text), 1, "Labels that must exist with exactly these values."),
  matchExpressions: optional(
    list(labelSelectorRequirement, { type: "atomic" }),
    2,
    "Requirements on labels, all of which must be met.",
  ),
};

export interface LabelSelector extends FieldsOf<typeof labelSelectorFields> {}

export const labelSelector: StructSchema<LabelSelector> = struct(
  "meta/v1.LabelSelector",
  "Selector for objects by their labels. All parts must match. An empty selector matches all objects, a missing one none.",
  labelSelectorFields,
  { atomic: true },
);
