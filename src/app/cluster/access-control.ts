/** Authorization that every API server of this package uses. */
import {
  type Authorizer,
  authorizeBy,
  authorizePrivilegedGroup,
  authorizePublicPaths,
  listPrivilegedGroup,
  listPublicPaths,
  listRulesBy,
  type RuleLister,
} from "../../authz/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { controlPlaneAccess } from "./control-plane-access.ts";

/**
 * Returns the authorizer. It allows everything to `system:masters` and to the control plane, and the public paths to all
 * users.
 */
export function builtinAuthorizer(vocabulary: Vocabulary): Authorizer {
  return authorizeBy([authorizePrivilegedGroup, controlPlaneAccess(vocabulary).authorize, authorizePublicPaths]);
}

/** Returns the lister of the rules that `builtinAuthorizer` applies to a user, for reviews of a user's rights. */
export function builtinRuleLister(vocabulary: Vocabulary): RuleLister {
  return listRulesBy([listPrivilegedGroup, controlPlaneAccess(vocabulary).list, listPublicPaths]);
}
