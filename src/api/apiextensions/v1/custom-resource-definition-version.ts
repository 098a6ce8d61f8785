import {
  boolean,
  type FieldsOf,
  int32,
  list,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { jsonSchemaProps } from "./json-schema-props.ts";

const customResourceValidationFields = {
  openAPIV3Schema: pointer(jsonSchemaProps, 1, "Schema of the objects."),
};

export interface CustomResourceValidation extends FieldsOf<typeof customResourceValidationFields> {}

export const customResourceValidation: StructSchema<CustomResourceValidation> = struct(
  "apiextensions/v1.CustomResourceValidation",
  "Validation of the objects.",
  customResourceValidationFields,
);

export const customResourceSubresourceStatus: StructSchema<Record<string, never>> = struct(
  "apiextensions/v1.CustomResourceSubresourceStatus",
  "Subresource status. With it, only writes to the subresource change the status, and they change nothing else.",
  {},
);

const customResourceSubresourceScaleFields = {
  specReplicasPath: required(text, 1, "JSON path of the desired number of replicas, such as .spec.replicas."),
  statusReplicasPath: required(text, 2, "JSON path of the current number of replicas, such as .status.replicas."),
  labelSelectorPath: pointer(text, 3, "JSON path of the label selector in text form, below .spec or .status."),
};

export interface CustomResourceSubresourceScale extends FieldsOf<typeof customResourceSubresourceScaleFields> {}

export const customResourceSubresourceScale: StructSchema<CustomResourceSubresourceScale> = struct(
  "apiextensions/v1.CustomResourceSubresourceScale",
  "Paths of the fields that the subresource scale shows.",
  customResourceSubresourceScaleFields,
);

const customResourceSubresourcesFields = {
  status: pointer(customResourceSubresourceStatus, 1, "Adds the subresource status."),
  scale: pointer(customResourceSubresourceScale, 2, "Adds the subresource scale."),
};

export interface CustomResourceSubresources extends FieldsOf<typeof customResourceSubresourcesFields> {}

export const customResourceSubresources: StructSchema<CustomResourceSubresources> = struct(
  "apiextensions/v1.CustomResourceSubresources",
  "Subresources of the objects.",
  customResourceSubresourcesFields,
);

const customResourceColumnDefinitionFields = {
  name: required(text, 1, "Heading of the column."),
  type: required(text, 2, "Type of the values: string, integer, number, boolean or date."),
  format: optional(text, 3, "Format of the type. The format name marks the column with the name of the object."),
  description: optional(text, 4, "Description of the column."),
  priority: optional(int32, 5, "Priority of the column. If it is above 0, only wide output shows the column."),
  jsonPath: required(text, 6, "JSON path of the value, such as .spec.size."),
};

export interface CustomResourceColumnDefinition extends FieldsOf<typeof customResourceColumnDefinitionFields> {}

export const customResourceColumnDefinition: StructSchema<CustomResourceColumnDefinition> = struct(
  "apiextensions/v1.CustomResourceColumnDefinition",
  "Column of a table of objects.",
  customResourceColumnDefinitionFields,
);

const selectableFieldFields = {
  jsonPath: required(text, 1, "JSON path of the value, such as .spec.color. Its type is string, boolean or integer."),
};

export interface SelectableField extends FieldsOf<typeof selectableFieldFields> {}

export const selectableField: StructSchema<SelectableField> = struct(
  "apiextensions/v1.SelectableField",
  "Field that field selectors can use.",
  selectableFieldFields,
);

const customResourceDefinitionVersionFields = {
  name: required(text, 1, "Name of the version, such as v1 or v2beta1."),
  served: required(boolean, 2, "Whether clients can use the version."),
  storage: required(boolean, 3, "Whether objects are stored in this version. True for exactly one version."),
  deprecated: optional(boolean, 7, "Whether the version is deprecated. Its clients receive a warning."),
  deprecationWarning: pointer(
    text,
    8,
    "Text of the deprecation warning. Default: a text that names the version and its successor.",
  ),
  schema: pointer(customResourceValidation, 4, "Schema of the objects in this version."),
  subresources: pointer(customResourceSubresources, 5, "Subresources of objects in this version."),
  additionalPrinterColumns: optional(
    list(customResourceColumnDefinition, { type: "atomic" }),
    6,
    "Columns of tables after the name. Default: the age.",
  ),
  selectableFields: optional(
    list(selectableField, { type: "atomic" }),
    9,
    "Fields that field selectors can use in addition to name and namespace, at most 8.",
    { featureGate: "CustomResourceFieldSelectors" },
  ),
};

export interface CustomResourceDefinitionVersion extends FieldsOf<typeof customResourceDefinitionVersionFields> {}

export const customResourceDefinitionVersion: StructSchema<CustomResourceDefinitionVersion> = struct(
  "apiextensions/v1.CustomResourceDefinitionVersion",
  "Version of a custom type.",
  customResourceDefinitionVersionFields,
);
