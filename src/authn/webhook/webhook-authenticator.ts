/**
 * Authenticates tokens by asking a webhook. The token and the audiences are sent as a TokenReview. The webhook decides
 * about every token that no other method recognizes.
 */
import type { ReviewResponse } from "../../codec/index.ts";
import { group, type Vocabulary } from "../../meta/vocabulary.ts";
import { AuthenticationError, type TokenAuthenticator, type TokenIdentity } from "../token-authenticator.ts";
import { type ReviewStatus, readReply } from "./review-reply.ts";
import { type ReviewVersion, reviewBody } from "./review-request.ts";

/** How to reach the webhook, and the version and audiences of its reviews. */
export interface WebhookAuthenticatorOptions {
  /**
   * Sends a review to the webhook, and returns a response with status 200 to 206.
   * @throws AuthenticationError with the reason if there is no response
   */
  readonly call: (body: string) => Promise<ReviewResponse>;
  readonly version: ReviewVersion;
  readonly vocabulary: Vocabulary;
  /** Audiences of this server. A token without audiences is valid for these. */
  readonly serverAudiences: readonly string[];
}

/** Returns the authenticator. It calls the webhook for each token, so put a cache before it. */
export function webhookAuthenticator(options: WebhookAuthenticatorOptions): TokenAuthenticator {
  const { call, version, vocabulary, serverAudiences } = options;
  const apiVersion = `${vocabulary.bind(group("authentication"))}/${version}`;
  return async (token, audiences) => {
    try {
      const reply = await call(reviewBody({ apiVersion, token, audiences }));
      return identityOf(await readReply(reply, { apiVersion, version }), audiences, serverAudiences);
    } catch (error) {
      throw error instanceof AuthenticationError ? withoutToken(error, token) : error;
    }
  };
}

/** Shorter tokens are no secrets, and replacing them would make messages unreadable. */
const secretCharsMin = 8;

/** Removes the token from an error, because a webhook may repeat it, and errors are logged. */
function withoutToken(error: AuthenticationError, token: string): AuthenticationError {
  if (token.length < secretCharsMin || !error.message.includes(token)) return error;
  return new AuthenticationError(error.message.replaceAll(token, "<token>"));
}

/** A token without a matching audience is unknown, even if the webhook has an error for it. */
function identityOf(
  { authenticated, user, audiences: tokenAudiences, error }: ReviewStatus,
  requested: readonly string[],
  serverAudiences: readonly string[],
): TokenIdentity | undefined {
  const candidates = tokenAudiences.length > 0 ? tokenAudiences : serverAudiences;
  const audiences = candidates.filter((audience) => requested.includes(audience));
  if (requested.length > 0 && audiences.length === 0) return undefined;
  if (authenticated) return requested.length > 0 ? { user, audiences } : { user };
  if (error !== "") throw new AuthenticationError(error);
  return undefined;
}
