import type { SelfSubjectReview } from "../../api/index.ts";
import { formatTime } from "../../meta/time.ts";
import type { KindAnswers } from "../../schema/index.ts";
import { userInfoOf } from "./user-info.ts";

/** The same in every version of the kind. Of the question nothing is kept. */
export const selfSubjectReviewAnswers: KindAnswers<SelfSubjectReview> = {
  changesNothing: true,
  create: (_review, { nowMs, user }) => ({
    metadata: { creationTimestamp: formatTime(nowMs) },
    status: { userInfo: userInfoOf(user) },
  }),
};
