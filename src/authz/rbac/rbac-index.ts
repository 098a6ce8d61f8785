/**
 * The index of all roles and bindings. It answers which rules apply to a user. The cost of a decision depends neither on the
 * number of bindings in the cluster nor on those of the user: the rules of a user are compiled once for each namespace, and
 * again after a change of a binding or role that concerns them. Only those of a user with very many bindings in a namespace are not
 * compiled.
 */
import { compareText } from "../../base/compare-text.ts";
import type { RoleReference } from "../../meta/access/access-control.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";
import type { User } from "../../meta/user.ts";
import { ValuesOfUsers } from "../../meta/values-of-users.ts";
import { BindingStore, type StoredBinding } from "./binding-store.ts";
import { type MissingRole, UserGrant } from "./grant.ts";
import { type RbacScope, RoleStore, roleNamespace } from "./role-store.ts";
import { type KeptRules, RulesCache } from "./rules-cache.ts";
import { type BindingSubject, subjectsOfUser, subjectText } from "./subjects.ts";
import { UserRules } from "./user-rules.ts";

/** The content of a binding, as the API represents it. */
export interface BindingContent {
  readonly roleRef: RoleReference;
  readonly subjects?: readonly BindingSubject[] | null | undefined;
}

/** The rules that the last requests of a user needed. */
interface RecentRules {
  /** Rules of ClusterRoleBindings. */
  cluster: KeptRules | undefined;
  /** Namespace of the last request that needed the rules of one. */
  namespace: string;
  /** Rules in that namespace. */
  namespaced: KeptRules | undefined;
}

/** Compiling the rules of 1,000 bindings takes a few milliseconds. */
const compiledBindingsMaxDefault = 1000;

/** Holds roles and bindings. The namespace of a ClusterRole or ClusterRoleBinding is empty. */
export class RbacIndex {
  readonly #bindings = new BindingStore();
  readonly #roles = new RoleStore();
  readonly #compiled = new RulesCache();
  /** Rules are found here without the key of the user, because to make and look up its text takes longer than the decision. */
  readonly #recent = new ValuesOfUsers<RecentRules>(() => ({
    cluster: undefined,
    namespace: "",
    namespaced: undefined,
  }));
  readonly #compiledBindingsMax: number;

  /** @param compiledBindingsMax number of bindings of a user in a namespace whose rules are compiled */
  constructor(compiledBindingsMax = compiledBindingsMaxDefault) {
    this.#compiledBindingsMax = compiledBindingsMax;
  }

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

  /**
   * Returns the compiled rules of a user in a namespace. Empty: those of ClusterRoleBindings. Undefined if the user has
   * too many bindings there, because compiling their rules would delay other requests.
   */
  userRules(user: User, namespace: string): UserRules | undefined {
    const recent = this.#recent.of(user);
    const known = namespace === "" ? recent.cluster : recent.namespace === namespace ? recent.namespaced : undefined;
    if (known?.rules) return known.rules;
    const key = userKey(user, namespace);
    const kept = this.#compiled.get(key);
    if (!kept) return this.#compile(key, user, namespace);
    if (namespace === "") recent.cluster = kept;
    else {
      recent.namespace = namespace;
      recent.namespaced = kept;
    }
    return kept.rules;
  }

  /**
   * Yields what bindings grant to a user in a namespace. Empty: ClusterRoleBindings. The order is that of the names of the bindings,
   * or undefined if there are too many to compile their rules. Each one is valid at the time when it is yielded.
   */
  *grantsOf(user: User, namespace: string): Generator<UserGrant | MissingRole> {
    const subjects = new Set(subjectsOfUser(user));
    const bindings = this.#bindings.bindingsOfSubjects(subjects, namespace);
    const hasMany = this.#hasMany([...subjects], namespace);
    for (const binding of hasMany ? bindings : inOrder(bindings)) yield this.#grantOf(binding, subjects);
  }

  #compile(key: string, user: User, namespace: string): UserRules | undefined {
    const subjects = subjectsOfUser(user);
    if (this.#hasMany(subjects, namespace)) return undefined;
    const grants = [...this.grantsOf(user, namespace)];
    const rules = new UserRules(grants);
    const dependencies = new Set(subjects.map((subject) => subjectDependency(namespace, subject)));
    for (const { role } of grants.map(({ binding }) => binding)) {
      const scope = roleNamespace(role, namespace);
      if (scope !== undefined) dependencies.add(roleDependency(scope, role.name));
    }
    this.#compiled.add({ key, rules, dependencies: [...dependencies] });
    return rules;
  }

  #hasMany(subjects: readonly string[], namespace: string): boolean {
    return this.#bindings.countOfSubjects(subjects, namespace) > this.#compiledBindingsMax;
  }

  #grantOf(binding: StoredBinding, userSubjects: ReadonlySet<string>): UserGrant | MissingRole {
    const set = this.#roles.get(binding.role, binding.namespace);
    return set ? new UserGrant(binding, set, userSubjects) : { binding };
  }

  #invalidateSubjects(namespace: string, subjects: readonly string[]): void {
    for (const subject of subjects) this.#compiled.invalidate(subjectDependency(namespace, subject));
  }
}

/** Returns each binding once, in the order of the names. */
function inOrder(bindings: Iterable<StoredBinding>): readonly StoredBinding[] {
  return [...new Set(bindings)].sort((left, right) => compareText(left.name, right.name));
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
