/** Authentication by bearer tokens. Each method that checks tokens has its own file or folder. */
import { AuthenticationError, combineAuthenticationErrors } from "./authentication-error.ts";
import type { User } from "./user.ts";

export { AuthenticationError } from "./authentication-error.ts";

/** The owner of a valid token. */
export interface TokenIdentity {
  readonly user: User;
  /** The requested audiences for which the token is valid. Undefined if the method does not distinguish audiences. */
  readonly audiences?: readonly string[];
  /** The time at which the token expires, in milliseconds since 1970. Undefined if it does not, or if it is unknown. */
  readonly expiresMs?: number;
  /** Advice about the token, for the client that used it. */
  readonly warnings?: readonly string[];
  /** Annotations of the audit events of requests with the token, each with its whole name. */
  readonly annotations?: readonly (readonly [name: string, value: string])[];
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
 * Returns a method that tries other methods in order, until one recognizes the token. Its error combines their errors, which
 * are reported only if no method recognizes the token.
 */
export function authenticateTokenBy(methods: readonly TokenAuthenticator[]): TokenAuthenticator {
  return async (token, audiences) => {
    const errors: AuthenticationError[] = [];
    for (const method of methods) {
      try {
        const identity = await method(token, audiences);
        if (identity) return identity;
      } catch (error) {
        if (!(error instanceof AuthenticationError)) throw error;
        errors.push(error);
      }
    }
    const error = combineAuthenticationErrors(errors);
    if (error) throw error;
    return undefined;
  };
}

/**
 * Limits a method that does not distinguish audiences to requests for one of the server's own audiences. Its tokens are valid
 * for all of these.
 * @param ownAudiences audiences of the server. If there are none, no request names any.
 */
export function withOwnAudiences(ownAudiences: readonly string[], method: TokenAuthenticator): TokenAuthenticator {
  return async (token, audiences) => {
    if (audiences.length === 0) return await method(token, audiences);
    const common = commonAudiences(ownAudiences, audiences);
    if (common.length === 0) return undefined;
    const identity = await method(token, audiences);
    if (!identity) return undefined;
    const { user, expiresMs } = identity;
    return expiresMs === undefined ? { user, audiences: common } : { user, audiences: common, expiresMs };
  };
}

/** Returns the requested audiences that are among `audiences`. If these are all of them, it returns the same list. */
export function commonAudiences(audiences: readonly string[], requested: readonly string[]): readonly string[] {
  const isCommon = (audience: string): boolean => audiences.includes(audience);
  return requested.every(isCommon) ? requested : requested.filter(isCommon);
}
