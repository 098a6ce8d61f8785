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

test("ClusterRoleBindings decide before RoleBindings, and bindings decide in the order of their names", async () => {
  const { index, rbac } = fresh();
  index.setRole("", "readers", readPods);
  const roleRef = { kind: "ClusterRole", name: "readers" };
  const winner = async (): Promise<string | undefined> =>
    /Binding "([a-z])/.exec((await rbac.authorize(jane, getPod)).reason)?.[1];
  index.setBinding("shop", "b", { roleRef, subjects: [toUser("jane")] });
  index.setBinding("shop", "a", { roleRef, subjects: [{ kind: "Group", name: "dev" }] });
  expect(await winner()).toBe("a");
  index.setBinding("", "z", { roleRef, subjects: [toUser("jane")] });
  expect(await winner()).toBe("z");
});

test("a service account without a namespace in a RoleBinding is in the namespace of the binding", async () => {
  const { index, rbac } = fresh();
  index.setRole("", "readers", readPods);
  const subjects = [{ kind: "ServiceAccount", name: "bot" }];
  const content = { roleRef: { kind: "ClusterRole", name: "readers" }, subjects };
  index.setBinding("shop", "b", content);
  index.setBinding("", "c", content);
  const decision = async (name: string): Promise<string> =>
    (await rbac.authorize({ name, groups: [] }, getPod)).decision;
  expect(await decision("system:serviceaccount:shop:bot")).toBe("allow");
  expect(await decision("system:serviceaccount::bot")).toBe("no opinion");
});

test("users whose names and groups have the same characters in another division have separate rules", async () => {
  const { index, rbac } = fresh();
  index.setRole("", "readers", readPods);
  const subjects = [{ kind: "Group", name: "b" }];
  index.setBinding("", "c", { roleRef: { kind: "ClusterRole", name: "readers" }, subjects });
  const decision = async (name: string, groups: readonly string[]): Promise<string> =>
    (await rbac.authorize({ name, groups }, getPod)).decision;
  expect(await decision("a", ["b"])).toBe("allow");
  for (const name of ["a1:b", "ab", "a\0b", "a,b"]) expect(await decision(name, []), name).toBe("no opinion");
  expect(await decision("a", ["1:b"])).toBe("no opinion");
  expect(await decision("a", ["a", "b"])).toBe("allow");
  expect(await decision("a", ["ab"])).toBe("no opinion");
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

/** A user with more bindings than are compiled: `count` bindings to different roles, of which the last one allows to get Pods. */
function withManyBindings(count: number): { readonly index: RbacIndex; readonly rbac: RbacAuthorizer } {
  const { index, rbac } = fresh();
  for (let number = 0; number < count; number++) {
    const resources = [number === count - 1 ? "pods" : `r${number}`];
    index.setRole("shop", `r${number}`, [{ verbs: ["get"], apiGroups: [""], resources }]);
    index.setBinding("shop", `b${number}`, {
      roleRef: { kind: "Role", name: `r${number}` },
      subjects: [toUser("jane")],
    });
  }
  return { index, rbac };
}

test("other work runs while a decision checks 100,000 bindings of a user", async () => {
  const { rbac } = withManyBindings(100_000);
  let turns = 0;
  const counter = setInterval(() => turns++, 0);
  const decision = await rbac.authorize(jane, getPod);
  clearInterval(counter);
  expect(decision).toMatchObject({ decision: "allow", reason: expect.stringContaining('"b99999/shop"') });
  expect(turns).toBeGreaterThan(1);
});

test("a decision that checks many bindings does not use a binding or role that was deleted meanwhile", async () => {
  const { index, rbac } = withManyBindings(20_000);
  const decision = rbac.authorize(jane, getPod);
  index.deleteBinding("shop", "b19999");
  expect((await decision).decision).toBe("no opinion");
  const missing = rbac.authorize(jane, { ...getPod, resource: "r19998" });
  index.deleteRole("shop", "r19998");
  expect(await missing).toEqual({ decision: "no opinion", reason: 'RBAC: role.rbac.example "r19998" not found' });
});

test("of many missing roles, a decision names at most 1,000", async () => {
  const { index, rbac } = withManyBindings(3_000);
  index.clearRoles("namespaced");
  const { reason } = await rbac.authorize(jane, getPod);
  expect(reason.match(/not found/g)).toHaveLength(1_000);
});

test("at most 10,000 rules of a user are listed or compared", async () => {
  const { rbac } = withManyBindings(11_000);
  const { resourceRules, incomplete, errors } = await rbac.listRules(jane, "shop");
  expect(resourceRules).toHaveLength(10_000);
  expect({ incomplete, errors }).toEqual({ incomplete: true, errors: ["only 10000 rules of roles are listed"] });
  expect((await rbac.rulesOfUser(jane, "shop")).rules).toHaveLength(10_000);
  expect((await rbac.listRules(jane, "")).incomplete).toBe(false);
});
