/** Authorizers that allow everything to some users. */
import { type AuthorizationSubject, type Authorizer, allowed, noOpinion } from "./authorizer.ts";
import { noRules, type RuleLister } from "./rules.ts";

/** An authorizer, and the lister of its rules. */
export interface ListedAuthorizer {
  readonly authorize: Authorizer;
  readonly list: RuleLister;
}

const wildcard = ["*"];

/** Returns an authorizer that allows all actions of the users for whom `isAllowed` is true. */
export function allowEverything(isAllowed: (subject: AuthorizationSubject) => boolean): ListedAuthorizer {
  return {
    authorize: (subject) => (isAllowed(subject) ? allowed : noOpinion),
    list: (subject) =>
      isAllowed(subject)
        ? {
            ...noRules,
            resourceRules: [{ verbs: wildcard, groups: wildcard, resources: wildcard }],
            pathRules: [{ verbs: wildcard, paths: wildcard }],
          }
        : noRules,
  };
}
