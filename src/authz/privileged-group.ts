/**
 * The authorizer of the group `system:masters`. Its members may do everything. It is the first authorizer, so no other
 * one can deny this.
 */
import { type AuthorizationSubject, type Authorizer, allowed, noOpinion } from "./authorizer.ts";
import { noRules, type RuleLister } from "./rules.ts";

const privilegedGroup = "system:masters";

function isPrivileged({ groups }: AuthorizationSubject): boolean {
  return groups.includes(privilegedGroup);
}

/** Allows all actions of members of `system:masters`. */
export const authorizePrivilegedGroup: Authorizer = (subject) => (isPrivileged(subject) ? allowed : noOpinion);

const wildcard = ["*"];

/** Lists the rules of `authorizePrivilegedGroup`. */
export const listPrivilegedGroup: RuleLister = (subject) =>
  isPrivileged(subject)
    ? {
        ...noRules,
        resourceRules: [{ verbs: wildcard, groups: wildcard, resources: wildcard }],
        pathRules: [{ verbs: wildcard, paths: wildcard }],
      }
    : noRules;
