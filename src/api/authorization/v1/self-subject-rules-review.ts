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
  verbs: required(texts, 1, "What may be done; * stands for all verbs."),
  apiGroups: optional(texts, 2, "API groups of the resources; * stands for all."),
  resources: optional(texts, 3, "Resources, pods/log for a subresource; * stands for all, */log for one of all."),
  resourceNames: optional(texts, 4, "Names of the objects; empty: all names."),
};

export interface ResourceRule extends FieldsOf<typeof resourceRuleFields> {}

export const resourceRule: StructSchema<ResourceRule> = struct(
  "authorization/v1.ResourceRule",
  "What may be done with some resources.",
  resourceRuleFields,
);

const nonResourceRuleFields = {
  verbs: required(texts, 1, "What may be done; * stands for all verbs."),
  nonResourceURLs: optional(texts, 2, "Paths, with * as their last step for all below."),
};

export interface NonResourceRule extends FieldsOf<typeof nonResourceRuleFields> {}

export const nonResourceRule: StructSchema<NonResourceRule> = struct(
  "authorization/v1.NonResourceRule",
  "What may be done with some paths that are no resources.",
  nonResourceRuleFields,
);

const selfSubjectRulesReviewSpecFields = {
  namespace: optional(text, 1, "The namespace in question; must be set."),
};

export interface SelfSubjectRulesReviewSpec extends FieldsOf<typeof selfSubjectRulesReviewSpecFields> {}

export const selfSubjectRulesReviewSpec: StructSchema<SelfSubjectRulesReviewSpec> = struct(
  "authorization/v1.SelfSubjectRulesReviewSpec",
  "Where one would do something.",
  selfSubjectRulesReviewSpecFields,
);

const subjectRulesReviewStatusFields = {
  resourceRules: required(list(resourceRule, { type: "atomic" }), 1, "What is allowed with resources, in no order."),
  nonResourceRules: required(
    list(nonResourceRule, { type: "atomic" }),
    2,
    "What is allowed with other paths, in no order.",
  ),
  incomplete: required(boolean, 3, "Whether more may be allowed: somebody who decides cannot list rules, or failed."),
  evaluationError: optional(text, 4, "What went wrong on the way; the listed rules hold in spite of it."),
};

export interface SubjectRulesReviewStatus extends FieldsOf<typeof subjectRulesReviewStatusFields> {}

export const subjectRulesReviewStatus: StructSchema<SubjectRulesReviewStatus> = struct(
  "authorization/v1.SubjectRulesReviewStatus",
  "What is allowed, as far as it can be listed. Only an access review decides.",
  subjectRulesReviewStatusFields,
);

const selfSubjectRulesReviewFields = {
  spec: required(selfSubjectRulesReviewSpec, 2, "The question."),
  status: optional(subjectRulesReviewStatus, 3, "The answer of the server."),
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
  doc: "Asks for all that one may do in a namespace, for showing it to people.",
  fields: selfSubjectRulesReviewFields,
});
