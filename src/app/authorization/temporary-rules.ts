/** TEMPORARY RULES, until the server has roles: what the mode RBAC allows. Remove this file once roles grant the same. */
import {
  authorizeBy,
  authorizeIssuerDocuments,
  authorizePublicPaths,
  type ListedAuthorizer,
  listIssuerDocuments,
  listPrivilegedGroup,
  listPublicPaths,
  listRulesBy,
} from "../../authz/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { controlPlaneAccess } from "./control-plane-access.ts";
import { selfReviewAccess } from "./self-review-access.ts";

/**
 * Returns the authorizer. It allows everything to the control plane, the public paths to all users, reviews of themselves to
 * all authenticated users, and the documents about the issuer of tokens to service accounts.
 */
export function temporaryRules(vocabulary: Vocabulary): ListedAuthorizer {
  const controlPlane = controlPlaneAccess(vocabulary);
  const selfReviews = selfReviewAccess(vocabulary);
  return {
    authorize: authorizeBy([
      controlPlane.authorize,
      authorizePublicPaths,
      authorizeIssuerDocuments,
      selfReviews.authorize,
    ]),
    list: listRulesBy([listPrivilegedGroup, controlPlane.list, listPublicPaths, listIssuerDocuments, selfReviews.list]),
  };
}
