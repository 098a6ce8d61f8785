import { type FieldsOf, optional, type StructSchema, struct, text } from "../../../schema/index.ts";

const secretReferenceFields = {
  name: optional(text, 1, "Name of the Secret."),
  namespace: optional(text, 2, "Its namespace."),
};

export interface SecretReference extends FieldsOf<typeof secretReferenceFields> {}

export const secretReference: StructSchema<SecretReference> = struct(
  "core/v1.SecretReference",
  "Names a Secret in any namespace.",
  secretReferenceFields,
  { atomic: true },
);
