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
  apiGroup: pointer(text, 1, "API group of the object's kind; unset means the core group."),
  kind: required(text, 2, "Kind of the object."),
  name: required(text, 3, "Name of the object."),
  scope: field(
    text,
    { presence: "nullable", required: false },
    4,
    "Whether the object belongs to the cluster or to a namespace: Cluster or Namespace. Default: Cluster.",
    { default: "Cluster" },
  ),
  namespace: pointer(text, 5, "Namespace of the object, when scope is Namespace."),
};

export interface IngressClassParametersReference extends FieldsOf<typeof ingressClassParametersReferenceFields> {}

export const ingressClassParametersReference: StructSchema<IngressClassParametersReference> = struct(
  "networking/v1.IngressClassParametersReference",
  "Names the object that holds settings of a class.",
  ingressClassParametersReferenceFields,
);

const ingressClassSpecFields = {
  controller: optional(
    formattedText({ maxBytes: 250 }),
    1,
    "The controller that serves the class, as a domain and a path: example.com/ingress. Cannot be changed.",
  ),
  parameters: pointer(ingressClassParametersReference, 2, "The object with further settings for the controller."),
};

export interface IngressClassSpec extends FieldsOf<typeof ingressClassSpecFields> {}

export const ingressClassSpec: StructSchema<IngressClassSpec> = struct(
  "networking/v1.IngressClassSpec",
  "Who serves a class, and with which settings.",
  ingressClassSpecFields,
);

const ingressClassFields = {
  spec: optional(ingressClassSpec, 2, "Who serves the class, and with which settings."),
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
  doc: "A controller of Ingresses with its settings.",
  fields: ingressClassFields,
});
