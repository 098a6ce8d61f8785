/**
 * Finds the roles and bindings that allow an action, in lists of all of them. It explains decisions to people. Authorizers
 * decide by an index.
 */

import { accountUserName } from "../accounts/account-names.ts";
import type { User } from "../user.ts";
import type { Attributes, RoleReference } from "./access-control.ts";
import type { RoleRule } from "./role-rule.ts";
import { ruleAllows } from "./rule-match.ts";

/** A Role or ClusterRole. */
export interface ListedRole {
  readonly kind: string;
  /** Empty for a ClusterRole. */
  readonly namespace: string;
  readonly name: string;
  readonly rules: readonly RoleRule[];
}

/** A subject of a binding. */
export interface BoundSubject {
  readonly kind: string;
  readonly name: string;
  /** Namespace of a ServiceAccount. Default: that of the binding. */
  readonly namespace?: string | undefined;
}

/** A RoleBinding or ClusterRoleBinding. */
export interface ListedBinding {
  readonly kind: string;
  /** Empty for a ClusterRoleBinding. */
  readonly namespace: string;
  readonly name: string;
  readonly roleRef: RoleReference;
  readonly subjects: readonly BoundSubject[];
}

/** The roles and bindings of a cluster, as far as they could be read. */
export interface RolesAndBindings {
  readonly roles: readonly ListedRole[];
  readonly bindings: readonly ListedBinding[];
}

/** A binding whose role has a rule that allows an action. */
export interface RoleGrant {
  readonly binding: ListedBinding;
  readonly role: ListedRole;
  readonly rule: RoleRule;
}

/** Returns the bindings that allow an action to their subjects, those of the whole cluster first. */
export function grantsOf(action: Attributes, { roles, bindings }: RolesAndBindings): readonly RoleGrant[] {
  const roleOf = roleFinder(roles);
  return bindingsInScope(action, bindings).flatMap((binding) => {
    const role = roleOf(binding);
    const rule = role?.rules.find((one) => ruleAllows(one, action));
    return role && rule ? [{ binding, role, rule }] : [];
  });
}

/** Returns the bindings that apply to the place of an action: those of the cluster, and those of the namespace. */
export function bindingsInScope(action: Attributes, bindings: readonly ListedBinding[]): readonly ListedBinding[] {
  const namespace = action.isResource ? action.namespace : "";
  const inCluster = bindings.filter((binding) => binding.namespace === "");
  if (namespace === "") return inCluster;
  return [...inCluster, ...bindings.filter((binding) => binding.namespace === namespace)];
}

/** Returns a function that finds the role of a binding. It returns undefined for a role that is not listed. */
export function roleFinder(roles: readonly ListedRole[]): (binding: ListedBinding) => ListedRole | undefined {
  const byKey = new Map(roles.map((role) => [roleKey(role), role]));
  return ({ roleRef, namespace }) =>
    byKey.get(roleKey({ ...roleRef, namespace: roleRef.kind === "Role" ? namespace : "" }));
}

/** Returns the subject of a binding that stands for the user, or undefined if none does. */
export function subjectOfUser(user: User, binding: ListedBinding): BoundSubject | undefined {
  return binding.subjects.find((subject) => isSubject(user, subject, binding.namespace));
}

function isSubject(user: User, { kind, name, namespace }: BoundSubject, bindingNamespace: string): boolean {
  if (kind === "User") return user.name === name;
  if (kind === "Group") return user.groups.includes(name);
  const accountNamespace = namespace || bindingNamespace;
  return accountNamespace !== "" && user.name === accountUserName({ namespace: accountNamespace, name });
}

function roleKey({ kind, namespace, name }: Pick<ListedRole, "kind" | "namespace" | "name">): string {
  return `${kind}/${namespace}/${name}`;
}
