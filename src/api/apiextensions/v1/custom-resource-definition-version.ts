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
  openAPIV3Schema: pointer(jsonSchemaProps, 1, "What objects may be."),
};

export interface CustomResourceValidation extends FieldsOf<typeof customResourceValidationFields> {}

export const customResourceValidation: StructSchema<CustomResourceValidation> = struct(
  "apiextensions/v1.CustomResourceValidation",
  "How objects are checked.",
  customResourceValidationFields,
);

export const customResourceSubresourceStatus: StructSchema<Record<string, never>> = struct(
  "apiextensions/v1.CustomResourceSubresourceStatus",
  "The subresource status: it alone writes the status, and the object itself all else.",
  {},
);

const customResourceSubresourceScaleFields = {
  specReplicasPath: required(text, 1, "Where an object has the number of replicas wanted: .spec.replicas."),
  statusReplicasPath: required(text, 2, "Where it has the number of replicas found: .status.replicas."),
  labelSelectorPath: pointer(
    text,
    3,
    "Where it has the selector of the counted Pods, as a text; below .spec or .status.",
  ),
};

export interface CustomResourceSubresourceScale extends FieldsOf<typeof customResourceSubresourceScaleFields> {}

export const customResourceSubresourceScale: StructSchema<CustomResourceSubresourceScale> = struct(
  "apiextensions/v1.CustomResourceSubresourceScale",
  "Where the subresource scale finds what it shows.",
  customResourceSubresourceScaleFields,
);

const customResourceSubresourcesFields = {
  status: pointer(customResourceSubresourceStatus, 1, "Objects have a subresource status."),
  scale: pointer(customResourceSubresourceScale, 2, "Objects have a subresource scale."),
};

export interface CustomResourceSubresources extends FieldsOf<typeof customResourceSubresourcesFields> {}

export const customResourceSubresources: StructSchema<CustomResourceSubresources> = struct(
  "apiextensions/v1.CustomResourceSubresources",
  "The subresources of objects.",
  customResourceSubresourcesFields,
);

const customResourceColumnDefinitionFields = {
  name: required(text, 1, "The heading."),
  type: required(text, 2, "The type of the cells: string, integer, number, boolean or date."),
  format: optional(text, 3, "A format of the type; name marks the column that identifies the row."),
  description: optional(text, 4, "What the column shows, for people."),
  priority: optional(int32, 5, "Above 0: shown in wide output only."),
  jsonPath: required(text, 6, "Where an object has the value: .spec.size."),
};

export interface CustomResourceColumnDefinition extends FieldsOf<typeof customResourceColumnDefinitionFields> {}

export const customResourceColumnDefinition: StructSchema<CustomResourceColumnDefinition> = struct(
  "apiextensions/v1.CustomResourceColumnDefinition",
  "A column of a table of objects.",
  customResourceColumnDefinitionFields,
);

const selectableFieldFields = {
  jsonPath: required(text, 1, "Where an object has the value: .spec.color. It is a text, a boolean or an integer."),
};

export interface SelectableField extends FieldsOf<typeof selectableFieldFields> {}

export const selectableField: StructSchema<SelectableField> = struct(
  "apiextensions/v1.SelectableField",
  "A field by which objects can be selected.",
  selectableFieldFields,
);

const customResourceDefinitionVersionFields = {
  name: required(text, 1, "The version: v1, v2beta1."),
  served: required(boolean, 2, "Clients can use it."),
  storage: required(boolean, 3, "Objects are stored in it; true for exactly one version."),
  deprecated: optional(boolean, 7, "Clients that use it are warned."),
  deprecationWarning: pointer(text, 8, "The warning. Unset: one that names the version and its successor."),
  schema: pointer(customResourceValidation, 4, "What objects of the version may be."),
  subresources: pointer(customResourceSubresources, 5, "Which subresources they have."),
  additionalPrinterColumns: optional(
    list(customResourceColumnDefinition, { type: "atomic" }),
    6,
    "The columns of tables, after the name. Unset: the age.",
  ),
  selectableFields: optional(
    list(selectableField, { type: "atomic" }),
    9,
    "The fields that selectors may name besides name and namespace; at most 8.",
    { featureGate: "CustomResourceFieldSelectors" },
  ),
};

export interface CustomResourceDefinitionVersion extends FieldsOf<typeof customResourceDefinitionVersionFields> {}

export const customResourceDefinitionVersion: StructSchema<CustomResourceDefinitionVersion> = struct(
  "apiextensions/v1.CustomResourceDefinitionVersion",
  "A version of a custom type.",
  customResourceDefinitionVersionFields,
);
