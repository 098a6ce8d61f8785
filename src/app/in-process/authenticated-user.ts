/** The user of a request through memory, with the groups that authentication adds. */
import { authenticatedGroup, isAnonymous, unauthenticatedGroup } from "../../authn/index.ts";
import { accountGroups, parseAccountUserName } from "../../meta/accounts/account-names.ts";
import type { User } from "../../meta/user.ts";

/**
 * Returns the user with the groups that every authenticated user has, and those of a service account. Anonymous users get the
 * group of unauthenticated users instead.
 * @throws TypeError if the user has no name, because no authentication returns such a user
 */
export function authenticatedUser(user: User): User {
  const { name, groups } = user;
  if (name === "") throw new TypeError("the name of a user is empty");
  const account = parseAccountUserName(name);
  const added = [
    ...(account ? accountGroups(account.namespace) : []),
    isAnonymous(user) ? unauthenticatedGroup : authenticatedGroup,
  ];
  return { ...user, groups: [...groups, ...added.filter((group) => !groups.includes(group))] };
}
