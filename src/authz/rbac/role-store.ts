/** The rules of all roles. Roles with equal rules share one set. */
import type { RoleReference } from "../../meta/access/access-control.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";

/** The rules of one or more roles. Equal rules have the same set. */
export interface RoleRules {
  readonly rules: readonly RoleRule[];
}

interface CountedSet extends RoleRules {
  readonly text: string;
  roleCount: number;
}

/** Kinds of roles that a binding can name. */
export const roleKinds = { namespaced: "Role", cluster: "ClusterRole" } as const;

/** Whether objects have a namespace: Roles and RoleBindings, or ClusterRoles and ClusterRoleBindings. */
export type RbacScope = keyof typeof roleKinds;

/** Holds the rules of roles by namespace and name. ClusterRoles have an empty namespace. */
export class RoleStore {
  readonly #namespaces = new Map<string, Map<string, CountedSet>>();
  readonly #sets = new Map<string, CountedSet>();

  /** Adds or replaces a role. Returns whether its rules changed. */
  set(namespace: string, name: string, rules: readonly RoleRule[]): boolean {
    const set = this.#setOf(rules);
    const roles = this.#namespaces.get(namespace) ?? new Map<string, CountedSet>();
    const previous = roles.get(name);
    set.roleCount++;
    if (previous) this.#release(previous);
    if (previous === set) return false;
    this.#namespaces.set(namespace, roles.set(name, set));
    return true;
  }

  /** Removes a role. */
  delete(namespace: string, name: string): void {
    const roles = this.#namespaces.get(namespace);
    const previous = roles?.get(name);
    if (!roles || !previous) return;
    this.#release(previous);
    roles.delete(name);
    if (roles.size === 0) this.#namespaces.delete(namespace);
  }

  /** Removes all ClusterRoles, or all Roles. */
  clear(scope: RbacScope): void {
    for (const [namespace, roles] of this.#namespaces) {
      if ((namespace === "") === (scope === "cluster")) for (const name of roles.keys()) this.delete(namespace, name);
    }
  }

  /** Returns the rules of a role. Undefined if it does not exist, or if the kind is not a kind of role. */
  get(role: RoleReference, bindingNamespace: string): RoleRules | undefined {
    const namespace = roleNamespace(role, bindingNamespace);
    return namespace === undefined ? undefined : this.#namespaces.get(namespace)?.get(role.name);
  }

  #setOf(rules: readonly RoleRule[]): CountedSet {
    const text = JSON.stringify(rules);
    const known = this.#sets.get(text);
    if (known) return known;
    const set = { rules, text, roleCount: 0 };
    this.#sets.set(text, set);
    return set;
  }

  #release(set: CountedSet): void {
    set.roleCount--;
    if (set.roleCount === 0) this.#sets.delete(set.text);
  }
}

/** Returns the namespace of the role that a binding names. Empty: a ClusterRole. Undefined: the kind is not a kind of role. */
export function roleNamespace({ kind }: RoleReference, bindingNamespace: string): string | undefined {
  if (kind === roleKinds.cluster) return "";
  return kind === roleKinds.namespaced ? bindingNamespace : undefined;
}
