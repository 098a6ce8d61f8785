import {
  enumText,
  type FieldsOf,
  list,
  optional,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";

const nodeSelectorRequirementFields = {
  key: required(text, 1, "Key of the label, or path of the field."),
  operator: required(
    enumText("v1.NodeSelectorOperator", ["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"]),
    2,
    "Operator: In, NotIn, Exists, DoesNotExist, Gt or Lt.",
    { unchecked: true },
  ),
  values: optional(
    list(text, { type: "atomic" }),
    3,
    "Values to compare with: none for Exists and DoesNotExist, one integer for Gt and Lt.",
  ),
};

export interface NodeSelectorRequirement extends FieldsOf<typeof nodeSelectorRequirementFields> {}

export const nodeSelectorRequirement: StructSchema<NodeSelectorRequirement> = struct(
  "core/v1.NodeSelectorRequirement",
  "Requirement on a label or field of a node.",
  nodeSelectorRequirementFields,
);

const nodeSelectorTermFields = {
  matchExpressions: optional(
    list(nodeSelectorRequirement, { type: "atomic" }),
    1,
    "Requirements on the node's labels.",
  ),
  matchFields: optional(
    list(nodeSelectorRequirement, { type: "atomic" }),
    2,
    "Requirements on the node's fields. The only supported field is metadata.name.",
  ),
};

export interface NodeSelectorTerm extends FieldsOf<typeof nodeSelectorTermFields> {}

export const nodeSelectorTerm: StructSchema<NodeSelectorTerm> = struct(
  "core/v1.NodeSelectorTerm",
  "Requirements, all of which a node must meet. A term without requirements selects no node.",
  nodeSelectorTermFields,
  { atomic: true },
);

const nodeSelectorFields = {
  nodeSelectorTerms: required(
    list(nodeSelectorTerm, { type: "atomic" }),
    1,
    "Terms, at least one of which must match.",
  ),
};

export interface NodeSelector extends FieldsOf<typeof nodeSelectorFields> {}

export const nodeSelector: StructSchema<NodeSelector> = struct(
  "core/v1.NodeSelector",
  "Selector for nodes that match at least one of the terms.",
  nodeSelectorFields,
  { atomic: true },
);
