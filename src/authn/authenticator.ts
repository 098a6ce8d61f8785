/** How a request's user is found: methods are asked in order, until one knows the credentials. */
import type { TLSSocket } from "node:tls";
import { unauthorized } from "../meta/status-error.ts";
import { bearerToken } from "./bearer-token.ts";
import { anonymous, authenticatedGroup, type User, unauthenticatedGroup } from "./user.ts";

/** What authentication looks at. */
export interface Credentials {
  readonly tls: TLSSocket | undefined;
  header(name: string): string | undefined;
}

/**
 * One method.
 * @returns undefined when the request carries no credentials of this method
 * @throws StatusError 401 when it carries some that are not valid
 */
export type Authenticator = (credentials: Credentials) => Promise<User | undefined>;

/**
 * The methods in order; the first that knows the credentials decides. A request that none of them knows is anonymous,
 * unless it carries credentials that are not valid, or a bearer token.
 */
export function authenticateBy(methods: readonly Authenticator[]): (credentials: Credentials) => Promise<User> {
  return async (credentials) => {
    const refusals: unknown[] = [];
    for (const method of methods) {
      try {
        const user = await method(credentials);
        if (user) return withAuthenticatedGroup(user);
      } catch (error) {
        refusals.push(error);
      }
    }
    if (refusals.length > 0) throw refusals[0];
    if (bearerToken(credentials.header("authorization")) !== undefined) throw unauthorized();
    return anonymous;
  };
}

/** Credentials may name the anonymous user or either group themselves; they gain nothing by it. */
function withAuthenticatedGroup(user: User): User {
  const { name, groups } = user;
  const isSettled = groups.includes(authenticatedGroup) || groups.includes(unauthenticatedGroup);
  return isSettled || name === anonymous.name ? user : { ...user, groups: [...groups, authenticatedGroup] };
}
