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
  key: required(text, 1, "The label's key, or the field's path."),
  operator: required(
    enumText("v1.NodeSelectorOperator", ["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"]),
    2,
    "How it relates to the values: In, NotIn, Exists, DoesNotExist, Gt or Lt.",
    { unchecked: true },
  ),
  values: optional(
    list(text, { type: "atomic" }),
    3,
    "What it is compared with: none for Exists and DoesNotExist, one integer for Gt and Lt.",
  ),
};

export interface NodeSelectorRequirement extends FieldsOf<typeof nodeSelectorRequirementFields> {}

export const nodeSelectorRequirement: StructSchema<NodeSelectorRequirement> = struct(
  "core/v1.NodeSelectorRequirement",
  "A condition on a label or field of a node.",
  nodeSelectorRequirementFields,
);

const nodeSelectorTermFields = {
  matchExpressions: optional(list(nodeSelectorRequirement, { type: "atomic" }), 1, "Conditions on the node's labels."),
  matchFields: optional(
    list(nodeSelectorRequirement, { type: "atomic" }),
    2,
    "Conditions on the node's fields; metadata.name is the only one.",
  ),
};

export interface NodeSelectorTerm extends FieldsOf<typeof nodeSelectorTermFields> {}

export const nodeSelectorTerm: StructSchema<NodeSelectorTerm> = struct(
  "core/v1.NodeSelectorTerm",
  "Conditions that a node must meet together. A term without any selects no node.",
  nodeSelectorTermFields,
  { atomic: true },
);

const nodeSelectorFields = {
  nodeSelectorTerms: required(list(nodeSelectorTerm, { type: "atomic" }), 1, "The terms, of which one must match."),
};

export interface NodeSelector extends FieldsOf<typeof nodeSelectorFields> {}

export const nodeSelector: StructSchema<NodeSelector> = struct(
  "core/v1.NodeSelector",
  "Selects nodes that meet at least one of the terms.",
  nodeSelectorFields,
  { atomic: true },
);
