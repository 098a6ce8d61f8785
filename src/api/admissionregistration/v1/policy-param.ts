/** Parameters of policies: their kind, and the selection of the objects that contain them. */
import { type FieldsOf, namedText, optional, pointer, type StructSchema, struct, text } from "../../../schema/index.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";

const paramKindFields = {
  apiVersion: optional(text, 1, "Group and version of the kind."),
  kind: optional(text, 2, "The kind."),
};

export interface ParamKind extends FieldsOf<typeof paramKindFields> {}

export const paramKind: StructSchema<ParamKind> = struct(
  "admissionregistration/v1.ParamKind",
  "Kind of the objects that contain a policy's parameters.",
  paramKindFields,
  { atomic: true },
);

/** Fields of parameter references that are equal in all versions. */
export const paramSelectionFields = {
  name: optional(text, 1, "Name of the object. Mutually exclusive with selector."),
  namespace: optional(
    text,
    2,
    "Namespace of the objects, for namespaced kinds. Default: the namespace of the request.",
  ),
  selector: pointer(
    labelSelector,
    3,
    "Selector for the labels of the objects. The policy is applied once with each object. Mutually exclusive with name.",
  ),
};

export const parameterNotFoundActionDoc =
  "Effect of missing objects: Allow accepts the request, Deny follows failurePolicy.";

const paramRefFields = {
  ...paramSelectionFields,
  parameterNotFoundAction: pointer(namedText("v1.ParameterNotFoundActionType"), 4, parameterNotFoundActionDoc),
};

export interface ParamRef extends FieldsOf<typeof paramRefFields> {}

export const paramRef: StructSchema<ParamRef> = struct(
  "admissionregistration/v1.ParamRef",
  "Objects that contain the parameters of a policy.",
  paramRefFields,
  { atomic: true },
);
