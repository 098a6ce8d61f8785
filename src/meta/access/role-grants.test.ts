import { expect, test } from "vitest";
import type { Attributes, ResourceAction } from "./access-control.ts";
import { relatedRules } from "./related-rules.ts";
import { grantorsOf } from "./role-grantors.ts";
import { grantsOf, type ListedBinding, type ListedRole, subjectOfUser } from "./role-grants.ts";
import { proposeRole, smallestRule } from "./smallest-role.ts";

const rbacGroup = "rbac.authorization.orch.io";

function on(verb: string, resource: string, more: Partial<ResourceAction> = {}): ResourceAction {
  return {
    isResource: true,
    verb,
    group: "",
    version: "",
    namespace: "shop",
    resource,
    subresource: "",
    name: "",
    ...more,
  };
}

function role(name: string, rules: ListedRole["rules"], namespace = ""): ListedRole {
  return { kind: namespace === "" ? "ClusterRole" : "Role", namespace, name, rules };
}

function binding(name: string, [kind, roleName]: [string, string], subjects: object[], namespace = ""): ListedBinding {
  return {
    kind: namespace === "" ? "ClusterRoleBinding" : "RoleBinding",
    namespace,
    name,
    roleRef: { kind, name: roleName },
    subjects: subjects as ListedBinding["subjects"],
  };
}

const getPods = { verbs: ["get", "list"], apiGroups: [""], resources: ["pods"] };
const everything = { verbs: ["*"], apiGroups: ["*"], resources: ["*"] };
const ann = { kind: "User", name: "ann" };
const dev = { kind: "Group", name: "dev" };
const web = { kind: "ServiceAccount", name: "web" };

test("grantsOf() returns bindings of the cluster first, then those of the namespace, and none of other namespaces", () => {
  const listed = {
    roles: [role("reader", [getPods], "shop"), role("reader", [getPods]), role("reader", [getPods], "other")],
    bindings: [
      binding("in-shop", ["Role", "reader"], [ann], "shop"),
      binding("cluster-role-in-shop", ["ClusterRole", "reader"], [dev], "shop"),
      binding("in-other", ["Role", "reader"], [ann], "other"),
      binding("in-cluster", ["ClusterRole", "reader"], [dev]),
      binding("lost", ["ClusterRole", "missing"], [dev]),
    ],
  };
  expect(grantsOf(on("get", "pods"), listed).map((grant) => [grant.binding.name, grant.role.namespace])).toEqual([
    ["in-cluster", ""],
    ["in-shop", "shop"],
    ["cluster-role-in-shop", ""],
  ]);
  expect(grantsOf(on("get", "pods", { namespace: "" }), listed).map((grant) => grant.binding.name)).toEqual([
    "in-cluster",
  ]);
  expect(grantsOf(on("delete", "pods"), listed)).toEqual([]);
});

test.each([
  [{ name: "ann", groups: [] }, "shop", ann],
  [{ name: "Ann", groups: [] }, "shop", undefined],
  [{ name: "bob", groups: ["x", "dev"] }, "shop", dev],
  [{ name: "dev", groups: ["ann"] }, "shop", undefined],
  [{ name: "system:serviceaccount:shop:web", groups: [] }, "shop", web],
  [{ name: "system:serviceaccount:other:web", groups: [] }, "shop", undefined],
  // A ClusterRoleBinding has no namespace that the account could have by default.
  [{ name: "system:serviceaccount:shop:web", groups: [] }, "", undefined],
])("subjectOfUser() returns for %j in the namespace %j: %j", (user, namespace, subject) => {
  expect(subjectOfUser(user, binding("b", ["ClusterRole", "reader"], [ann, dev, web], namespace))).toEqual(subject);
});

test("relatedRules() returns the user's rules that lack only the verb or the name", () => {
  const named = { ...getPods, resourceNames: ["db"] };
  const secrets = { ...getPods, resources: ["secrets"] };
  const listed = {
    roles: [role("reader", [getPods, secrets, named], "shop")],
    bindings: [
      binding("for-ann", ["Role", "reader"], [ann], "shop"),
      binding("for-dev", ["Role", "reader"], [dev], "shop"),
    ],
  };
  const user = { name: "ann", groups: [] };
  expect(relatedRules(user, on("delete", "pods"), listed).map(({ rule }) => rule)).toEqual([getPods, named]);
  expect(relatedRules(user, on("delete", "nodes"), listed)).toEqual([]);
});

test("grantorsOf() returns subjects that may create roles and bindings, and hold the permission or may pass on others", () => {
  const rbac = (verbs: string[], resources: string[]) => ({ verbs, apiGroups: [rbacGroup], resources });
  const create = rbac(["create"], ["roles", "rolebindings"]);
  const listed = {
    roles: [
      role("holder", [create, { ...getPods, verbs: ["delete"] }], "shop"),
      role("escalator", [create, rbac(["escalate", "bind"], ["roles"])], "shop"),
      role("creator", [create], "shop"),
      role("deleter", [{ ...getPods, verbs: ["delete"] }], "shop"),
      role("cluster-admin", [everything]),
    ],
    bindings: [
      binding("holders", ["Role", "holder"], [ann], "shop"),
      binding("escalators", ["Role", "escalator"], [web], "shop"),
      binding("creators", ["Role", "creator"], [{ kind: "User", name: "carl" }, dev], "shop"),
      // Two bindings of one subject complete each other.
      binding("deleters", ["Role", "deleter"], [dev], "shop"),
      binding("admins", ["ClusterRole", "cluster-admin"], [{ kind: "Group", name: "admins" }]),
    ],
  };
  const grantors = grantorsOf(on("delete", "pods"), listed, { rbacGroup });
  expect(grantors.map(({ subject, binding }) => [subject, binding.name])).toEqual([
    [{ kind: "Group", name: "admins" }, "admins"],
    [ann, "holders"],
    [{ ...web, namespace: "shop" }, "escalators"],
    [dev, "creators"],
  ]);
  const inCluster = grantorsOf(on("delete", "nodes", { namespace: "" }), listed, { rbacGroup });
  expect(inCluster.map(({ binding }) => binding.name)).toEqual(["admins"]);
});

test.each<[Attributes, object]>([
  [on("get", "pods"), { apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
  [
    on("get", "pods", { subresource: "log", name: "web" }),
    { apiGroups: [""], resources: ["pods/log"], resourceNames: ["web"], verbs: ["get"] },
  ],
  // A rule about creations cannot name objects, except for a subresource.
  [on("create", "pods", { name: "web" }), { apiGroups: [""], resources: ["pods"], verbs: ["create"] }],
  [
    on("create", "pods", { subresource: "eviction", name: "web" }),
    { apiGroups: [""], resources: ["pods/eviction"], resourceNames: ["web"], verbs: ["create"] },
  ],
  [
    on("deletecollection", "pods", { name: "a" }),
    { apiGroups: [""], resources: ["pods"], verbs: ["deletecollection"] },
  ],
  [
    { isResource: false, verb: "get", path: "/metrics" },
    { nonResourceURLs: ["/metrics"], verbs: ["get"] },
  ],
])("smallestRule() of %j is %j", (action, rule) => {
  expect(smallestRule(action)).toEqual(rule);
});

test("proposeRole() proposes a Role for an action in a namespace, with a subject for the kind of user", () => {
  expect(proposeRole(on("get", "pods", { subresource: "log" }), "system:serviceaccount:shop:web")).toEqual({
    role: {
      kind: "Role",
      metadata: { name: "get-pods-log", namespace: "shop" },
      rules: [{ apiGroups: [""], resources: ["pods/log"], verbs: ["get"] }],
    },
    binding: {
      kind: "RoleBinding",
      metadata: { name: "get-pods-log", namespace: "shop" },
      subjects: [{ kind: "ServiceAccount", namespace: "shop", name: "web" }],
      roleRef: { kind: "Role", name: "get-pods-log" },
    },
  });
});

test("proposeRole() proposes a ClusterRole with a valid name for other actions", () => {
  const path = { isResource: false, verb: "get", path: "/api/%2f/*" } as const;
  const { role, binding } = proposeRole(path, "ann");
  expect(role).toMatchObject({ kind: "ClusterRole", metadata: { name: "get-api--2f-all" } });
  expect(binding).toMatchObject({ kind: "ClusterRoleBinding", subjects: [ann] });
  expect(proposeRole(on("get", "x".repeat(500)), "ann").role.metadata.name).toHaveLength(100);
});
