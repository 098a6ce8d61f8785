/** Kinds of this group. They are never stored, so they have request handlers instead of hooks. */
import { selfSubjectReview, selfSubjectReviewV1beta1, tokenReview } from "../../api/index.ts";
import { computedHandlersOf, type HandlersEntry } from "../handlers-entry.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { selfSubjectReviewHandlers } from "./self-subject-review.ts";
import { type IdentityServices, tokenReviewHandlers } from "./token-review.ts";

export type { IdentityServices } from "./token-review.ts";

/** Hooks of all kinds in this group, which are empty. */
export const authenticationHooks: readonly HookEntry[] = [
  hooksOf(selfSubjectReview, {}),
  hooksOf(tokenReview, {}),
  hooksOf(selfSubjectReviewV1beta1, {}),
];

/** Returns the request handlers of all kinds in this group. */
export function authenticationHandlers(services: IdentityServices): readonly HandlersEntry[] {
  return [
    computedHandlersOf(selfSubjectReview, selfSubjectReviewHandlers),
    computedHandlersOf(tokenReview, tokenReviewHandlers(services)),
    computedHandlersOf(selfSubjectReviewV1beta1, selfSubjectReviewHandlers),
  ];
}
