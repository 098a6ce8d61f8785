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
  apiGroups: optional(texts, 1, "API groups of the resources; * stands for all."),
  apiVersions: optional(texts, 2, "API versions of the resources; * stands for all."),
  resources: optional(
    texts,
    3,
    "Resources: pods, pods/log for a subresource, pods/* or */scale for several, * for all but subresources, */* for all.",
  ),
  scope: pointer(scopeType, 4, "Whether the resources are Cluster-wide, Namespaced, or either. Default: *.", {
    default: "*",
  }),
};

const ruleWithOperationsFields = {
  operations: optional(
    list(operationType, { type: "atomic" }),
    1,
    "What is done: CREATE, UPDATE, DELETE, CONNECT, or * for all.",
  ),
  ...inline(2, ruleFields),
};

export interface RuleWithOperations extends FieldsOf<typeof ruleWithOperationsFields> {}

export const ruleWithOperations: StructSchema<RuleWithOperations> = struct(
  "admissionregistration/v1.RuleWithOperations",
  "Matches requests by what is done to which resources.",
  ruleWithOperationsFields,
);

const namedRuleWithOperationsFields = {
  resourceNames: optional(texts, 1, "Names of the objects; empty: all names."),
  ...inline(2, ruleWithOperationsFields),
};

export interface NamedRuleWithOperations extends FieldsOf<typeof namedRuleWithOperationsFields> {}

export const namedRuleWithOperations: StructSchema<NamedRuleWithOperations> = struct(
  "admissionregistration/v1.NamedRuleWithOperations",
  "Matches requests by what is done to which objects.",
  namedRuleWithOperationsFields,
  { atomic: true },
);
