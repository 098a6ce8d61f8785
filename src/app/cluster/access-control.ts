/** Authorization that every API server of this package uses. */
import {
  type Authorizer,
  authorizeBy,
  authorizePrivilegedGroup,
  authorizePublicPaths,
  listPrivilegedGroup,
  listPublicPaths,
  listRulesBy,
} from "../../authz/index.ts";

/** Returns the authorizer. It allows everything to `system:masters`, and the public paths to all users. */
export function builtinAuthorizer(): Authorizer {
  return authorizeBy([authorizePrivilegedGroup, authorizePublicPaths]);
}

/** Lists the rules that `builtinAuthorizer` applies to a user, for reviews of a user's rights. */
export const builtinRuleLister = listRulesBy([listPrivilegedGroup, listPublicPaths]);
