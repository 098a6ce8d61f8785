import { type FieldsOf, optional, required, type StructSchema, struct, text } from "../../../schema/index.ts";

const crossVersionObjectReferenceFields = {
  kind: required(text, 1, "Kind of the object."),
  name: required(text, 2, "Name of the object."),
  apiVersion: optional(text, 3, "Group and version of the object's kind."),
};

export interface CrossVersionObjectReference extends FieldsOf<typeof crossVersionObjectReferenceFields> {}

export const crossVersionObjectReference: StructSchema<CrossVersionObjectReference> = struct(
  "autoscaling/v1.CrossVersionObjectReference",
  "Reference to an object in the same namespace, in any version.",
  crossVersionObjectReferenceFields,
  { atomic: true },
);
