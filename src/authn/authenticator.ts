/** Authentication: the methods are tried in order until one recognizes the credentials of a request. */
import type { TLSSocket } from "node:tls";
import { unauthorized } from "../meta/status-error.ts";
import { bearerToken } from "./bearer-token.ts";
import { anonymous, authenticatedGroup, type User, unauthenticatedGroup } from "./user.ts";

/** The parts of a request that authentication uses. */
export interface CredentialSource {
  readonly tls: TLSSocket | undefined;
  header(name: string): string | undefined;
}

/**
 * One authentication method.
 * @returns undefined if the request has no credentials of this type
 * @throws StatusError 401 if it has invalid credentials of this type
 */
export type Authenticator = (credentials: CredentialSource) => Promise<User | undefined>;

/**
 * Returns a function that authenticates requests with these methods, in order. The first method that recognizes the
 * credentials decides. Other requests are anonymous, unless they have invalid credentials or a bearer token. These are
 * rejected with 401.
 */
export function authenticateBy(methods: readonly Authenticator[]): (credentials: CredentialSource) => Promise<User> {
  return async (credentials) => {
    const errors: unknown[] = [];
    for (const method of methods) {
      try {
        const user = await method(credentials);
        if (user) return withAuthenticatedGroup(user);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
    if (bearerToken(credentials.header("authorization")) !== undefined) throw unauthorized();
    return anonymous;
  };
}

/**
 * Adds the group of authenticated users. Users whose credentials name the anonymous user or one of both groups are not
 * changed, as in the reference.
 */
function withAuthenticatedGroup(user: User): User {
  const { name, groups } = user;
  const hasServerGroup = groups.includes(authenticatedGroup) || groups.includes(unauthenticatedGroup);
  return hasServerGroup || name === anonymous.name ? user : { ...user, groups: [...groups, authenticatedGroup] };
}
