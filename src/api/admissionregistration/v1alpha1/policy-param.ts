import { type FieldsOf, openEnum, pointer, type StructSchema, struct } from "../../../schema/index.ts";
import { parameterNotFoundActionDoc, paramKindFields, paramSelectionFields } from "../v1/policy-param.ts";

export interface ParamKind extends FieldsOf<typeof paramKindFields> {}

export const paramKind: StructSchema<ParamKind> = struct(
  "admissionregistration/v1alpha1.ParamKind",
  "The kind of the objects that parametrize a policy.",
  paramKindFields,
  { atomic: true },
);

const paramRefFields = {
  ...paramSelectionFields,
  parameterNotFoundAction: pointer(
    openEnum("v1alpha1.ParameterNotFoundActionType", ["Deny", "Allow"]),
    4,
    `${parameterNotFoundActionDoc} Default: Deny.`,
    { default: "Deny" },
  ),
};

export interface ParamRef extends FieldsOf<typeof paramRefFields> {}

export const paramRef: StructSchema<ParamRef> = struct(
  "admissionregistration/v1alpha1.ParamRef",
  "The objects with which a policy is applied.",
  paramRefFields,
  { atomic: true },
);
