import { type FieldsOf, list, optional, pointer, type StructSchema, struct, text } from "../../../schema/index.ts";
import { fieldSelectorRequirement } from "../../meta/v1/field-selector-requirement.ts";
import { labelSelectorRequirement } from "../../meta/v1/label-selector.ts";

const fieldSelectorAttributesFields = {
  rawSelector: optional(text, 1, "Selector in text form. Mutually exclusive with requirements."),
  requirements: optional(
    list(fieldSelectorRequirement, { type: "atomic" }),
    2,
    "Requirements on fields, all of which limit the request. Malformed ones are ignored.",
  ),
};

export interface FieldSelectorAttributes extends FieldsOf<typeof fieldSelectorAttributesFields> {}

export const fieldSelectorAttributes: StructSchema<FieldSelectorAttributes> = struct(
  "authorization/v1.FieldSelectorAttributes",
  "Field selector of a request, in one of two forms.",
  fieldSelectorAttributesFields,
);

const labelSelectorAttributesFields = {
  rawSelector: optional(text, 1, "Selector in text form. Mutually exclusive with requirements."),
  requirements: optional(
    list(labelSelectorRequirement, { type: "atomic" }),
    2,
    "Requirements on labels, all of which limit the request. Malformed ones are ignored.",
  ),
};

export interface LabelSelectorAttributes extends FieldsOf<typeof labelSelectorAttributesFields> {}

export const labelSelectorAttributes: StructSchema<LabelSelectorAttributes> = struct(
  "authorization/v1.LabelSelectorAttributes",
  "Label selector of a request, in one of two forms.",
  labelSelectorAttributesFields,
);

const resourceAttributesFields = {
  namespace: optional(
    text,
    1,
    "Namespace of the request. Empty means none for cluster-scoped resources, and all for others.",
  ),
  verb: optional(text, 2, "Verb of the request: get, list, watch, create, update, delete and others, or * for all."),
  group: optional(text, 3, "API group of the resource, or * for all."),
  version: optional(text, 4, "API version of the resource, or * for all."),
  resource: optional(text, 5, "Resource, or * for all."),
  subresource: optional(text, 6, "Subresource. Empty means the object itself."),
  name: optional(text, 7, "Name of the object. Empty means all names."),
  fieldSelector: pointer(fieldSelectorAttributes, 8, "Field selector of the request.", {
    featureGate: "AuthorizeWithSelectors",
  }),
  labelSelector: pointer(labelSelectorAttributes, 9, "Label selector of the request.", {
    featureGate: "AuthorizeWithSelectors",
  }),
};

export interface ResourceAttributes extends FieldsOf<typeof resourceAttributesFields> {}

export const resourceAttributes: StructSchema<ResourceAttributes> = struct(
  "authorization/v1.ResourceAttributes",
  "Attributes of a request for a resource.",
  resourceAttributesFields,
);

const nonResourceAttributesFields = {
  path: optional(text, 1, "Path of the request."),
  verb: optional(text, 2, "HTTP method of the request, in lower case."),
};

export interface NonResourceAttributes extends FieldsOf<typeof nonResourceAttributesFields> {}

export const nonResourceAttributes: StructSchema<NonResourceAttributes> = struct(
  "authorization/v1.NonResourceAttributes",
  "Attributes of a request for a path that is not a resource.",
  nonResourceAttributesFields,
);
