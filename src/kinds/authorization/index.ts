/** Kinds of this group. They are never stored, so they have request handlers instead of hooks. */
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

/** Hooks of all kinds in this group, which are empty. */
export const authorizationHooks: readonly HookEntry[] = [
  hooksOf(localSubjectAccessReview, {}),
  hooksOf(selfSubjectAccessReview, {}),
  hooksOf(selfSubjectRulesReview, {}),
  hooksOf(subjectAccessReview, {}),
];

/** Services of the server that the handlers of this group need. */
export interface AccessServices extends DecisionServices, RuleServices {}

/** Returns the request handlers of all kinds in this group. */
export function authorizationAnswers(services: AccessServices): readonly AnswerEntry[] {
  return [
    answersOf(localSubjectAccessReview, localSubjectAccessReviewAnswers(services)),
    answersOf(selfSubjectAccessReview, selfSubjectAccessReviewAnswers(services)),
    answersOf(selfSubjectRulesReview, selfSubjectRulesReviewAnswers(services)),
    answersOf(subjectAccessReview, subjectAccessReviewAnswers(services)),
  ];
}
