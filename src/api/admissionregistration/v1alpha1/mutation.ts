import {
  enumText,
  type FieldsOf,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";

const expressionSees = "It can use object, oldObject, request, params, namespaceObject, variables and authorizer.";

const applyConfigurationFields = {
  expression: optional(text, 1, `A CEL expression that makes the fields to apply. ${expressionSees}`),
};

export interface ApplyConfiguration extends FieldsOf<typeof applyConfigurationFields> {}

export const applyConfiguration: StructSchema<ApplyConfiguration> = struct(
  "admissionregistration/v1alpha1.ApplyConfiguration",
  "Change of an object by a server-side apply.",
  applyConfigurationFields,
);

const jsonPatchFields = {
  expression: optional(text, 1, `A CEL expression that makes a list of JSONPatch. ${expressionSees}`),
};

export interface JSONPatch extends FieldsOf<typeof jsonPatchFields> {}

export const jsonPatch: StructSchema<JSONPatch> = struct(
  "admissionregistration/v1alpha1.JSONPatch",
  "Change of an object by a JSON patch.",
  jsonPatchFields,
);

const mutationFields = {
  patchType: required(
    enumText("v1alpha1.PatchType", ["ApplyConfiguration", "JSONPatch"]),
    2,
    "Type of the change: JSONPatch or ApplyConfiguration.",
    { nonEmpty: true },
  ),
  applyConfiguration: pointer(applyConfiguration, 3, "Fields to apply, for the type ApplyConfiguration."),
  jsonPatch: pointer(jsonPatch, 4, "Patch, for the type JSONPatch."),
};

export interface Mutation extends FieldsOf<typeof mutationFields> {}

export const mutation: StructSchema<Mutation> = struct(
  "admissionregistration/v1alpha1.Mutation",
  "One change of an object.",
  mutationFields,
);
