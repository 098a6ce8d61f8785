/** Members of `system:masters` may do everything; nothing can take that from them. */
import { type Authorizer, allowed, noOpinion, type Subject } from "./authorizer.ts";
import { noRules, type RuleLister } from "./rules.ts";

const privilegedGroup = "system:masters";

function isPrivileged({ groups }: Subject): boolean {
  return groups.includes(privilegedGroup);
}

export const authorizePrivilegedGroup: Authorizer = (subject) => (isPrivileged(subject) ? allowed : noOpinion);

const everything = ["*"];

export const listPrivilegedGroup: RuleLister = (subject) =>
  isPrivileged(subject)
    ? {
        ...noRules,
        resourceRules: [{ verbs: everything, groups: everything, resources: everything }],
        pathRules: [{ verbs: everything, paths: everything }],
      }
    : noRules;
