/** The parameters of policies: of which kind they are, and which objects they are. */
import { type FieldsOf, namedText, optional, pointer, type StructSchema, struct, text } from "../../../schema/index.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";

const paramKindFields = {
  apiVersion: optional(text, 1, "Group and version of the kind."),
  kind: optional(text, 2, "The kind."),
};

export interface ParamKind extends FieldsOf<typeof paramKindFields> {}

export const paramKind: StructSchema<ParamKind> = struct(
  "admissionregistration/v1.ParamKind",
  "The kind of the objects that parametrize a policy.",
  paramKindFields,
  { atomic: true },
);

/** The part that is the same in every version. */
export const paramSelectionFields = {
  name: optional(text, 1, "Name of the object; not beside selector."),
  namespace: optional(
    text,
    2,
    "Namespace of the objects, for kinds that have one. Empty: that of the request, which then needs one.",
  ),
  selector: pointer(labelSelector, 3, "Labels of the objects; the policy is applied with each. Not beside name."),
};

export const parameterNotFoundActionDoc =
  "What to do when there are no such objects: Allow the request, or Deny it, as far as failurePolicy does.";

const paramRefFields = {
  ...paramSelectionFields,
  parameterNotFoundAction: pointer(namedText("v1.ParameterNotFoundActionType"), 4, parameterNotFoundActionDoc),
};

export interface ParamRef extends FieldsOf<typeof paramRefFields> {}

export const paramRef: StructSchema<ParamRef> = struct(
  "admissionregistration/v1.ParamRef",
  "The objects with which a policy is applied.",
  paramRefFields,
  { atomic: true },
);
