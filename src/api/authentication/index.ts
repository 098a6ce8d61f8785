/** The types of this group, and the kinds that declare them. */
export {
  type SelfSubjectReview,
  type SelfSubjectReviewStatus,
  selfSubjectReview,
} from "./v1/self-subject-review.ts";
export {
  type BoundObjectReference,
  type TokenRequest,
  type TokenRequestSpec,
  type TokenRequestStatus,
  tokenRequest,
} from "./v1/token-request.ts";
export {
  type TokenReview,
  type TokenReviewSpec,
  type TokenReviewStatus,
  tokenReview,
} from "./v1/token-review.ts";
export type { UserInfo } from "./v1/user-info.ts";
export {
  type SelfSubjectReview as SelfSubjectReviewV1beta1,
  type SelfSubjectReviewStatus as SelfSubjectReviewStatusV1beta1,
  selfSubjectReview as selfSubjectReviewV1beta1,
} from "./v1beta1/self-subject-review.ts";
