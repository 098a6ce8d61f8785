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

const expressionSees = "It sees object, oldObject, request, params, namespaceObject, variables and authorizer.";

const applyConfigurationFields = {
  expression: optional(text, 1, `A CEL expression that makes the fields to apply. ${expressionSees}`),
};

export interface ApplyConfiguration extends FieldsOf<typeof applyConfigurationFields> {}

export const applyConfiguration: StructSchema<ApplyConfiguration> = struct(
  "admissionregistration/v1alpha1.ApplyConfiguration",
  "Changes an object by applying some fields to it.",
  applyConfigurationFields,
);

const jsonPatchFields = {
  expression: optional(text, 1, `A CEL expression that makes a list of JSONPatch. ${expressionSees}`),
};

export interface JSONPatch extends FieldsOf<typeof jsonPatchFields> {}

export const jsonPatch: StructSchema<JSONPatch> = struct(
  "admissionregistration/v1alpha1.JSONPatch",
  "Changes an object by a JSON patch.",
  jsonPatchFields,
);

const mutationFields = {
  patchType: required(
    enumText("v1alpha1.PatchType", ["ApplyConfiguration", "JSONPatch"]),
    2,
    "Which of the other fields says what is changed.",
    { nonEmpty: true },
  ),
  applyConfiguration: pointer(applyConfiguration, 3, "The fields to apply, for the type ApplyConfiguration."),
  jsonPatch: pointer(jsonPatch, 4, "The patch, for the type JSONPatch."),
};

export interface Mutation extends FieldsOf<typeof mutationFields> {}

export const mutation: StructSchema<Mutation> = struct(
  "admissionregistration/v1alpha1.Mutation",
  "One change to an object.",
  mutationFields,
);
