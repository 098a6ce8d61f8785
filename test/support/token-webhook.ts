/** A webhook that reviews tokens. */
import { type Respond, type ReviewResponse, type ReviewWebhook, startReviewWebhook } from "./review-webhook.ts";

export type { ReviewResponse } from "./review-webhook.ts";

/** The TokenReview of a request. */
export interface ReviewBody {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: { readonly token: string; readonly audiences?: readonly string[] };
}

/** Decides about a token. Undefined closes the connection. */
export type Decide = (review: ReviewBody, count: number) => ReviewResponse | undefined;

/** A running webhook. */
export type TokenWebhook = ReviewWebhook<ReviewBody>;

/** Starts a webhook. @param decide gets the review and the number of reviews so far */
export async function startTokenWebhook(decide: Respond<ReviewBody>): Promise<TokenWebhook> {
  return await startReviewWebhook(decide);
}

/** Returns the reply that a token belongs to a user, or to no user, in the version of the request. */
export function reviewOf(status: unknown): (review: ReviewBody) => ReviewResponse {
  return ({ apiVersion }) => ({ body: JSON.stringify({ apiVersion, kind: "TokenReview", status }) });
}
