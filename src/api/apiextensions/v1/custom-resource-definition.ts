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
  plural: required(text, 1, "Name of the resource in paths, in lower case. Immutable."),
  singular: optional(text, 2, "Name of a single object, in lower case. Default: the kind in lower case."),
  shortNames: optional(list(text, { type: "atomic" }), 3, "Abbreviations for command lines."),
  kind: required(text, 4, "Kind of the objects, in CamelCase."),
  listKind: optional(text, 5, "Kind of lists. Default: the kind followed by List."),
  categories: optional(list(text, { type: "atomic" }), 6, "Groups of resources that include this one, such as all."),
};

export interface CustomResourceDefinitionNames extends FieldsOf<typeof customResourceDefinitionNamesFields> {}

export const customResourceDefinitionNames: StructSchema<CustomResourceDefinitionNames> = struct(
  "apiextensions/v1.CustomResourceDefinitionNames",
  "Names of a custom type.",
  customResourceDefinitionNamesFields,
);

const customResourceDefinitionSpecFields = {
  group: required(text, 1, "API group, a domain name. Immutable."),
  names: required(customResourceDefinitionNames, 3, "Names of the type."),
  scope: required(namedText("v1.ResourceScope"), 4, "Cluster or Namespaced."),
  versions: required(
    list(customResourceDefinitionVersion, { type: "atomic" }),
    7,
    "Versions of the type. Clients prefer stable versions to betas and alphas, and higher numbers to lower ones.",
  ),
  conversion: pointer(customResourceConversion, 9, "Conversion between versions. Default: only apiVersion changes.", {
    default: { strategy: "None" },
  }),
  preserveUnknownFields: optional(
    boolean,
    10,
    "Deprecated. Whether fields without a schema are kept. Only false is allowed.",
  ),
};

export interface CustomResourceDefinitionSpec extends FieldsOf<typeof customResourceDefinitionSpecFields> {}

export const customResourceDefinitionSpec: StructSchema<CustomResourceDefinitionSpec> = struct(
  "apiextensions/v1.CustomResourceDefinitionSpec",
  "Names, scope and versions of a custom type.",
  customResourceDefinitionSpecFields,
);

const customResourceDefinitionConditionFields = {
  type: required(
    namedText("v1.CustomResourceDefinitionConditionType"),
    1,
    "Type of the condition: Established, NamesAccepted, NonStructuralSchema or Terminating.",
  ),
  status: required(namedText("v1.ConditionStatus"), 2, "Status of the condition: True, False or Unknown."),
  lastTransitionTime: optional(time, 3, "Time of the last change of the status."),
  reason: optional(text, 4, "Reason of the last change, as one CamelCase word."),
  message: optional(text, 5, "Message about the last change for users."),
};

export interface CustomResourceDefinitionCondition extends FieldsOf<typeof customResourceDefinitionConditionFields> {}

export const customResourceDefinitionCondition: StructSchema<CustomResourceDefinitionCondition> = struct(
  "apiextensions/v1.CustomResourceDefinitionCondition",
  "Condition of a CustomResourceDefinition.",
  customResourceDefinitionConditionFields,
);

const always = { presence: "always", required: false } as const;

const customResourceDefinitionStatusFields = {
  conditions: field(
    list(customResourceDefinitionCondition, { type: "map", keys: ["type"] }),
    always,
    1,
    "Conditions of the type.",
  ),
  acceptedNames: field(customResourceDefinitionNames, always, 2, "Names under which the type is served."),
  storedVersions: field(
    list(text, { type: "atomic" }),
    always,
    3,
    "Versions in which objects were ever stored. Remove a version once no object is stored in it.",
  ),
};

export interface CustomResourceDefinitionStatus extends FieldsOf<typeof customResourceDefinitionStatusFields> {}

export const customResourceDefinitionStatus: StructSchema<CustomResourceDefinitionStatus> = struct(
  "apiextensions/v1.CustomResourceDefinitionStatus",
  "Observed state of a custom type.",
  customResourceDefinitionStatusFields,
);

const customResourceDefinitionFields = {
  spec: required(customResourceDefinitionSpec, 2, "Names, scope and versions of the type."),
  status: optional(customResourceDefinitionStatus, 3, "Observed state."),
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
  // As in the reference, a write to the status also changes metadata, and does not own that change.
  subresources: { status: { ...statusSubresource([], ["metadata"]), hasTable: false } },
  storage: { prefix: groupName("apiextensions/customresourcedefinitions"), version: "v1beta1" },
  rules: {
    freeFinalizerNames: true,
    updateChecks: { update: ["plainChange", "schema", "hook"], subresource: ["plainChange", "schema", "hook"] },
    generation: ["spec"],
    unconditionalUpdate: false,
  },
  doc: "Custom type that the API serves in addition to its built-in ones. The name of the definition is PLURAL.GROUP.",
  fields: customResourceDefinitionFields,
});
