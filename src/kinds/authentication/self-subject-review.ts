import type { SelfSubjectReview } from "../../api/index.ts";
import { formatTime } from "../../meta/time.ts";
import type { ComputedKindHandlers } from "../../schema/index.ts";
import { userInfoOf } from "./user-info.ts";

/** Request handlers of SelfSubjectReviews, in all versions. The response does not repeat the request's content. */
export const selfSubjectReviewHandlers: ComputedKindHandlers<SelfSubjectReview> = {
  changesNothing: true,
  create: (_review, { nowMs, user }) => ({
    metadata: { creationTimestamp: formatTime(nowMs) },
    status: { userInfo: userInfoOf(user) },
  }),
};
