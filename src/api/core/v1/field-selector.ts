import { type FieldsOf, optional, quantity, required, type StructSchema, struct, text } from "../../../schema/index.ts";

const objectFieldSelectorFields = {
  apiVersion: optional(text, 1, "Version of the schema that fieldPath refers to. Default: v1.", { default: "v1" }),
  fieldPath: required(text, 2, "Path of the field, such as metadata.name or status.podIP.", { nonEmpty: true }),
};

export interface ObjectFieldSelector extends FieldsOf<typeof objectFieldSelectorFields> {}

export const objectFieldSelector: StructSchema<ObjectFieldSelector> = struct(
  "core/v1.ObjectFieldSelector",
  "Selects a field of the Pod.",
  objectFieldSelectorFields,
  { atomic: true },
);

const resourceFieldSelectorFields = {
  containerName: optional(
    text,
    1,
    "Name of the container. Required in volumes. Default in environment variables: the container itself.",
  ),
  resource: required(text, 2, "Amount to select, such as limits.cpu or requests.memory.", { nonEmpty: true }),
  divisor: optional(quantity, 3, "Unit of the amount. 0 means 1."),
};

export interface ResourceFieldSelector extends FieldsOf<typeof resourceFieldSelectorFields> {}

export const resourceFieldSelector: StructSchema<ResourceFieldSelector> = struct(
  "core/v1.ResourceFieldSelector",
  "Selects a resource amount of a container.",
  resourceFieldSelectorFields,
  { atomic: true },
);
