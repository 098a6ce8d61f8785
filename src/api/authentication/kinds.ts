/** The kinds of this group that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { selfSubjectReview } from "./v1/self-subject-review.ts";
import { tokenReview } from "./v1/token-review.ts";
import { selfSubjectReview as selfSubjectReviewV1beta1 } from "./v1beta1/self-subject-review.ts";

export const authenticationKinds: readonly KindDeclaration[] = [
  selfSubjectReview,
  tokenReview,
  selfSubjectReviewV1beta1,
];
