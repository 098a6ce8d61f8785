/** The types of this group, and the kinds that declare them. */
export { type LocalSubjectAccessReview, localSubjectAccessReview } from "./v1/local-subject-access-review.ts";
export type {
  FieldSelectorAttributes,
  LabelSelectorAttributes,
  NonResourceAttributes,
  ResourceAttributes,
} from "./v1/resource-attributes.ts";
export {
  type SelfSubjectAccessReview,
  type SelfSubjectAccessReviewSpec,
  selfSubjectAccessReview,
} from "./v1/self-subject-access-review.ts";
export {
  type NonResourceRule,
  type ResourceRule,
  type SelfSubjectRulesReview,
  type SelfSubjectRulesReviewSpec,
  type SubjectRulesReviewStatus,
  selfSubjectRulesReview,
} from "./v1/self-subject-rules-review.ts";
export {
  type SubjectAccessReview,
  type SubjectAccessReviewSpec,
  type SubjectAccessReviewStatus,
  subjectAccessReview,
} from "./v1/subject-access-review.ts";
