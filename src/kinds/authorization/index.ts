/** Kinds of this group. They are never stored, so they have request handlers instead of hooks. */
import {
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectRulesReview,
  subjectAccessReview,
} from "../../api/index.ts";
import { computedHandlersOf, type HandlersEntry } from "../handlers-entry.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import {
  type DecisionServices,
  localSubjectAccessReviewHandlers,
  selfSubjectAccessReviewHandlers,
  subjectAccessReviewHandlers,
} from "./access-reviews.ts";
import { type RuleServices, selfSubjectRulesReviewHandlers } from "./self-subject-rules-review.ts";

/** Hooks of all kinds in this group, which are empty. */
export const authorizationHooks: readonly HookEntry[] = [
  hooksOf(localSubjectAccessReview, {}),
  hooksOf(selfSubjectAccessReview, {}),
  hooksOf(selfSubjectRulesReview, {}),
  hooksOf(subjectAccessReview, {}),
];

/** Services of the server that the handlers of this group need. */
export interface ReviewServices extends DecisionServices, RuleServices {}

/** Returns the request handlers of all kinds in this group. */
export function authorizationHandlers(services: ReviewServices): readonly HandlersEntry[] {
  return [
    computedHandlersOf(localSubjectAccessReview, localSubjectAccessReviewHandlers(services)),
    computedHandlersOf(selfSubjectAccessReview, selfSubjectAccessReviewHandlers(services)),
    computedHandlersOf(selfSubjectRulesReview, selfSubjectRulesReviewHandlers(services)),
    computedHandlersOf(subjectAccessReview, subjectAccessReviewHandlers(services)),
  ];
}
