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
  scopeName: required(quotaScope, 1, "Name of the scope."),
  operator: required(
    openEnum("v1.ScopeSelectorOperator", ["DoesNotExist", "Exists", "In", "NotIn"]),
    2,
    "Operator: In, NotIn, Exists or DoesNotExist.",
  ),
  values: optional(list(text, { type: "atomic" }), 3, "Values for In and NotIn; empty for the others."),
};

export interface ScopedResourceSelectorRequirement extends FieldsOf<typeof scopedResourceSelectorRequirementFields> {}

export const scopedResourceSelectorRequirement: StructSchema<ScopedResourceSelectorRequirement> = struct(
  "core/v1.ScopedResourceSelectorRequirement",
  "Requirement on one scope of an object.",
  scopedResourceSelectorRequirementFields,
);

const scopeSelectorFields = {
  matchExpressions: optional(
    list(scopedResourceSelectorRequirement, { type: "atomic" }),
    1,
    "Requirements, all of which must be met.",
  ),
};

export interface ScopeSelector extends FieldsOf<typeof scopeSelectorFields> {}

export const scopeSelector: StructSchema<ScopeSelector> = struct(
  "core/v1.ScopeSelector",
  "Selector for objects by their scopes.",
  scopeSelectorFields,
  { atomic: true },
);

const resourceQuotaSpecFields = {
  hard: optional(resourceList, 1, "Largest total of all objects, by resource name."),
  scopes: optional(
    list(quotaScope, { type: "atomic" }),
    2,
    "Scopes that an object must have to count. Default: all objects count.",
  ),
  scopeSelector: pointer(scopeSelector, 3, "Selector for the objects that count, in addition to scopes."),
};

export interface ResourceQuotaSpec extends FieldsOf<typeof resourceQuotaSpecFields> {}

export const resourceQuotaSpec: StructSchema<ResourceQuotaSpec> = struct(
  "core/v1.ResourceQuotaSpec",
  "Limits, and the objects that count.",
  resourceQuotaSpecFields,
);

const resourceQuotaStatusFields = {
  hard: optional(resourceList, 1, "Limits in effect."),
  used: optional(resourceList, 2, "Current total of all objects."),
};

export interface ResourceQuotaStatus extends FieldsOf<typeof resourceQuotaStatusFields> {}

export const resourceQuotaStatus: StructSchema<ResourceQuotaStatus> = struct(
  "core/v1.ResourceQuotaStatus",
  "Observed state of a ResourceQuota.",
  resourceQuotaStatusFields,
);

const resourceQuotaFields = {
  spec: optional(resourceQuotaSpec, 2, "Desired limits."),
  status: optional(resourceQuotaStatus, 3, "Limits in effect, and current totals."),
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
  doc: "Limits on the total resources of all objects in a namespace.",
  fields: resourceQuotaFields,
});
