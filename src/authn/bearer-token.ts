/** Authenticates requests by the bearer token in their Authorization header. */
import { trimGoSpace } from "../meta/go-space.ts";
import { AuthenticationError, combineAuthenticationErrors } from "./authentication-error.ts";
import { type AuthenticationOutcome, type Authenticator, isIdentity } from "./authenticator.ts";

const scheme = "bearer";

/** Checks a token, and waits only if it has not been seen before. Returns undefined for a token that no method recognizes. */
export type TokenCheck = (
  token: string,
  audiences: readonly string[],
) => AuthenticationOutcome | Promise<AuthenticationOutcome>;

/** Returns the method for bearer tokens. Other schemes and malformed headers count as no credentials, as in the reference. */
export function bearerTokenAuthenticator(checkToken: TokenCheck): Authenticator {
  return (credentials, audiences) => {
    const authorization = credentials.header("authorization");
    if (authorization === undefined) return undefined;
    const [name, token, rest] = trimGoSpace(sentText(authorization)).split(" ", 3);
    if (name?.toLowerCase() !== scheme || token === undefined) return undefined;
    if (token === "") {
      if (rest !== undefined) credentials.warn(ignoredToken);
      return undefined;
    }
    return orInvalidToken(checkToken(token, audiences));
  };
}

const ignoredToken = "the provided Authorization header contains extra space before the bearer token, and is ignored";

/** Returns the text whose bytes are the characters of a header value. */
export function sentText(headerValue: string): string {
  const isAscii = Buffer.byteLength(headerValue) === headerValue.length;
  return isAscii ? headerValue : Buffer.from(headerValue, "latin1").toString("utf8");
}

const invalidToken = new AuthenticationError("invalid bearer token");

/**
 * Returns the outcome for a token that the client sent: an error if no method recognizes it. Every error begins with that of
 * an unknown token, because the reference compares each token with its own internal one first.
 */
export function orInvalidToken(
  outcome: AuthenticationOutcome | Promise<AuthenticationOutcome>,
): AuthenticationOutcome | Promise<AuthenticationOutcome> {
  return outcome instanceof Promise ? outcome.then(settledOutcome) : settledOutcome(outcome);
}

function settledOutcome(outcome: AuthenticationOutcome): AuthenticationOutcome {
  if (outcome === undefined) return invalidToken;
  return isIdentity(outcome) ? outcome : combineAuthenticationErrors([invalidToken, outcome]);
}
