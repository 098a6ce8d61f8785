/**
 * The index of all roles and bindings. It answers which rules apply to a user. The cost of a decision depends neither on the
 * number of bindings in the cluster nor on those of the user: the rules of a user are compiled once for each namespace, and
 * again after a change of a binding or role that concerns them.
 */
import type { RoleReference } from "../../meta/access/access-control.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";
import type { User } from "../../meta/user.ts";
import { BindingStore, type StoredBinding } from "./binding-store.ts";
import { UserGrant, type UserGrants } from "./grant.ts";
import { type RbacScope, type RoleRules, RoleStore, roleNamespace } from "./role-store.ts";
import { RulesCache } from "./rules-cache.ts";
import { type BindingSubject, subjectsOfUser, subjectText } from "./subjects.ts";
import { UserRules } from "./user-rules.ts";

/** The content of a binding, as the API represents it. */
export interface BindingContent {
  readonly roleRef: RoleReference;
  readonly subjects?: readonly BindingSubject[] | null | undefined;
}

/** Holds roles and bindings. The namespace of a ClusterRole or ClusterRoleBinding is empty. */
export class RbacIndex {
  readonly #bindings = new BindingStore();
  readonly #roles = new RoleStore();
  readonly #compiled = new RulesCache();

  /** Adds or replaces a binding. */
  setBinding(namespace: string, name: string, { roleRef, subjects }: BindingContent): void {
    const texts = (subjects ?? []).map((subject) => subjectText(subject, namespace));
    const known = [...new Set(texts.filter((text) => text !== undefined))];
    const previous = this.#bindings.set(namespace, name, { role: roleRef, subjects: known });
    this.#invalidateSubjects(namespace, [...(previous?.subjects ?? []), ...known]);
  }

  /** Removes a binding. */
  deleteBinding(namespace: string, name: string): void {
    this.#invalidateSubjects(namespace, this.#bindings.delete(namespace, name)?.subjects ?? []);
  }

  /** Adds or replaces a role. */
  setRole(namespace: string, name: string, rules: readonly RoleRule[] | null | undefined): void {
    const hasChanged = this.#roles.set(namespace, name, rules ?? []);
    if (hasChanged) this.#compiled.invalidate(roleDependency(namespace, name));
  }

  /** Removes a role. */
  deleteRole(namespace: string, name: string): void {
    this.#roles.delete(namespace, name);
    this.#compiled.invalidate(roleDependency(namespace, name));
  }

  /** Removes all bindings of a scope. */
  clearBindings(scope: RbacScope): void {
    this.#bindings.clear(scope);
    this.#compiled.clear();
  }

  /** Removes all roles of a scope. */
  clearRoles(scope: RbacScope): void {
    this.#roles.clear(scope);
    this.#compiled.clear();
  }

  /** Returns the rules of a role. Undefined if it does not exist. */
  rulesOfRole(role: RoleReference, bindingNamespace: string): readonly RoleRule[] | undefined {
    return this.#roles.get(role, bindingNamespace)?.rules;
  }

  /** Returns the compiled rules of a user in a namespace. Empty: those of ClusterRoleBindings. */
  userRules(user: User, namespace: string): UserRules {
    const key = userKey(user, namespace);
    return this.#compiled.get(key) ?? this.#compile(key, user, namespace);
  }

  /** Returns the grants to a user in a namespace. Empty: those of ClusterRoleBindings. */
  grantsOf(user: User, namespace: string): UserGrants {
    const subjects = subjectsOfUser(user);
    return this.#grantsOf(this.#bindings.bindingsOfSubjects(subjects, namespace), new Set(subjects));
  }

  #compile(key: string, user: User, namespace: string): UserRules {
    const subjects = subjectsOfUser(user);
    const bindings = this.#bindings.bindingsOfSubjects(subjects, namespace);
    const rules = new UserRules(this.#grantsOf(bindings, new Set(subjects)));
    const dependencies = new Set(subjects.map((subject) => subjectDependency(namespace, subject)));
    for (const { role } of bindings) {
      const scope = roleNamespace(role, namespace);
      if (scope !== undefined) dependencies.add(roleDependency(scope, role.name));
    }
    this.#compiled.add({ key, rules, dependencies: [...dependencies] });
    return rules;
  }

  #grantsOf(bindings: readonly StoredBinding[], userSubjects: ReadonlySet<string>): UserGrants {
    const grants: UserGrant[] = [];
    const missing: RoleReference[] = [];
    for (const binding of bindings) {
      const set: RoleRules | undefined = this.#roles.get(binding.role, binding.namespace);
      const subject = binding.subjects.find((text) => userSubjects.has(text));
      if (set && subject !== undefined) grants.push(new UserGrant(binding, subject, set));
      else missing.push(binding.role);
    }
    return { grants, missing };
  }

  #invalidateSubjects(namespace: string, subjects: readonly string[]): void {
    for (const subject of subjects) this.#compiled.invalidate(subjectDependency(namespace, subject));
  }
}

// Namespaces contain no slash, so these texts are unambiguous.
function subjectDependency(namespace: string, subject: string): string {
  return `${namespace}/${subject}`;
}

function roleDependency(namespace: string, name: string): string {
  return `role ${namespace}/${name}`;
}

/** Returns a text that only users with the same name and groups have. Each part has its length, because it may contain anything. */
function userKey({ name, groups }: User, namespace: string): string {
  let key = `${namespace}/${name.length}:${name}`;
  for (const group of groups) key += `${group.length}:${group}`;
  return key;
}
