/** TokenReviews that the server sends to a webhook. */

/** Versions of the reviews that webhooks understand. */
export type ReviewVersion = "v1" | "v1beta1";

/** A token to review. */
export interface ReviewQuestion {
  /** Group and version of the TokenReview. */
  readonly apiVersion: string;
  readonly token: string;
  /** Empty if the token may have any audience. */
  readonly audiences: readonly string[];
}

/** Returns the body of the request, with the members that the reference sends. */
export function reviewBody({ apiVersion, token, audiences }: ReviewQuestion): string {
  const spec = audiences.length > 0 ? { token, audiences } : { token };
  const review = { kind: "TokenReview", apiVersion, metadata: { creationTimestamp: null }, spec, status: { user: {} } };
  return `${JSON.stringify(review)}\n`;
}
