/** Authentication and authorization that every API server of this package uses. */
import { type Authenticator, certificateAuthenticator } from "../../authn/index.ts";
import {
  type Authorizer,
  authorizeBy,
  authorizePrivilegedGroup,
  authorizePublicPaths,
  listPrivilegedGroup,
  listPublicPaths,
  listRulesBy,
} from "../../authz/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";

/** Returns the methods that identify users, in the order in which they are tried. */
export function builtinAuthenticators(clock: Clock, vocabulary: Vocabulary): readonly Authenticator[] {
  return [certificateAuthenticator(clock, vocabulary)];
}

/** Returns the authorizer. It allows everything to `system:masters`, and the public paths to all users. */
export function builtinAuthorizer(): Authorizer {
  return authorizeBy([authorizePrivilegedGroup, authorizePublicPaths]);
}

/** Lists the rules that `builtinAuthorizer` applies to a user, for reviews of a user's rights. */
export const builtinRuleLister = listRulesBy([listPrivilegedGroup, listPublicPaths]);
