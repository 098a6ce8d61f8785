import { type FieldsOf, optional, type StructSchema, struct, text } from "../../../schema/index.ts";

export const localObjectReferenceFields = {
  name: optional(text, 1, "Name of the object.", { publishesDefault: true }),
};

/** The same, where the name may not be empty. */
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
