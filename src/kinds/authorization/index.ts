/** The kinds of this group are answered and never kept: they have no hooks, but answers. */
import {
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectRulesReview,
  subjectAccessReview,
} from "../../api/index.ts";
import { type AnswerEntry, answersOf } from "../answer-entry.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import {
  type DecisionServices,
  localSubjectAccessReviewAnswers,
  selfSubjectAccessReviewAnswers,
  subjectAccessReviewAnswers,
} from "./access-reviews.ts";
import { type RuleServices, selfSubjectRulesReviewAnswers } from "./self-subject-rules-review.ts";

export const authorizationHooks: readonly HookEntry[] = [
  hooksOf(localSubjectAccessReview, {}),
  hooksOf(selfSubjectAccessReview, {}),
  hooksOf(selfSubjectRulesReview, {}),
  hooksOf(subjectAccessReview, {}),
];

export interface AccessServices extends DecisionServices, RuleServices {}

export function authorizationAnswers(services: AccessServices): readonly AnswerEntry[] {
  return [
    answersOf(localSubjectAccessReview, localSubjectAccessReviewAnswers(services)),
    answersOf(selfSubjectAccessReview, selfSubjectAccessReviewAnswers(services)),
    answersOf(selfSubjectRulesReview, selfSubjectRulesReviewAnswers(services)),
    answersOf(subjectAccessReview, subjectAccessReviewAnswers(services)),
  ];
}
