/** The hooks of the kinds of this group, which are answered and never kept: there are none. */
import {
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectRulesReview,
  subjectAccessReview,
} from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";

export const authorizationHooks: readonly HookEntry[] = [
  hooksOf(localSubjectAccessReview, {}),
  hooksOf(selfSubjectAccessReview, {}),
  hooksOf(selfSubjectRulesReview, {}),
  hooksOf(subjectAccessReview, {}),
];
