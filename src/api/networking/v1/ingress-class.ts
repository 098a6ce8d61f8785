import { group } from "../../../meta/vocabulary.ts";
import {
  type FieldsOf,
  field,
  formattedText,
  type KindDeclaration,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";

const ingressClassParametersReferenceFields = {
  apiGroup: pointer(text, 1, "API group of the object's kind. Unset means the core group."),
  kind: required(text, 2, "Kind of the object."),
  name: required(text, 3, "Name of the object."),
  scope: field(
    text,
    { presence: "nullable", required: false },
    4,
    "Whether the object belongs to the cluster or to a namespace: Cluster or Namespace. Default: Cluster.",
    { default: "Cluster" },
  ),
  namespace: pointer(text, 5, "Namespace of the object, if the scope is Namespace."),
};

export interface IngressClassParametersReference extends FieldsOf<typeof ingressClassParametersReferenceFields> {}

export const ingressClassParametersReference: StructSchema<IngressClassParametersReference> = struct(
  "networking/v1.IngressClassParametersReference",
  "Reference to the object with the settings of a class.",
  ingressClassParametersReferenceFields,
);

const ingressClassSpecFields = {
  controller: optional(
    formattedText({ maxBytes: 250 }),
    1,
    "Name of the controller of the class, as domain/path, such as example.com/ingress. Immutable.",
  ),
  parameters: pointer(ingressClassParametersReference, 2, "Object with further settings for the controller."),
};

export interface IngressClassSpec extends FieldsOf<typeof ingressClassSpecFields> {}

export const ingressClassSpec: StructSchema<IngressClassSpec> = struct(
  "networking/v1.IngressClassSpec",
  "Controller and settings of a class.",
  ingressClassSpecFields,
);

const ingressClassFields = {
  spec: optional(ingressClassSpec, 2, "Controller and settings of the class."),
};

export interface IngressClass extends ObjectOf<typeof ingressClassFields> {}

export const ingressClass: KindDeclaration<IngressClass> = kind({
  group: group("networking"),
  version: "v1",
  kind: "IngressClass",
  package: "networking",
  plural: "ingressclasses",
  scope: "Cluster",
  rules: { updateChecks: { update: ["change", "hook", "create", "schema"] }, generation: ["spec"] },
  doc: "Class of Ingresses with its controller and settings.",
  fields: ingressClassFields,
});
