/** Faults of roles, bindings and their index. */
import type { FaultRoom } from "../fault.ts";

const matchTests = ["src/meta/access/rule-match.test.ts"];
const indexTests = ["src/authz/rbac/random-roles.test.ts", "src/authz/rbac/rbac-index.test.ts"];

export const rbacFaults: FaultRoom = {
  room: "rbac",
  faults: [
    {
      name: "parent-rule-grants-subresource",
      breaks: "a rule for pods also allows pods/log",
      file: "src/meta/access/rule-match.ts",
      find: "    : [`${resource}/${subresource}`,",
      replace: "    : [resource, `${resource}/${subresource}`,",
      tests: matchTests,
    },
    {
      name: "named-rule-grants-nameless-request",
      breaks: "a rule for named objects also allows requests without a name, such as create",
      file: "src/meta/access/rule-match.ts",
      find: "resourceNames.length === 0 ||",
      replace: 'resourceNames.length === 0 || action.name === "" ||',
      tests: matchTests,
    },
    {
      name: "star-inside-path-matches",
      breaks: "only the last star of a path pattern is removed, so `/a**` does not match `/a`",
      file: "src/meta/access/rule-match.ts",
      find: "  while (pattern[end - 1] === wildcard) end--;",
      replace: "  end--;",
      tests: matchTests,
    },
    {
      name: "deleted-binding-still-grants",
      breaks: "a user keeps the permissions of a deleted binding until another change concerns the user",
      file: "src/authz/rbac/rbac-index.ts",
      find: "this.#invalidateSubjects(namespace, this.#bindings.delete(namespace, name)?.subjects ?? []);",
      replace: "this.#bindings.delete(namespace, name);",
      tests: indexTests,
    },
    {
      name: "removed-subject-keeps-role",
      breaks: "a subject that an update removes from a binding keeps its compiled rules",
      file: "src/authz/rbac/rbac-index.ts",
      find: "[...(previous?.subjects ?? []), ...known]",
      replace: "known",
      tests: indexTests,
    },
    {
      name: "role-change-ignored",
      breaks: "users keep the earlier rules of a changed role",
      file: "src/authz/rbac/rbac-index.ts",
      find: "if (hasChanged) this.#compiled",
      replace: "if (!hasChanged) this.#compiled",
      tests: indexTests,
    },
    {
      name: "ambiguous-user-key",
      breaks: "a user whose name contains that of a group gets the rules of members of the group",
      file: "src/authz/rbac/rbac-index.ts",
      find: "for (const group of groups) key += `${group.length}:${group}`;",
      replace: "for (const group of groups) key += group;",
      tests: indexTests,
    },
    {
      name: "recent-rules-of-other-user",
      breaks: "a user gets the rules of another user who shares the list of groups",
      file: "src/meta/values-of-users.ts",
      find: "if (known?.name === user.name) return",
      replace: "if (known) return",
      tests: indexTests,
    },
    {
      name: "recent-rules-of-other-namespace",
      breaks: "a user has the permissions of the previous request's namespace in another one",
      file: "src/authz/rbac/rbac-index.ts",
      find: "recent.namespace === namespace ? recent.namespaced : undefined",
      replace: "recent.namespaced",
      tests: indexTests,
    },
    {
      name: "recent-rules-outlive-change",
      breaks: "a user who has just sent a request keeps the permissions of a deleted binding",
      file: "src/authz/rbac/rules-cache.ts",
      find: "for (const entry of this.#dependents.get(dependency) ?? []) entry.rules = undefined;",
      replace: "for (const entry of this.#dependents.get(dependency) ?? []) this.#entries.delete(entry.key);",
      tests: [...indexTests, "src/authz/rbac/rules-cache.test.ts"],
    },
    {
      name: "role-of-other-namespace",
      breaks: "a RoleBinding to a Role gets the ClusterRole of the same name",
      file: "src/authz/rbac/role-store.ts",
      find: "kind === roleKinds.namespaced ? bindingNamespace : undefined",
      replace: 'kind === roleKinds.namespaced ? "" : undefined',
      tests: indexTests,
    },
    {
      name: "follower-forgets-changes-while-loading",
      breaks: "a binding that is written while the roles are loaded has no effect",
      file: "src/cache/object-follower.ts",
      find: "    this.#apply(this.#changesWhileLoading.splice(0));\n",
      replace: "    this.#changesWhileLoading = [];\n",
      tests: ["src/cache/object-follower.test.ts"],
    },
  ],
};
