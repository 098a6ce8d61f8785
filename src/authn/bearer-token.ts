/** Authenticates requests by the bearer token in their Authorization header. */
import { trimGoSpace } from "../meta/go-space.ts";
import { AuthenticationError, combineAuthenticationErrors } from "./authentication-error.ts";
import { type AuthenticationOutcome, type Authenticator, isRecognized } from "./authenticator.ts";

const scheme = "bearer";

/**
 * Checks a token, and waits only if it has not been seen before. Returns undefined for a token that no method recognizes.
 * @param connection the connection that sent the token
 */
export type TokenCheck = (
  token: string,
  audiences: readonly string[],
  connection: object | undefined,
) => AuthenticationOutcome | Promise<AuthenticationOutcome>;

/** Returns the method for bearer tokens. Other schemes and malformed headers count as no credentials, as in the reference. */
export function bearerTokenAuthenticator(checkToken: TokenCheck): Authenticator {
  return (credentials, audiences) => {
    const authorization = credentials.header("authorization");
    if (authorization === undefined) return undefined;
    const [name, token = ""] = trimGoSpace(sentText(authorization)).split(" ", 2);
    if (name?.toLowerCase() !== scheme || token === "") return undefined;
    return orInvalidToken(checkToken(token, audiences, credentials.tls));
  };
}

/**
 * A method that recognizes no user. It warns of a token that is ignored because there is a second space before it. As in the
 * reference, it comes first, so that the warning does not depend on other credentials.
 */
export const warnOfIgnoredToken: Authenticator = (credentials) => {
  const authorization = credentials.header("authorization");
  if (authorization !== undefined && /^bearer {2}/i.test(authorization)) credentials.warn(ignoredToken);
  return undefined;
};

const ignoredToken = "the provided Authorization header contains extra space before the bearer token, and is ignored";

/** Returns the text whose bytes are the characters of a header value. */
export function sentText(headerValue: string): string {
  const isAscii = Buffer.byteLength(headerValue) === headerValue.length;
  return isAscii ? headerValue : Buffer.from(headerValue, "latin1").toString("utf8");
}

const invalidToken = new AuthenticationError("invalid bearer token");

/**
 * Returns the outcome for a token that the client sent. An error always says that the token is invalid. In the reference, the
 * method for the tokens of the server's own clients says so, before other methods give their reasons.
 */
export function orInvalidToken(
  outcome: AuthenticationOutcome | Promise<AuthenticationOutcome>,
): AuthenticationOutcome | Promise<AuthenticationOutcome> {
  if (outcome instanceof Promise) return outcome.then(orInvalidToken);
  return isRecognized(outcome) ? outcome : combineAuthenticationErrors([invalidToken, ...(outcome ? [outcome] : [])]);
}
