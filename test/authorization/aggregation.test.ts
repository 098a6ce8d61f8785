/** The roles for users of namespaces, which collect the rules of other roles. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/until.ts";
import { getObject, patch, put } from "../support/writes.ts";
import { CertifiedUsers, rbac } from "./certified-users.ts";

let users: CertifiedUsers;

beforeAll(async () => {
  users = await CertifiedUsers.start({ controllers: ["clusterrole-aggregation-controller"] });
  await users.create("/api/v1/namespaces", { metadata: { name: "shop" } });
  await eventually(async () => (await rulesOf("admin")).length === 25, "admin has the rules of the reference");
  for (const role of ["admin", "edit", "view"]) await users.bind(`${role}-user`, "shop", `ClusterRole/${role}`);
});

afterAll(async () => {
  await users[Symbol.asyncDispose]();
});

const core = (path: string): string => `/api/v1/namespaces/shop/${path}`;

async function rulesOf(role: string): Promise<readonly object[]> {
  return (await getObject(users.admin, `${rbac}/clusterroles/${role}`)).rules ?? [];
}

async function statusOf(user: string, target: string, body?: object): Promise<number> {
  return (await (await users.as(user)).request(target, body ? { body } : {})).status;
}

describe("the controller", () => {
  const widgets = { apiGroups: ["example.com"], resources: ["widgets"], verbs: ["get"] };

  test.each(["admin", "edit", "view"])("[RBAC-22] the label for %s adds the rules of a role to it", async (target) => {
    const rule = { ...widgets, resources: [`widgets-of-${target}`] };
    await users.create(`${rbac}/clusterroles`, {
      metadata: { name: `more-${target}`, labels: { [`rbac.authorization.orch.io/aggregate-to-${target}`]: "true" } },
      rules: [rule],
    });
    const hasRule = async (): Promise<boolean> =>
      (await rulesOf(target)).some((one) => JSON.stringify(one).includes(`widgets-of-${target}`));
    await eventually(hasRule, `${target} has the rule`);
    expect(await rulesOf(target)).toContainEqual(rule);
  });

  test("[RBAC-21] rules that a user writes into an aggregated role are replaced", async () => {
    const path = `${rbac}/clusterroles`;
    await users.create(path, { metadata: { name: "part", labels: { "example.com/sum": "yes" } }, rules: [widgets] });
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { "example.com/sum": "yes" } }] };
    await users.create(path, { metadata: { name: "sum" }, aggregationRule, rules: [] });
    const isCurrent = async (): Promise<boolean> => (await rulesOf("sum")).length === 1;
    await eventually(isCurrent, "the rules are collected");
    expect(await rulesOf("sum")).toEqual([widgets]);
    const stored = await getObject(users.admin, `${path}/sum`);
    expect((await put(users.admin, `${path}/sum`, { ...stored, rules: [] })).status).toBe(200);
    await eventually(isCurrent, "the rules are restored");
    const wider = [widgets, { ...widgets, verbs: ["list"] }];
    expect((await patch(users.admin, `${path}/part`, "merge", { rules: wider })).status).toBe(200);
    await eventually(async () => (await rulesOf("sum")).length === 2, "the change of the selected role shows up");
    expect(await rulesOf("sum")).toEqual(wider);
    const { metadata } = await getObject(users.admin, `${path}/sum`);
    expect(metadata.managedFields).toContainEqual(
      expect.objectContaining({ manager: "clusterrole-aggregation-controller", operation: "Apply" }),
    );
  });
});

describe("the roles admin, edit and view in a namespace", () => {
  const map = { metadata: { generateName: "a-" } };

  test("[RBAC-35] view reads most objects, but neither Secrets nor roles", async () => {
    expect(await statusOf("view-user", core("pods"))).toBe(200);
    expect(await statusOf("view-user", core("configmaps"), map)).toBe(403);
    expect(await statusOf("view-user", core("secrets"))).toBe(403);
    expect(await statusOf("view-user", `${rbac}/namespaces/shop/roles`)).toBe(403);
    expect(await statusOf("view-user", "/api/v1/namespaces/default/pods")).toBe(403);
  });

  test("[RBAC-33] edit writes most objects, but no roles or bindings", async () => {
    expect(await statusOf("edit-user", core("configmaps"), map)).toBe(201);
    expect(await statusOf("edit-user", "/apis/apps/v1/namespaces/shop/deployments")).toBe(200);
    expect(await statusOf("edit-user", `${rbac}/namespaces/shop/roles`)).toBe(403);
    expect(await statusOf("edit-user", `${rbac}/namespaces/shop/rolebindings`, { metadata: { name: "x" } })).toBe(403);
  });

  test("[RBAC-34] edit reads Secrets, and runs Pods as any account of the namespace", async () => {
    expect(await statusOf("edit-user", core("secrets"))).toBe(200);
    await users.create(core("serviceaccounts"), { metadata: { name: "robot" } });
    const spec = { serviceAccountName: "robot", containers: [{ name: "app", image: "app:1" }] };
    expect(await statusOf("edit-user", core("pods"), { metadata: { name: "as-robot" }, spec })).toBe(201);
  });

  test("[RBAC-32] admin and edit read Endpoints and EndpointSlices, but cannot write them", async () => {
    const slices = "/apis/discovery.orch.io/v1/namespaces/shop/endpointslices";
    for (const user of ["admin-user", "edit-user"]) {
      for (const path of [core("endpoints"), slices]) {
        expect(await statusOf(user, path), `${user} ${path}`).toBe(200);
        expect(await statusOf(user, path, { metadata: { name: "x" } }), `${user} ${path}`).toBe(403);
        expect((await put(await users.as(user), `${path}/x`, {})).status).toBe(403);
      }
    }
  });

  test("[RBAC-31] admin creates roles and bindings, but writes neither quotas nor the namespace", async () => {
    const roles = `${rbac}/namespaces/shop`;
    const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }];
    expect(await statusOf("admin-user", `${roles}/roles`, { metadata: { name: "readers" }, rules })).toBe(201);
    const roleRef = { kind: "Role", name: "readers" };
    expect(await statusOf("admin-user", `${roles}/rolebindings`, { metadata: { name: "readers" }, roleRef })).toBe(201);
    expect(await statusOf("admin-user", core("resourcequotas"), { metadata: { name: "x" } })).toBe(403);
    expect((await patch(await users.as("admin-user"), "/api/v1/namespaces/shop", "merge", {})).status).toBe(403);
  });
});
