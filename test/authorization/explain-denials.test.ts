/** `--explain-denials`: the messages of denied requests. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app/server.ts";

const rbac = "/apis/rbac.authorization.orch.io/v1";
let explaining: RunningServer;
let silent: RunningServer;

beforeAll(async () => {
  [explaining, silent] = await Promise.all([
    startServer({ flags: ["--explain-denials"] }),
    startServer({ authorization: "RBAC" }),
  ]);
  await Promise.all([explaining, silent].map(prepare));
});
afterAll(() => Promise.all([explaining.close(), silent.close()]));

/** Creates roles: ann may read roles in the whole cluster, and eve only Pods. */
async function prepare(server: RunningServer): Promise<void> {
  const create = async (path: string, body: object): Promise<void> => {
    const { status } = await server.request(path, { body });
    expect(status).toBe(201);
  };
  await create("/api/v1/namespaces", { metadata: { name: "shop" } });
  const group = "rbac.authorization.orch.io";
  const kinds = ["roles", "rolebindings", "clusterroles", "clusterrolebindings"];
  await create(`${rbac}/clusterroles`, {
    metadata: { name: "role-reader" },
    rules: [
      { verbs: ["list"], apiGroups: [group], resources: kinds },
      { verbs: ["get", "list"], apiGroups: [""], resources: ["pods"] },
    ],
  });
  await create(`${rbac}/clusterroles`, {
    metadata: { name: "secret-name" },
    rules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }],
  });
  const bind = async (name: string, user: string): Promise<void> =>
    await create(`${rbac}/clusterrolebindings`, {
      metadata: { name },
      roleRef: { kind: "ClusterRole", name },
      subjects: [{ kind: "User", name: user }],
    });
  await bind("role-reader", "ann");
  await bind("secret-name", "eve");
}

async function messageOf(server: RunningServer, user: string, target: string, method = "GET"): Promise<string> {
  const response = await server.request(target, { method, user: { name: user, groups: [] } });
  expect(response.status).toBe(403);
  const status = await response.json<{ readonly message: string; readonly reason: string }>();
  expect(status.reason).toBe("Forbidden");
  return status.message;
}

const pod = "/api/v1/namespaces/shop/pods/web";
const denied = 'cannot delete resource "pods" in API group "" in the namespace "shop"';

test("with --explain-denials, a user who may list roles reads which rule is missing", async () => {
  const rule = '{"apiGroups":[""],"resources":["pods"],"resourceNames":["web"],"verbs":["delete"]}';
  expect(await messageOf(explaining, "ann", pod, "DELETE")).toBe(
    `pods "web" is forbidden: User "ann" ${denied}: to allow it, bind a Role with the rule ${rule} by a RoleBinding ` +
      'in the namespace "shop" to this User; verbs that roles allow it there so far: get, list',
  );
});

test("with --explain-denials, the rule of a request for the cluster or a path belongs to a ClusterRole", async () => {
  expect(await messageOf(explaining, "ann", "/api/v1/nodes")).toContain(
    'bind a ClusterRole with the rule {"apiGroups":[""],"resources":["nodes"],"verbs":["list"]} by a ClusterRoleBinding to',
  );
  expect(await messageOf(explaining, "ann", "/metrics")).toContain(
    '{"nonResourceURLs":["/metrics"],"verbs":["get"]} by a ClusterRoleBinding to this User; verbs that roles allow it there so far: none',
  );
});

test("with --explain-denials, a PUT that needs the permission to create its object explains that", async () => {
  const updater = { name: "updater" };
  const rules = [
    { verbs: ["update"], apiGroups: ["coordination.orch.io"], resources: ["leases"] },
    { verbs: ["list"], apiGroups: ["*"], resources: ["*"] },
  ];
  await explaining.request(`${rbac}/clusterroles`, { body: { metadata: updater, rules } });
  const subjects = [{ kind: "User", name: "uma" }];
  const roleRef = { kind: "ClusterRole", name: "updater" };
  await explaining.request(`${rbac}/clusterrolebindings`, { body: { metadata: updater, roleRef, subjects } });
  const response = await explaining.request("/apis/coordination.orch.io/v1/namespaces/shop/leases/new", {
    method: "PUT",
    user: { name: "uma", groups: [] },
    body: { apiVersion: "coordination.orch.io/v1", kind: "Lease", metadata: { name: "new" }, spec: {} },
  });
  const { message } = await response.json<{ readonly message: string }>();
  expect(response.status).toBe(403);
  expect(message).toContain('"verbs":["create"]} by a RoleBinding in the namespace "shop" to this User');
});

test("with --explain-denials, a user who may not list roles gets the message of the reference", async () => {
  expect(await messageOf(explaining, "eve", pod, "DELETE")).toBe(`pods "web" is forbidden: User "eve" ${denied}`);
});

test("without the flag, a user who may list roles gets no explanation", async () => {
  expect(await messageOf(silent, "ann", pod, "DELETE")).toBe(`pods "web" is forbidden: User "ann" ${denied}`);
});

test("reviews of access have no explanation as their reason", async () => {
  const body = {
    apiVersion: "authorization.orch.io/v1",
    kind: "SubjectAccessReview",
    spec: { user: "ann", resourceAttributes: { verb: "delete", resource: "pods", namespace: "shop" } },
  };
  const response = await explaining.request("/apis/authorization.orch.io/v1/subjectaccessreviews", { body });
  expect((await response.json<{ readonly status: object }>()).status).toEqual({ allowed: false });
});

test("an explanation is at most as long as its limit, whatever the request contains", async () => {
  const message = await messageOf(explaining, "ann", `/${"x".repeat(5000)}`);
  expect(message.length).toBeLessThan(5000 + 1200);
  expect(message.endsWith("...")).toBe(true);
});
