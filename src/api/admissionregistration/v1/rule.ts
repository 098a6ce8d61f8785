import {
  enumText,
  type FieldsOf,
  inline,
  list,
  namedText,
  optional,
  pointer,
  type StructSchema,
  struct,
  type TextSchema,
  text,
} from "../../../schema/index.ts";

const texts = list(text, { type: "atomic" });

/** Operations of a rule. Older versions of the policies refer to this type of v1, so it keeps its name in them. */
export const operationType: TextSchema = enumText("v1.OperationType", ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"]);

/** Scopes of a rule. Keeps its name in older versions, as `operationType` does. */
export const scopeType: TextSchema = namedText("v1.ScopeType");

const ruleFields = {
  apiGroups: optional(texts, 1, "API groups of the resources. * matches all."),
  apiVersions: optional(texts, 2, "API versions of the resources. * matches all."),
  resources: optional(
    texts,
    3,
    "Resources: pods, pods/log for a subresource, pods/* or */scale for several. * matches all but subresources, */* matches all.",
  ),
  scope: pointer(scopeType, 4, "Scope of the resources: Cluster, Namespaced, or * for both. Default: *.", {
    default: "*",
  }),
};

const ruleWithOperationsFields = {
  operations: optional(
    list(operationType, { type: "atomic" }),
    1,
    "Operations: CREATE, UPDATE, DELETE, CONNECT, or * for all.",
  ),
  ...inline(2, ruleFields),
};

export interface RuleWithOperations extends FieldsOf<typeof ruleWithOperationsFields> {}

export const ruleWithOperations: StructSchema<RuleWithOperations> = struct(
  "admissionregistration/v1.RuleWithOperations",
  "Matches requests by operation and resource.",
  ruleWithOperationsFields,
);

const namedRuleWithOperationsFields = {
  resourceNames: optional(texts, 1, "Names of the objects. Empty matches all names."),
  ...inline(2, ruleWithOperationsFields),
};

export interface NamedRuleWithOperations extends FieldsOf<typeof namedRuleWithOperationsFields> {}

export const namedRuleWithOperations: StructSchema<NamedRuleWithOperations> = struct(
  "admissionregistration/v1.NamedRuleWithOperations",
  "Matches requests by operation, resource and name.",
  namedRuleWithOperationsFields,
  { atomic: true },
);
