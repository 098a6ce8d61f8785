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
  type RuleLister,
} from "../../authz/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { controlPlaneAccess } from "./control-plane-access.ts";
import { selfReviewAccess } from "./self-review-access.ts";

/**
 * Returns the authorizer. It allows everything to `system:masters` and to the control plane, the public paths to all
 * users, reviews of themselves to all authenticated users, and the documents about the issuer of tokens to service
 * accounts.
 */
export function builtinAuthorizer(vocabulary: Vocabulary): Authorizer {
  return authorizeBy([
    authorizePrivilegedGroup,
    controlPlaneAccess(vocabulary).authorize,
    authorizePublicPaths,
    authorizeIssuerDocuments,
    selfReviewAccess(vocabulary).authorize,
  ]);
}

/** Returns the lister of the rules that `builtinAuthorizer` applies to a user, for reviews of a user's rights. */
export function builtinRuleLister(vocabulary: Vocabulary): RuleLister {
  return listRulesBy([
    listPrivilegedGroup,
    controlPlaneAccess(vocabulary).list,
    listPublicPaths,
    listIssuerDocuments,
    selfReviewAccess(vocabulary).list,
  ]);
}
