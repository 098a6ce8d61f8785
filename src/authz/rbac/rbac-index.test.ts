import { expect, test } from "vitest";
import type { Attributes } from "../../meta/access/access-control.ts";
import { RbacAuthorizer } from "./rbac-authorizer.ts";
import { RbacIndex } from "./rbac-index.ts";

const readPods = [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }];
const getPod: Attributes = {
  isResource: true,
  verb: "get",
  group: "",
  version: "v1",
  namespace: "shop",
  resource: "pods",
  subresource: "",
  name: "web",
};
const jane = { name: "jane", groups: ["dev"] };

function fresh(): { readonly index: RbacIndex; readonly rbac: RbacAuthorizer } {
  const index = new RbacIndex();
  return { index, rbac: new RbacAuthorizer(index, "rbac.example") };
}

const toUser = (name: string) => ({ kind: "User", name });

test("the reason of an allowed action names the binding, the role and the first matching subject", () => {
  const { index, rbac } = fresh();
  index.setRole("shop", "readers", readPods);
  const subjects = [toUser("bob"), { kind: "Group", name: "dev" }, toUser("jane")];
  index.setBinding("shop", "b", { roleRef: { kind: "Role", name: "readers" }, subjects });
  expect(rbac.authorize(jane, getPod)).toEqual({
    decision: "allow",
    reason: 'RBAC: allowed by RoleBinding "b/shop" of Role "readers" to Group "dev"',
  });
  const account = { name: "system:serviceaccount:ci:bot", groups: [] };
  index.setRole("", "readers", readPods);
  const bot = { kind: "ServiceAccount", name: "bot", namespace: "ci" };
  index.setBinding("", "c", { roleRef: { kind: "ClusterRole", name: "readers" }, subjects: [bot] });
  expect(rbac.authorize(account, getPod)).toEqual({
    decision: "allow",
    reason: 'RBAC: allowed by ClusterRoleBinding "c" of ClusterRole "readers" to ServiceAccount "bot/ci"',
  });
});

test("ClusterRoleBindings decide before RoleBindings, and bindings decide in the order of their names", () => {
  const { index, rbac } = fresh();
  index.setRole("", "readers", readPods);
  const roleRef = { kind: "ClusterRole", name: "readers" };
  const winner = (): string | undefined => rbac.find(jane, getPod)?.grant.binding.name;
  index.setBinding("shop", "b", { roleRef, subjects: [toUser("jane")] });
  index.setBinding("shop", "a", { roleRef, subjects: [{ kind: "Group", name: "dev" }] });
  expect(winner()).toBe("a");
  index.setBinding("", "z", { roleRef, subjects: [toUser("jane")] });
  expect(winner()).toBe("z");
});

test("a service account without a namespace in a RoleBinding is in the namespace of the binding", () => {
  const { index, rbac } = fresh();
  index.setRole("", "readers", readPods);
  const subjects = [{ kind: "ServiceAccount", name: "bot" }];
  const content = { roleRef: { kind: "ClusterRole", name: "readers" }, subjects };
  index.setBinding("shop", "b", content);
  index.setBinding("", "c", content);
  const decision = (name: string): string => rbac.authorize({ name, groups: [] }, getPod).decision;
  expect(decision("system:serviceaccount:shop:bot")).toBe("allow");
  expect(decision("system:serviceaccount::bot")).toBe("no opinion");
});

test("users whose names and groups have the same characters in another division have separate rules", () => {
  const { index, rbac } = fresh();
  index.setRole("", "readers", readPods);
  const subjects = [{ kind: "Group", name: "b" }];
  index.setBinding("", "c", { roleRef: { kind: "ClusterRole", name: "readers" }, subjects });
  const decision = (name: string, groups: readonly string[]): string =>
    rbac.authorize({ name, groups }, getPod).decision;
  expect(decision("a", ["b"])).toBe("allow");
  for (const name of ["a1:b", "ab", "a\0b", "a,b"]) expect(decision(name, []), name).toBe("no opinion");
  expect(decision("a", ["1:b"])).toBe("no opinion");
  expect(decision("a", ["a", "b"])).toBe("allow");
  expect(decision("a", ["ab"])).toBe("no opinion");
});

test("rulesOfRole() throws 404 with the plural resource if the role does not exist", () => {
  const { index, rbac } = fresh();
  index.setRole("shop", "readers", readPods);
  expect(rbac.rulesOfRole({ kind: "Role", name: "readers" }, "shop")).toEqual(readPods);
  expect(() => rbac.rulesOfRole({ kind: "ClusterRole", name: "readers" }, "shop")).toThrow(
    'clusterroles.rbac.example "readers" not found',
  );
  expect(() => rbac.rulesOfRole({ kind: "Role", name: "readers" }, "other")).toThrow(
    'roles.rbac.example "readers" not found',
  );
  for (const kind of ["Group", "constructor", ""]) {
    expect(() => rbac.rulesOfRole({ kind, name: "readers" }, "")).toThrow(`unsupported role reference kind: "${kind}"`);
  }
});
