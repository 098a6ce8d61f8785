/** Users and groups that the server assigns itself. */
import { anonymousName, authenticatedGroup, unauthenticatedGroup } from "../meta/access/impersonated-groups.ts";
import type { User } from "../meta/user.ts";

export type { User };

export { authenticatedGroup, unauthenticatedGroup };

/** The user of requests without credentials. */
export const anonymous: User = { name: anonymousName, groups: [unauthenticatedGroup] };

/**
 * Adds the group of authenticated users. Users whose credentials name the anonymous user or one of both groups are not
 * changed, as in the reference.
 */
export function withAuthenticatedGroup(user: User): User {
  const { name, groups } = user;
  const hasServerGroup = groups.includes(authenticatedGroup) || groups.includes(unauthenticatedGroup);
  if (hasServerGroup || name === anonymous.name) return user;
  // Unlike a literal with a spread, `concat` reserves no memory for more groups. Users are cached.
  return { ...user, groups: groups.concat(authenticatedGroup) };
}

/** Whether a user counts as anonymous: by the name or by the group. */
export function isAnonymous({ name, groups }: User): boolean {
  return name === anonymous.name || groups.includes(unauthenticatedGroup);
}
