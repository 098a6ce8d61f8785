/** Authorizers that do not depend on the action: they allow everything to some users, or nothing. */
import type { Authorizer, RuleLister } from "../meta/access/access-control.ts";
import type { User } from "../meta/user.ts";
import { allowed, noOpinion } from "./authorizer.ts";
import { noRules } from "./rules.ts";

/** An authorizer, and the lister of its rules. */
export interface ListedAuthorizer {
  readonly authorize: Authorizer;
  readonly list: RuleLister;
}

const wildcard = ["*"];

/** Returns an authorizer that allows all actions of the users for whom `isAllowed` is true. */
export function allowEverything(isAllowed: (user: User) => boolean): ListedAuthorizer {
  return {
    authorize: (user) => (isAllowed(user) ? allowed : noOpinion),
    list: (user) =>
      isAllowed(user)
        ? {
            ...noRules,
            resourceRules: [{ verbs: wildcard, groups: wildcard, resources: wildcard }],
            pathRules: [{ verbs: wildcard, paths: wildcard }],
          }
        : noRules,
  };
}

/** The authorizer of the mode AlwaysDeny. As in the reference, it has no opinion, so later authorizers may allow actions. */
export const denyEverything: ListedAuthorizer = {
  authorize: () => ({ decision: "no opinion", reason: "Everything is forbidden." }),
  list: () => noRules,
};
