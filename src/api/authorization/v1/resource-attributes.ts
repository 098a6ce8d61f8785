import { type FieldsOf, list, optional, pointer, type StructSchema, struct, text } from "../../../schema/index.ts";
import { fieldSelectorRequirement } from "../../meta/v1/field-selector-requirement.ts";
import { labelSelectorRequirement } from "../../meta/v1/label-selector.ts";

const fieldSelectorAttributesFields = {
  rawSelector: optional(text, 1, "The selector as in a query; not beside requirements."),
  requirements: optional(
    list(fieldSelectorRequirement, { type: "atomic" }),
    2,
    "Conditions on fields, all of which hold for what is asked for. Those that cannot be read are ignored.",
  ),
};

export interface FieldSelectorAttributes extends FieldsOf<typeof fieldSelectorAttributesFields> {}

export const fieldSelectorAttributes: StructSchema<FieldSelectorAttributes> = struct(
  "authorization/v1.FieldSelectorAttributes",
  "The field selector of a request, in one of two forms.",
  fieldSelectorAttributesFields,
);

const labelSelectorAttributesFields = {
  rawSelector: optional(text, 1, "The selector as in a query; not beside requirements."),
  requirements: optional(
    list(labelSelectorRequirement, { type: "atomic" }),
    2,
    "Conditions on labels, all of which hold for what is asked for. Those that cannot be read are ignored.",
  ),
};

export interface LabelSelectorAttributes extends FieldsOf<typeof labelSelectorAttributesFields> {}

export const labelSelectorAttributes: StructSchema<LabelSelectorAttributes> = struct(
  "authorization/v1.LabelSelectorAttributes",
  "The label selector of a request, in one of two forms.",
  labelSelectorAttributesFields,
);

const resourceAttributesFields = {
  namespace: optional(
    text,
    1,
    "Namespace of what is asked for. Empty: none for cluster-wide resources, all for others.",
  ),
  verb: optional(text, 2, "What is to be done: get, list, watch, create, update, delete and so on; * for all."),
  group: optional(text, 3, "API group of the resource; * for all."),
  version: optional(text, 4, "API version of the resource; * for all."),
  resource: optional(text, 5, "The resource; * for all."),
  subresource: optional(text, 6, "A subresource; empty for the object itself."),
  name: optional(text, 7, "Name of the object. Empty: all names."),
  fieldSelector: pointer(fieldSelectorAttributes, 8, "Limits what is asked for by fields.", {
    featureGate: "AuthorizeWithSelectors",
  }),
  labelSelector: pointer(labelSelectorAttributes, 9, "Limits what is asked for by labels.", {
    featureGate: "AuthorizeWithSelectors",
  }),
};

export interface ResourceAttributes extends FieldsOf<typeof resourceAttributesFields> {}

export const resourceAttributes: StructSchema<ResourceAttributes> = struct(
  "authorization/v1.ResourceAttributes",
  "A request for a resource, as rules see it.",
  resourceAttributesFields,
);

const nonResourceAttributesFields = {
  path: optional(text, 1, "The path of the request."),
  verb: optional(text, 2, "The method of the request, in lower case."),
};

export interface NonResourceAttributes extends FieldsOf<typeof nonResourceAttributesFields> {}

export const nonResourceAttributes: StructSchema<NonResourceAttributes> = struct(
  "authorization/v1.NonResourceAttributes",
  "A request for a path that is no resource, as rules see it.",
  nonResourceAttributesFields,
);
