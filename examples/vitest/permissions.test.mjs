/**
 * A recipe for Vitest: roles as a table. Each row is an action, and the users who may perform it. All other users of the table
 * must not.
 */
import { startServer } from "orch/server";
import { afterAll, beforeAll, expect, test } from "vitest";

const rbac = "/apis/rbac.authorization.orch.io/v1/namespaces/shop";
const users = {
  web: "system:serviceaccount:shop:web",
  ann: { name: "ann", groups: ["shop-developers"] },
  stranger: "bob",
};
let server;

beforeAll(async () => {
  server = await startServer({ authorization: "RBAC" });
  await server.request("/api/v1/namespaces", { body: { metadata: { name: "shop" } } });
  // An application would load its manifests here.
  const grant = async (name, rules, subject) => {
    await server.request(`${rbac}/roles`, { body: { metadata: { name }, rules } });
    const roleRef = { kind: "Role", name };
    await server.request(`${rbac}/rolebindings`, { body: { metadata: { name }, roleRef, subjects: [subject] } });
  };
  const settings = { apiGroups: [""], resources: ["configmaps"], resourceNames: ["settings"], verbs: ["get"] };
  const pods = { apiGroups: [""], resources: ["pods", "pods/log"], verbs: ["get", "list", "watch"] };
  await grant("web", [settings], { kind: "ServiceAccount", name: "web" });
  await grant("developer", [settings, pods], { kind: "Group", name: "shop-developers" });
});

afterAll(() => server.close());

test("the roles of the shop allow exactly this", async () => {
  const differences = await server.permissionDifferences({
    users,
    namespace: "shop",
    allowed: {
      "get configmaps settings": ["web", "ann"],
      "get configmaps other": [],
      "list pods": ["ann"],
      "get pods/log": ["ann"],
      "list pods -n default": [],
      "delete pods": [],
      "get secrets": [],
      "get /version": ["web", "ann", "stranger"],
    },
  });
  expect(differences).toEqual([]);
});

test("each difference is a sentence", async () => {
  const allowed = { "list pods": ["web"] };
  const [less, more] = await server.permissionDifferences({ users, namespace: "shop", allowed });
  expect(less).toBe("web may not list pods in the namespace shop, but must be allowed to");
  expect(more).toContain("ann may list pods in the namespace shop, but must not (RBAC: allowed by RoleBinding");
});

test("a client of a service account is denied what its role does not allow", async () => {
  const web = server.clientAs("system:serviceaccount:shop:web");
  const type = { group: "", version: "v1", kind: "Secret", plural: "secrets", namespaced: true };
  await expect(web.resource(type, "shop").list()).rejects.toThrow(
    'User "system:serviceaccount:shop:web" cannot list resource "secrets"',
  );
});
