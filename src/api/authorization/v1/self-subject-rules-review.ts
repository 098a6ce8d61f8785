import { group } from "../../../meta/vocabulary.ts";
import {
  boolean,
  type FieldsOf,
  type KindDeclaration,
  list,
  type ObjectOf,
  optional,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";

const texts = list(text, { type: "atomic" });

const resourceRuleFields = {
  verbs: required(texts, 1, "Allowed verbs. * means all verbs."),
  apiGroups: optional(texts, 2, "API groups of the resources. * matches all."),
  resources: optional(
    texts,
    3,
    "Resources, such as pods, or pods/log for a subresource. * means all, */log means the subresource log of all.",
  ),
  resourceNames: optional(texts, 4, "Names of the objects. Empty matches all names."),
};

export interface ResourceRule extends FieldsOf<typeof resourceRuleFields> {}

export const resourceRule: StructSchema<ResourceRule> = struct(
  "authorization/v1.ResourceRule",
  "Allowed verbs on some resources.",
  resourceRuleFields,
);

const nonResourceRuleFields = {
  verbs: required(texts, 1, "Allowed verbs. * means all verbs."),
  nonResourceURLs: optional(texts, 2, "Paths. A last step * means all paths below."),
};

export interface NonResourceRule extends FieldsOf<typeof nonResourceRuleFields> {}

export const nonResourceRule: StructSchema<NonResourceRule> = struct(
  "authorization/v1.NonResourceRule",
  "Allowed verbs on some paths that are not resources.",
  nonResourceRuleFields,
);

const selfSubjectRulesReviewSpecFields = {
  namespace: optional(text, 1, "Namespace of the review. Required."),
};

export interface SelfSubjectRulesReviewSpec extends FieldsOf<typeof selfSubjectRulesReviewSpecFields> {}

export const selfSubjectRulesReviewSpec: StructSchema<SelfSubjectRulesReviewSpec> = struct(
  "authorization/v1.SelfSubjectRulesReviewSpec",
  "Namespace of the review.",
  selfSubjectRulesReviewSpecFields,
);

const subjectRulesReviewStatusFields = {
  resourceRules: required(list(resourceRule, { type: "atomic" }), 1, "Rules for resources, in no particular order."),
  nonResourceRules: required(
    list(nonResourceRule, { type: "atomic" }),
    2,
    "Rules for other paths, in no particular order.",
  ),
  incomplete: required(
    boolean,
    3,
    "Whether more may be allowed, because an authorizer cannot list its rules or failed.",
  ),
  evaluationError: optional(text, 4, "Error during the evaluation. The listed rules are valid nevertheless."),
};

export interface SubjectRulesReviewStatus extends FieldsOf<typeof subjectRulesReviewStatusFields> {}

export const subjectRulesReviewStatus: StructSchema<SubjectRulesReviewStatus> = struct(
  "authorization/v1.SubjectRulesReviewStatus",
  "Permissions, as far as they can be listed. Only an access review is authoritative.",
  subjectRulesReviewStatusFields,
);

const selfSubjectRulesReviewFields = {
  spec: required(selfSubjectRulesReviewSpec, 2, "Content of the review."),
  status: optional(subjectRulesReviewStatus, 3, "Response of the server."),
};

export interface SelfSubjectRulesReview extends ObjectOf<typeof selfSubjectRulesReviewFields> {}

export const selfSubjectRulesReview: KindDeclaration<SelfSubjectRulesReview> = kind({
  group: group("authorization"),
  version: "v1",
  kind: "SelfSubjectRulesReview",
  package: "authorization",
  plural: "selfsubjectrulesreviews",
  scope: "Cluster",
  verbs: ["create"],
  isStored: false,
  doc: "Lists the permissions of the requesting user in a namespace, for display.",
  fields: selfSubjectRulesReviewFields,
});
