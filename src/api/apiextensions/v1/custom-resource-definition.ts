import { group, groupName } from "../../../meta/vocabulary.ts";
import {
  boolean,
  type FieldsOf,
  field,
  type KindDeclaration,
  list,
  namedText,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  statusSubresource,
  struct,
  text,
  time,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { customResourceConversion } from "./custom-resource-conversion.ts";
import { customResourceDefinitionVersion } from "./custom-resource-definition-version.ts";

const customResourceDefinitionNamesFields = {
  plural: required(text, 1, "The name of the resource in paths, in lower case. Cannot be changed."),
  singular: optional(text, 2, "The name of one object, in lower case. Unset: the kind in lower case."),
  shortNames: optional(list(text, { type: "atomic" }), 3, "Short names, for people."),
  kind: required(text, 4, "The kind of objects, in CamelCase."),
  listKind: optional(text, 5, "The kind of lists. Unset: the kind and List."),
  categories: optional(
    list(text, { type: "atomic" }),
    6,
    "Names of groups of resources to which this one belongs: all.",
  ),
};

export interface CustomResourceDefinitionNames extends FieldsOf<typeof customResourceDefinitionNamesFields> {}

export const customResourceDefinitionNames: StructSchema<CustomResourceDefinitionNames> = struct(
  "apiextensions/v1.CustomResourceDefinitionNames",
  "The names of a custom type.",
  customResourceDefinitionNamesFields,
);

const customResourceDefinitionSpecFields = {
  group: required(text, 1, "The API group: a domain name. Cannot be changed."),
  names: required(customResourceDefinitionNames, 3, "What the type is called."),
  scope: required(namedText("v1.ResourceScope"), 4, "Cluster or Namespaced."),
  versions: required(
    list(customResourceDefinitionVersion, { type: "atomic" }),
    7,
    "Its versions. Clients prefer stable ones to betas and alphas, and greater numbers to smaller ones.",
  ),
  conversion: pointer(customResourceConversion, 9, "How objects are converted between versions. Unset: by name only.", {
    default: { strategy: "None" },
  }),
  preserveUnknownFields: optional(boolean, 10, "Of old: fields that no schema knows are kept. Only false is allowed."),
};

export interface CustomResourceDefinitionSpec extends FieldsOf<typeof customResourceDefinitionSpecFields> {}

export const customResourceDefinitionSpec: StructSchema<CustomResourceDefinitionSpec> = struct(
  "apiextensions/v1.CustomResourceDefinitionSpec",
  "What a custom type is called, and what its objects may be.",
  customResourceDefinitionSpecFields,
);

const customResourceDefinitionConditionFields = {
  type: required(
    namedText("v1.CustomResourceDefinitionConditionType"),
    1,
    "What the condition is about: Established, NamesAccepted, NonStructuralSchema, Terminating.",
  ),
  status: required(namedText("v1.ConditionStatus"), 2, "Whether the condition holds: True, False or Unknown."),
  lastTransitionTime: optional(time, 3, "When the status last changed."),
  reason: optional(text, 4, "Why it last changed, as one CamelCase word."),
  message: optional(text, 5, "Details about the last change, for people."),
};

export interface CustomResourceDefinitionCondition extends FieldsOf<typeof customResourceDefinitionConditionFields> {}

export const customResourceDefinitionCondition: StructSchema<CustomResourceDefinitionCondition> = struct(
  "apiextensions/v1.CustomResourceDefinitionCondition",
  "One observed aspect of a CustomResourceDefinition.",
  customResourceDefinitionConditionFields,
);

const always = { presence: "always", required: false } as const;

const customResourceDefinitionStatusFields = {
  conditions: field(
    list(customResourceDefinitionCondition, { type: "map", keys: ["type"] }),
    always,
    1,
    "What holds of the type.",
  ),
  acceptedNames: field(customResourceDefinitionNames, always, 2, "The names under which it is served."),
  storedVersions: field(
    list(text, { type: "atomic" }),
    always,
    3,
    "Every version in which objects were ever stored; one can be removed once none is left in it.",
  ),
};

export interface CustomResourceDefinitionStatus extends FieldsOf<typeof customResourceDefinitionStatusFields> {}

export const customResourceDefinitionStatus: StructSchema<CustomResourceDefinitionStatus> = struct(
  "apiextensions/v1.CustomResourceDefinitionStatus",
  "Whether a custom type is served, and how.",
  customResourceDefinitionStatusFields,
);

const customResourceDefinitionFields = {
  spec: required(customResourceDefinitionSpec, 2, "What the type is called, and what its objects may be."),
  status: optional(customResourceDefinitionStatus, 3, "Whether it is served."),
};

export interface CustomResourceDefinition extends ObjectOf<typeof customResourceDefinitionFields> {}

export const customResourceDefinition: KindDeclaration<CustomResourceDefinition> = kind({
  group: group("apiextensions"),
  version: "v1",
  kind: "CustomResourceDefinition",
  package: "apiextensions",
  plural: "customresourcedefinitions",
  shortNames: ["crd", "crds"],
  categories: ["api-extensions"],
  scope: "Cluster",
  // A status write changes metadata as well, which it does not own.
  subresources: { status: { ...statusSubresource([], ["metadata"]), hasTable: false } },
  storage: { prefix: groupName("apiextensions/customresourcedefinitions"), version: "v1beta1" },
  rules: {
    freeFinalizerNames: true,
    updateChecks: { update: ["plainChange", "schema", "hook"], subresource: ["plainChange", "schema", "hook"] },
    generation: ["spec"],
    unconditionalUpdate: false,
  },
  doc: "A type that the API serves beside its own. Its name is PLURAL.GROUP.",
  fields: customResourceDefinitionFields,
});
