/** TokenReviews. The token is checked by the same authenticators as requests. */
import type { TokenReview, TokenReviewStatus } from "../../api/index.ts";
import type { CredentialSource, User } from "../../authn/index.ts";
import { badRequest, hasCode } from "../../meta/status-error.ts";
import type { ComputedKindHandlers } from "../../schema/index.ts";
import { userInfoOf } from "./user-info.ts";

/** Services of the server that TokenReviews need. */
export interface IdentityServices {
  /**
   * Returns the user with these credentials.
   * @throws StatusError 401 if there is none
   */
  readonly identify: (credentials: CredentialSource) => Promise<User>;
}

/** Returns the request handlers of TokenReviews. */
export function tokenReviewHandlers({ identify }: IdentityServices): ComputedKindHandlers<TokenReview> {
  return {
    changesNothing: true,
    validateCreate: ({ spec }) => {
      if (spec.token) return [];
      throw badRequest("token is required for TokenReview in authentication");
    },
    create: async ({ metadata, spec }) => ({ metadata, spec, status: await review(spec.token ?? "", identify) }),
  };
}

async function review(token: string, identify: IdentityServices["identify"]): Promise<TokenReviewStatus> {
  try {
    return { authenticated: true, user: userInfoOf(await identify(bearing(token))) };
  } catch (error) {
    if (hasCode(error, 401)) return { error: "invalid bearer token" };
    throw error;
  }
}

/** Returns the credentials of a request with this bearer token and without a client certificate. */
function bearing(token: string): CredentialSource {
  return { tls: undefined, header: (name) => (name === "authorization" ? `Bearer ${token}` : undefined) };
}
