/** Authorization that every API server of this package uses. */
import {
  type Authorizer,
  authorizeBy,
  authorizeIssuerDocuments,
  authorizePrivilegedGroup,
  authorizePublicPaths,
  listIssuerDocuments,
  listPrivilegedGroup,
  listPublicPaths,
  listRulesBy,
} from "../../authz/index.ts";

/**
 * Returns the authorizer. It allows everything to `system:masters`, the public paths to all users, and the documents about
 * the issuer of tokens to service accounts.
 */
export function builtinAuthorizer(): Authorizer {
  return authorizeBy([authorizePrivilegedGroup, authorizePublicPaths, authorizeIssuerDocuments]);
}

/** Lists the rules that `builtinAuthorizer` applies to a user, for reviews of a user's rights. */
export const builtinRuleLister = listRulesBy([listPrivilegedGroup, listPublicPaths, listIssuerDocuments]);
