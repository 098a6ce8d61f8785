import {
  type FieldsOf,
  type KindDeclaration,
  list,
  type ObjectOf,
  openEnum,
  optional,
  pointer,
  required,
  type StructSchema,
  statusSubresource,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { resourceList } from "./resources.ts";

const quotaScope = openEnum("v1.ResourceQuotaScope", [
  "BestEffort",
  "CrossNamespacePodAffinity",
  "NotBestEffort",
  "NotTerminating",
  "PriorityClass",
  "Terminating",
]);

const scopedResourceSelectorRequirementFields = {
  scopeName: required(quotaScope, 1, "The scope that is looked at."),
  operator: required(
    openEnum("v1.ScopeSelectorOperator", ["DoesNotExist", "Exists", "In", "NotIn"]),
    2,
    "How the scope is compared with the values: In, NotIn, Exists or DoesNotExist.",
  ),
  values: optional(list(text, { type: "atomic" }), 3, "Values for In and NotIn; empty for the others."),
};

export interface ScopedResourceSelectorRequirement extends FieldsOf<typeof scopedResourceSelectorRequirementFields> {}

export const scopedResourceSelectorRequirement: StructSchema<ScopedResourceSelectorRequirement> = struct(
  "core/v1.ScopedResourceSelectorRequirement",
  "A requirement on one scope of an object.",
  scopedResourceSelectorRequirementFields,
);

const scopeSelectorFields = {
  matchExpressions: optional(
    list(scopedResourceSelectorRequirement, { type: "atomic" }),
    1,
    "Requirements, all of which hold.",
  ),
};

export interface ScopeSelector extends FieldsOf<typeof scopeSelectorFields> {}

export const scopeSelector: StructSchema<ScopeSelector> = struct(
  "core/v1.ScopeSelector",
  "Selects objects by their scopes.",
  scopeSelectorFields,
  { atomic: true },
);

const resourceQuotaSpecFields = {
  hard: optional(resourceList, 1, "Most that the objects may use together, by resource name."),
  scopes: optional(
    list(quotaScope, { type: "atomic" }),
    2,
    "Only objects of all of these scopes count. Default: all objects.",
  ),
  scopeSelector: pointer(scopeSelector, 3, "Only objects that it selects count, besides being of all the scopes."),
};

export interface ResourceQuotaSpec extends FieldsOf<typeof resourceQuotaSpecFields> {}

export const resourceQuotaSpec: StructSchema<ResourceQuotaSpec> = struct(
  "core/v1.ResourceQuotaSpec",
  "What is limited, and for which objects.",
  resourceQuotaSpecFields,
);

const resourceQuotaStatusFields = {
  hard: optional(resourceList, 1, "The limits in effect."),
  used: optional(resourceList, 2, "What the objects use together at present."),
};

export interface ResourceQuotaStatus extends FieldsOf<typeof resourceQuotaStatusFields> {}

export const resourceQuotaStatus: StructSchema<ResourceQuotaStatus> = struct(
  "core/v1.ResourceQuotaStatus",
  "The limits in effect, and what is used of them.",
  resourceQuotaStatusFields,
);

const resourceQuotaFields = {
  spec: optional(resourceQuotaSpec, 2, "The limits that are wanted."),
  status: optional(resourceQuotaStatus, 3, "What of the limits is used."),
};

export interface ResourceQuota extends ObjectOf<typeof resourceQuotaFields> {}

export const resourceQuota: KindDeclaration<ResourceQuota> = kind({
  group: "",
  version: "v1",
  kind: "ResourceQuota",
  package: "core",
  plural: "resourcequotas",
  shortNames: ["quota"],
  scope: "Namespaced",
  subresources: { status: statusSubresource() },
  rules: { deleteReturnsObject: true },
  doc: "Limits on what all objects of a namespace may use together.",
  fields: resourceQuotaFields,
});
