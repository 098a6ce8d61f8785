/** Finds the rules of a user that almost allow an action. */
import type { User } from "../user.ts";
import type { Attributes } from "./access-control.ts";
import { bindingsInScope, type RoleGrant, type RolesAndBindings, roleFinder, subjectOfUser } from "./role-grants.ts";
import type { RoleRule } from "./role-rule.ts";
import { ruleAllows } from "./rule-match.ts";

/** Returns the user's rules about the same resource or path that lack only the verb or the name of the action. */
export function relatedRules(
  user: User,
  action: Attributes,
  { roles, bindings }: RolesAndBindings,
): readonly RoleGrant[] {
  const roleOf = roleFinder(roles);
  return bindingsInScope(action, bindings).flatMap((binding) => {
    const role = subjectOfUser(user, binding) && roleOf(binding);
    if (!role) return [];
    return role.rules.filter((rule) => isRelated(rule, action)).map((rule) => ({ binding, role, rule }));
  });
}

/** Whether a rule would allow the action with other verbs or names. */
export function isRelated(rule: RoleRule, action: Attributes): boolean {
  return ruleAllows({ ...rule, verbs: ["*"], resourceNames: [] }, action);
}
