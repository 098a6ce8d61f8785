/** Selection of the topologies in which a volume may be created. */
import { type FieldsOf, list, optional, required, type StructSchema, struct, text } from "../../../schema/index.ts";

const topologySelectorLabelRequirementFields = {
  key: required(text, 1, "Key of the node label."),
  values: required(list(text, { type: "atomic" }), 2, "Values, one of which the label must have."),
};

export interface TopologySelectorLabelRequirement extends FieldsOf<typeof topologySelectorLabelRequirementFields> {}

export const topologySelectorLabelRequirement: StructSchema<TopologySelectorLabelRequirement> = struct(
  "core/v1.TopologySelectorLabelRequirement",
  "Requirement on a node label.",
  topologySelectorLabelRequirementFields,
);

const topologySelectorTermFields = {
  matchLabelExpressions: optional(
    list(topologySelectorLabelRequirement, { type: "atomic" }),
    1,
    "Requirements, all of which must be met.",
  ),
};

export interface TopologySelectorTerm extends FieldsOf<typeof topologySelectorTermFields> {}

export const topologySelectorTerm: StructSchema<TopologySelectorTerm> = struct(
  "core/v1.TopologySelectorTerm",
  "Requirements on a node's labels. A term without requirements matches nothing.",
  topologySelectorTermFields,
  { atomic: true },
);
