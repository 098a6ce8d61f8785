/** Kinds of this group. They are never stored, so they have request handlers instead of hooks. */
import { selfSubjectReview, selfSubjectReviewV1beta1, tokenReview } from "../../api/index.ts";
import { type AnswerEntry, answersOf } from "../answer-entry.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { selfSubjectReviewAnswers } from "./self-subject-review.ts";
import { type IdentityServices, tokenReviewAnswers } from "./token-review.ts";

export type { IdentityServices } from "./token-review.ts";

/** Hooks of all kinds in this group, which are empty. */
export const authenticationHooks: readonly HookEntry[] = [
  hooksOf(selfSubjectReview, {}),
  hooksOf(tokenReview, {}),
  hooksOf(selfSubjectReviewV1beta1, {}),
];

/** Returns the request handlers of all kinds in this group. */
export function authenticationAnswers(services: IdentityServices): readonly AnswerEntry[] {
  return [
    answersOf(selfSubjectReview, selfSubjectReviewAnswers),
    answersOf(tokenReview, tokenReviewAnswers(services)),
    answersOf(selfSubjectReviewV1beta1, selfSubjectReviewAnswers),
  ];
}
