/** Groups that the server gives to users. */
import { accountGroups, parseAccountUserName } from "../accounts/account-names.ts";

/** The group of all authenticated users. */
export const authenticatedGroup = "system:authenticated";
/** The group of the anonymous user. */
export const unauthenticatedGroup = "system:unauthenticated";
/** The name of the anonymous user. */
export const anonymousName = "system:anonymous";

/**
 * Returns the groups of an impersonated user: those of the request, or else those of the service account. The server adds the group
 * of all authenticated users, or that of anonymous ones, unless the request names one of them.
 * @param requested groups that the request names
 */
export function impersonatedGroups(userName: string, requested: readonly string[]): readonly string[] {
  const account = requested.length === 0 ? parseAccountUserName(userName) : undefined;
  const groups = account ? accountGroups(account.namespace) : requested;
  const isUnauthenticated = groups.includes(unauthenticatedGroup);
  if (userName === anonymousName) return isUnauthenticated ? groups : [...groups, unauthenticatedGroup];
  return isUnauthenticated || groups.includes(authenticatedGroup) ? groups : [...groups, authenticatedGroup];
}
