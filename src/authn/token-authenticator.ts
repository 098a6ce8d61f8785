/** Authentication by bearer tokens. Each method that checks tokens has its own file or folder. */
import type { User } from "./user.ts";

/** The owner of a valid token. */
export interface TokenIdentity {
  readonly user: User;
  /** The requested audiences for which the token is valid. Undefined if the method does not distinguish audiences. */
  readonly audiences?: readonly string[];
  /** The time at which the token expires, in milliseconds since 1970. Undefined if it does not, or if it is unknown. */
  readonly expiresMs?: number;
  /** Advice about the token, for the client that used it. */
  readonly warnings?: readonly string[];
}

/**
 * One method that checks tokens.
 * @param token any text that a client sent
 * @param audiences the token must be valid for one of them; empty if any token will do
 * @returns undefined if the token is not of this method's form
 * @throws AuthenticationError if the token has the form, but is invalid
 */
export type TokenAuthenticator = (token: string, audiences: readonly string[]) => Promise<TokenIdentity | undefined>;

/**
 * Credentials of a known form that are invalid. The client sees 401 without the message. The message is for the log and for
 * the `status.error` of a TokenReview. It never contains a token or another secret.
 */
export class AuthenticationError extends Error {
  override readonly name = "AuthenticationError";
}
