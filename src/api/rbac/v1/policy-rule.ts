import { type FieldsOf, list, optional, required, type StructSchema, struct, text } from "../../../schema/index.ts";

const texts = list(text, { type: "atomic" });

const policyRuleFields = {
  verbs: required(texts, 1, "Allowed verbs. * means all verbs."),
  apiGroups: optional(texts, 2, "API groups of the resources. The empty text is the core group, * matches all groups."),
  resources: optional(
    texts,
    3,
    "Resources of the rule, such as pods, or pods/log for a subresource. * matches all resources.",
  ),
  resourceNames: optional(texts, 4, "Names of the objects. Empty matches all names."),
  nonResourceURLs: optional(
    texts,
    5,
    "Paths that are not resources. A last step * matches all paths below. Only in ClusterRoles, and mutually exclusive with resources.",
  ),
};

export interface PolicyRule extends FieldsOf<typeof policyRuleFields> {}

export const policyRule: StructSchema<PolicyRule> = struct(
  "rbac/v1.PolicyRule",
  "Permission for some verbs on some resources or paths.",
  policyRuleFields,
);
