import { type FieldsOf, field, pointer, required, type StructSchema, struct, text } from "../../../schema/index.ts";

const typedLocalObjectReferenceFields = {
  apiGroup: field(
    text,
    { presence: "nullable", required: false },
    1,
    "API group of the object's kind. Null means the core group.",
  ),
  kind: required(text, 2, "Kind of the object."),
  name: required(text, 3, "Name of the object."),
};

export interface TypedLocalObjectReference extends FieldsOf<typeof typedLocalObjectReferenceFields> {}

export const typedLocalObjectReference: StructSchema<TypedLocalObjectReference> = struct(
  "core/v1.TypedLocalObjectReference",
  "Reference to an object of any kind in the same namespace.",
  typedLocalObjectReferenceFields,
  { atomic: true },
);

const typedObjectReferenceFields = {
  apiGroup: field(
    text,
    { presence: "nullable", required: false },
    1,
    "API group of the object's kind. Null means the core group.",
  ),
  kind: required(text, 2, "Kind of the object."),
  name: required(text, 3, "Name of the object."),
  namespace: pointer(
    text,
    4,
    "Namespace of the object, which must contain a ReferenceGrant. Default: the same namespace.",
  ),
};

export interface TypedObjectReference extends FieldsOf<typeof typedObjectReferenceFields> {}

export const typedObjectReference: StructSchema<TypedObjectReference> = struct(
  "core/v1.TypedObjectReference",
  "Reference to an object of any kind, possibly in another namespace.",
  typedObjectReferenceFields,
);
