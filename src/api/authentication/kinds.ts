import type { KindDeclaration } from "../../schema/index.ts";
import { selfSubjectReview } from "./v1/self-subject-review.ts";
import { tokenReview } from "./v1/token-review.ts";
import { selfSubjectReview as selfSubjectReviewV1beta1 } from "./v1beta1/self-subject-review.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const authenticationKinds: readonly KindDeclaration[] = [
  selfSubjectReview,
  tokenReview,
  selfSubjectReviewV1beta1,
];
