/** The user of a request through memory, with the groups that authentication adds. */
import { authenticatedGroup, isAnonymous, unauthenticatedGroup } from "../../authn/index.ts";
import { accountGroups, parseAccountUserName } from "../../meta/accounts/account-names.ts";
import type { User } from "../../meta/user.ts";

/**
 * Returns the user with the groups that every authenticated user has, and those of a service account. Anonymous users get the
 * group of unauthenticated users instead.
 */
export function authenticatedUser(user: User): User {
  const { name, groups } = user;
  const account = parseAccountUserName(name);
  const added = [
    ...(account ? accountGroups(account.namespace) : []),
    isAnonymous(user) ? unauthenticatedGroup : authenticatedGroup,
  ];
  return { ...user, groups: [...groups, ...added.filter((group) => !groups.includes(group))] };
}
