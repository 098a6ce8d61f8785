/** The hooks of the kinds of this group, which are answered and never kept: there are none. */
import { selfSubjectReview, selfSubjectReviewV1beta1, tokenReview } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";

export const authenticationHooks: readonly HookEntry[] = [
  hooksOf(selfSubjectReview, {}),
  hooksOf(tokenReview, {}),
  hooksOf(selfSubjectReviewV1beta1, {}),
];
