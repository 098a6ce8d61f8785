import { type FieldsOf, optional, type StructSchema, struct, text } from "../../../schema/index.ts";

export const localObjectReferenceFields = {
  name: optional(text, 1, "Name of the object.", { publishesDefault: true }),
};

/** Fields of a reference whose name is required. */
export const namedReferenceFields = {
  name: optional(text, 1, "Name of the object.", { nonEmpty: true, publishesDefault: true }),
};

export interface LocalObjectReference extends FieldsOf<typeof localObjectReferenceFields> {}

export const localObjectReference: StructSchema<LocalObjectReference> = struct(
  "core/v1.LocalObjectReference",
  "Reference to an object in the same namespace.",
  localObjectReferenceFields,
  { atomic: true },
);
