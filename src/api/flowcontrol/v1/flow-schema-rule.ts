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
  verbs: required(texts, 1, "Verbs of the requests. * matches all verbs."),
  apiGroups: required(texts, 2, "API groups of the resources. The empty text is the core group, * matches all."),
  resources: required(texts, 3, "Resources, such as pods, or pods/log for a subresource. * matches all."),
  clusterScope: optional(
    boolean,
    4,
    "Whether requests without a namespace match, such as those for cluster-scoped kinds.",
  ),
  namespaces: field(
    texts,
    { presence: "always", required: false },
    5,
    "Namespaces of requests that have one. * matches all. May be empty only with clusterScope.",
  ),
};

export interface ResourcePolicyRule extends FieldsOf<typeof resourcePolicyRuleFields> {}

export const resourcePolicyRule: StructSchema<ResourcePolicyRule> = struct(
  "flowcontrol/v1.ResourcePolicyRule",
  "Matches requests for resources. Verb, group, resource and namespace must match.",
  resourcePolicyRuleFields,
);

const nonResourcePolicyRuleFields = {
  verbs: required(texts, 1, "Verbs of the requests. * matches all verbs."),
  nonResourceURLs: required(texts, 6, "Paths. /* at the end matches all paths below, * alone matches all paths."),
};

export interface NonResourcePolicyRule extends FieldsOf<typeof nonResourcePolicyRuleFields> {}

export const nonResourcePolicyRule: StructSchema<NonResourcePolicyRule> = struct(
  "flowcontrol/v1.NonResourcePolicyRule",
  "Matches requests for paths that are not resources. Verb and path must match.",
  nonResourcePolicyRuleFields,
);

const policyRulesWithSubjectsFields = {
  subjects: required(list(subject, { type: "atomic" }), 1, "Requesting users, one of which must match."),
  resourceRules: optional(
    list(resourcePolicyRule, { type: "atomic" }),
    2,
    "Rules for requests for resources. One of these or of nonResourceRules must match.",
  ),
  nonResourceRules: optional(list(nonResourcePolicyRule, { type: "atomic" }), 3, "Rules for requests for other paths."),
};

export interface PolicyRulesWithSubjects extends FieldsOf<typeof policyRulesWithSubjectsFields> {}

export const policyRulesWithSubjects: StructSchema<PolicyRulesWithSubjects> = struct(
  "flowcontrol/v1.PolicyRulesWithSubjects",
  "Matches requests by user and by resource or path.",
  policyRulesWithSubjectsFields,
);
