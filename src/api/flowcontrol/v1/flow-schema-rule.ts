import {
  boolean,
  type FieldsOf,
  field,
  list,
  optional,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { subject } from "./flow-schema-subject.ts";

const texts = list(text, { type: "set" });

const resourcePolicyRuleFields = {
  verbs: required(texts, 1, "What is done; * stands for all verbs."),
  apiGroups: required(texts, 2, "API groups of the resources; the empty text is the core group, * stands for all."),
  resources: required(texts, 3, "Resources, pods/log for a subresource; * stands for all."),
  clusterScope: optional(
    boolean,
    4,
    "Whether requests without a namespace match, such as those for cluster-wide kinds.",
  ),
  namespaces: field(
    texts,
    { presence: "always", required: false },
    5,
    "Namespaces of requests that have one; * stands for all. May be empty only with clusterScope.",
  ),
};

export interface ResourcePolicyRule extends FieldsOf<typeof resourcePolicyRuleFields> {}

export const resourcePolicyRule: StructSchema<ResourcePolicyRule> = struct(
  "flowcontrol/v1.ResourcePolicyRule",
  "Matches requests for resources; verb, group, resource and namespace must all match.",
  resourcePolicyRuleFields,
);

const nonResourcePolicyRuleFields = {
  verbs: required(texts, 1, "What is done; * stands for all verbs."),
  nonResourceURLs: required(texts, 6, "Paths; /* at the end stands for all below, * alone for all paths."),
};

export interface NonResourcePolicyRule extends FieldsOf<typeof nonResourcePolicyRuleFields> {}

export const nonResourcePolicyRule: StructSchema<NonResourcePolicyRule> = struct(
  "flowcontrol/v1.NonResourcePolicyRule",
  "Matches requests for paths that are no resources; verb and path must match.",
  nonResourcePolicyRuleFields,
);

const policyRulesWithSubjectsFields = {
  subjects: required(list(subject, { type: "atomic" }), 1, "Who makes the request; one of them must match."),
  resourceRules: optional(
    list(resourcePolicyRule, { type: "atomic" }),
    2,
    "Requests for resources; one of these or of nonResourceRules must match.",
  ),
  nonResourceRules: optional(list(nonResourcePolicyRule, { type: "atomic" }), 3, "Requests for other paths."),
};

export interface PolicyRulesWithSubjects extends FieldsOf<typeof policyRulesWithSubjectsFields> {}

export const policyRulesWithSubjects: StructSchema<PolicyRulesWithSubjects> = struct(
  "flowcontrol/v1.PolicyRulesWithSubjects",
  "Matches requests by who makes them and what they ask for.",
  policyRulesWithSubjectsFields,
);
