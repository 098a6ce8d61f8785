/** Finds the subjects that could grant a permission to others. */
import type { Attributes, ResourceAction } from "./access-control.ts";
import {
  type BoundSubject,
  bindingsInScope,
  type ListedBinding,
  type ListedRole,
  type RolesAndBindings,
  roleFinder,
} from "./role-grants.ts";
import type { RoleRule } from "./role-rule.ts";
import { ruleAllows } from "./rule-match.ts";

/** A subject that could create a role for an action, and its binding. */
export interface RoleGrantor {
  readonly subject: BoundSubject;
  /** Binding and role that let it create bindings. */
  readonly binding: ListedBinding;
  readonly role: ListedRole;
}

/** Names that depend on the vocabulary. */
export interface RoleKinds {
  /** API group of roles and bindings. */
  readonly rbacGroup: string;
}

/**
 * Returns the subjects that may create a role for the action and bind it. They need the permission to create both, and
 * either the action itself or the verbs `escalate` and `bind`. Permissions that a user has only by several subjects
 * together, such as by two groups, are not found.
 */
export function grantorsOf(action: Attributes, listed: RolesAndBindings, kinds: RoleKinds): readonly RoleGrantor[] {
  const namespace = action.isResource ? action.namespace : "";
  const on = (verb: string, resource: string): ResourceAction => ({
    isResource: true,
    verb,
    group: kinds.rbacGroup,
    version: "",
    namespace,
    resource,
    subresource: "",
    name: "",
  });
  const [roles, bindings] = namespace === "" ? ["clusterroles", "clusterrolebindings"] : ["roles", "rolebindings"];
  return [...rulesBySubject(action, listed).values()].flatMap(({ subject, grants }) => {
    const rules = grants.flatMap(({ role }) => role.rules);
    const may = (one: Attributes): boolean => someAllows(rules, one);
    const holds = may(action);
    const canCreate = may(on("create", roles)) && may(on("create", bindings));
    const canGrant = holds || (may(on("escalate", roles)) && may(on("bind", roles)));
    const source = grants.find(({ role }) => someAllows(role.rules, on("create", bindings)));
    return canCreate && canGrant && source ? [{ subject, ...source }] : [];
  });
}

interface SubjectGrants {
  readonly subject: BoundSubject;
  readonly grants: { readonly binding: ListedBinding; readonly role: ListedRole }[];
}

function rulesBySubject(action: Attributes, { roles, bindings }: RolesAndBindings): ReadonlyMap<string, SubjectGrants> {
  const bySubject = new Map<string, SubjectGrants>();
  const roleOf = roleFinder(roles);
  for (const binding of bindingsInScope(action, bindings)) {
    const role = roleOf(binding);
    if (!role) continue;
    for (const { kind, name, namespace } of binding.subjects) {
      const subject =
        kind === "ServiceAccount" ? { kind, name, namespace: namespace || binding.namespace } : { kind, name };
      const key = JSON.stringify(subject);
      const known = bySubject.get(key) ?? { subject, grants: [] };
      known.grants.push({ binding, role });
      bySubject.set(key, known);
    }
  }
  return bySubject;
}

function someAllows(rules: readonly RoleRule[], action: Attributes): boolean {
  return rules.some((rule) => ruleAllows(rule, action));
}
