/** Reads the TokenReview with which a webhook responds. */
import { DecodeError, type GoStructReader, type ReviewResponse, readReview } from "../../codec/index.ts";
import { AuthenticationError } from "../token-authenticator.ts";
import type { User } from "../user.ts";
import type { ReviewVersion } from "./review-request.ts";

/** A webhook's decision about a token. */
export interface ReviewStatus {
  readonly authenticated: boolean;
  readonly user: User;
  /** Audiences of the token. Empty if the webhook does not distinguish audiences. */
  readonly audiences: readonly string[];
  /** Reason of a rejection, which may be empty. */
  readonly error: string;
}

/** The type that a reply must have. */
export interface ExpectedReview {
  /** Group and version of the TokenReview. */
  readonly apiVersion: string;
  readonly version: ReviewVersion;
}

/**
 * Returns the decision in a reply. Its spec is ignored.
 * @throws AuthenticationError if the reply is no TokenReview of the expected version
 */
export async function readReply(reply: ReviewResponse, { apiVersion, version }: ExpectedReview): Promise<ReviewStatus> {
  try {
    return readStatus(await readReview(reply, { kind: "TokenReview", apiVersion }), version);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new AuthenticationError(error.message, { cause: error });
  }
}

function readStatus(review: GoStructReader, version: ReviewVersion): ReviewStatus {
  // The spec is not used, but the reference rejects replies in which it has a wrong type.
  review.struct("spec", "TokenReviewSpec", `${version}.TokenReviewSpec`);
  const status = review.struct("status", "TokenReviewStatus", `${version}.TokenReviewStatus`);
  return {
    authenticated: status.flag("authenticated"),
    user: readUser(status.struct("user", "UserInfo", `${version}.UserInfo`), version),
    audiences: status.texts("audiences"),
    error: status.text("error"),
  };
}

function readUser(user: GoStructReader, version: ReviewVersion): User {
  const uid = user.text("uid");
  const extra = user.textLists("extra", `${version}.ExtraValue`);
  return {
    name: user.text("username"),
    ...(uid === "" ? {} : { uid }),
    groups: user.texts("groups"),
    ...(extra === undefined ? {} : { extra }),
  };
}
