import { type FieldsOf, list, optional, required, type StructSchema, struct, text } from "../../../schema/index.ts";

const texts = list(text, { type: "atomic" });

const policyRuleFields = {
  verbs: required(texts, 1, "What may be done; * stands for all verbs."),
  apiGroups: optional(
    texts,
    2,
    "API groups of the resources; the empty text is the core group, * stands for all groups.",
  ),
  resources: optional(
    texts,
    3,
    "Resources that the rule is about, pods/log for a subresource; * stands for all resources.",
  ),
  resourceNames: optional(texts, 4, "Names of the objects that the rule is about; empty: all names."),
  nonResourceURLs: optional(
    texts,
    5,
    "Paths that are no resources, with * as their last step for all below. Only in cluster roles, and not beside resources.",
  ),
};

export interface PolicyRule extends FieldsOf<typeof policyRuleFields> {}

export const policyRule: StructSchema<PolicyRule> = struct(
  "rbac/v1.PolicyRule",
  "Allows some verbs on some resources or paths.",
  policyRuleFields,
);
