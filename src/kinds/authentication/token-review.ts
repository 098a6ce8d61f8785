/** TokenReviews. The token is checked by the same methods as those of requests. */
import type { TokenReview, TokenReviewStatus } from "../../api/index.ts";
import { type Authenticator, type CredentialSource, commonAudiences, isRecognized } from "../../authn/index.ts";
import { badRequest, internalError } from "../../meta/status-error.ts";
import type { ComputedKindHandlers } from "../../schema/index.ts";
import { userInfoOf } from "./user-info.ts";

/** Services of the server that TokenReviews need. */
export interface IdentityServices {
  readonly identify: Authenticator;
  /** The audiences of a review that names none. */
  readonly ownAudiences: readonly string[];
}

/** Returns the request handlers of TokenReviews. */
export function tokenReviewHandlers({ identify, ownAudiences }: IdentityServices): ComputedKindHandlers<TokenReview> {
  const review = async (token: string, audiences: readonly string[]): Promise<TokenReviewStatus> => {
    const outcome = await identify(new ReviewedToken(token), audiences);
    if (outcome === undefined) return {};
    if (!isRecognized(outcome)) return { error: outcome.message };
    const { user, audiences: validFor } = outcome;
    if (audiences.length > 0 && commonAudiences(audiences, validFor ?? []).length === 0) {
      throw internalError("error validating audiences");
    }
    return { authenticated: true, user: userInfoOf(user), ...(validFor ? { audiences: [...validFor] } : {}) };
  };
  return {
    changesNothing: true,
    validateCreate: ({ spec }) => {
      if (spec.token) return [];
      throw badRequest("token is required for TokenReview in authentication");
    },
    create: async ({ metadata, spec }) => {
      const { token = "", audiences = [] } = spec;
      return { metadata, spec, status: await review(token, audiences.length > 0 ? audiences : ownAudiences) };
    },
  };
}

/** The credentials of a request that has this bearer token, and nothing else. */
class ReviewedToken implements CredentialSource {
  readonly tls = undefined;
  readonly path = "";
  readonly #authorization: string;

  constructor(token: string) {
    // Header values are texts whose characters are bytes.
    this.#authorization = Buffer.from(`Bearer ${token}`).toString("latin1");
  }

  header(name: string): string | undefined {
    return name === "authorization" ? this.#authorization : undefined;
  }

  headerValues(name: string): readonly string[] {
    return name === "authorization" ? [this.#authorization] : [];
  }

  headerNames(): readonly string[] {
    return ["authorization"];
  }

  replaceHeader(): void {
    // The review still shows the token in its spec.
  }

  warn(): void {
    // As in the reference, the response of a review has no warnings about the token.
  }
}
