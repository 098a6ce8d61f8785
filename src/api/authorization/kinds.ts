import type { KindDeclaration } from "../../schema/index.ts";
import { localSubjectAccessReview } from "./v1/local-subject-access-review.ts";
import { selfSubjectAccessReview } from "./v1/self-subject-access-review.ts";
import { selfSubjectRulesReview } from "./v1/self-subject-rules-review.ts";
import { subjectAccessReview } from "./v1/subject-access-review.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const authorizationKinds: readonly KindDeclaration[] = [
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectRulesReview,
  subjectAccessReview,
];
