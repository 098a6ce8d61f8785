import { type FieldsOf, optional, type StructSchema, struct, text } from "../../../schema/index.ts";

const secretReferenceFields = {
  name: optional(text, 1, "Name of the Secret."),
  namespace: optional(text, 2, "Namespace of the Secret."),
};

export interface SecretReference extends FieldsOf<typeof secretReferenceFields> {}

export const secretReference: StructSchema<SecretReference> = struct(
  "core/v1.SecretReference",
  "Reference to a Secret in any namespace.",
  secretReferenceFields,
  { atomic: true },
);
