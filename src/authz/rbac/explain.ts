/** Explains decisions by roles: the binding and rule that allow an action, or the roles that would allow it. */
import type { Attributes, RoleReference } from "../../meta/access/access-control.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";
import { ruleAllows } from "../../meta/access/rule-match.ts";
import type { User } from "../../meta/user.ts";
import type { RbacAuthorizer } from "./rbac-authorizer.ts";
import type { RbacIndex } from "./rbac-index.ts";
import { roleKinds } from "./role-store.ts";
import { type BindingSubject, parseSubject } from "./subjects.ts";

/** Maximum number of roles that `rolesThatAllow` checks. Checking one of 20 rules takes about a microsecond. */
const checkedRolesMax = 20_000;
const foundRolesDefault = 100;

/** The rule that allows an action, the role that contains it, and the binding that grants the role. */
export interface GrantExplanation {
  readonly binding: {
    readonly kind: "RoleBinding" | "ClusterRoleBinding";
    /** Empty: a ClusterRoleBinding. */
    readonly namespace: string;
    readonly name: string;
  };
  readonly role: RoleReference;
  /** The first subject of the binding that matches the user. */
  readonly subject: BindingSubject;
  readonly rule: RoleRule;
}

/** A role that allows an action. */
export interface AllowingRole {
  readonly kind: "Role" | "ClusterRole";
  /** Empty: a ClusterRole. */
  readonly namespace: string;
  readonly name: string;
  /** All rules of the role, as a measure of how much it grants. */
  readonly rules: readonly RoleRule[];
  /** The first rule that allows the action. */
  readonly rule: RoleRule;
}

/** Roles that allow an action. */
export interface AllowingRoles {
  readonly roles: readonly AllowingRole[];
  /** Whether the list may lack roles, because the cluster has too many. */
  readonly isIncomplete: boolean;
}

/** Returns why roles allow an action to a user. Undefined if they do not. */
export function explainDecision(
  rbac: RbacAuthorizer,
  user: User,
  attributes: Attributes,
): GrantExplanation | undefined {
  const found = rbac.find(user, attributes);
  if (!found) return undefined;
  const { binding, subject } = found.grant;
  const { namespace, name, role } = binding;
  return {
    binding: { kind: namespace === "" ? "ClusterRoleBinding" : "RoleBinding", namespace, name },
    role,
    subject: parseSubject(subject),
    rule: found.rule,
  };
}

/**
 * Returns the roles that would allow an action if a binding granted them: ClusterRoles, and Roles in the namespace of the
 * action. They need not be bound to anyone.
 * @param countMax maximum number of roles in the result
 */
export function rolesThatAllow(index: RbacIndex, attributes: Attributes, countMax = foundRolesDefault): AllowingRoles {
  const roles: AllowingRole[] = [];
  let checkedCount = 0;
  for (const { namespace, name, set } of index.roles(attributes.isResource ? attributes.namespace : "")) {
    if (checkedCount === checkedRolesMax || roles.length === countMax) return { roles, isIncomplete: true };
    checkedCount++;
    const rule = set.rules.find((one) => ruleAllows(one, attributes));
    const kind = namespace === "" ? roleKinds.cluster : roleKinds.namespaced;
    if (rule) roles.push({ kind, namespace, name, rules: set.rules, rule });
  }
  return { roles, isIncomplete: false };
}
