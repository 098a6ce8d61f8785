import { type FieldsOf, namedText, optional, type StructSchema, struct, text } from "../../../schema/index.ts";

const objectReferenceFields = {
  kind: optional(text, 1, "Kind of the object."),
  namespace: optional(text, 2, "Namespace of the object."),
  name: optional(text, 3, "Name of the object."),
  uid: optional(namedText("types.UID"), 4, "Unique identifier of the object."),
  apiVersion: optional(text, 5, "Group and version of the object's kind."),
  resourceVersion: optional(text, 6, "Version of the object."),
  fieldPath: optional(text, 7, "Part of the object, such as spec.containers{name}."),
};

export interface ObjectReference extends FieldsOf<typeof objectReferenceFields> {}

export const objectReference: StructSchema<ObjectReference> = struct(
  "core/v1.ObjectReference",
  "Reference to an object, or to a part of it.",
  objectReferenceFields,
  { atomic: true },
);
