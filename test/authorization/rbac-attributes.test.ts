import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app/server.ts";
import { RoleAdministrator } from "./rbac-writes.ts";

const shop = "/api/v1/namespaces/shop";
const maps = `${shop}/configmaps`;
const map = `${maps}/settings`;
const deployments = "/apis/apps/v1/namespaces/shop/deployments";
const newMap = { metadata: { generateName: "new-" } };
const settings = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" } };

let server: RunningServer;
let administrator: RoleAdministrator;

beforeAll(async () => {
  server = await startServer();
  administrator = new RoleAdministrator(server);
  await administrator.createNamespaces("shop", "other");
  for (const namespace of ["shop", "other"]) {
    await server.request(`/api/v1/namespaces/${namespace}/configmaps`, { body: settings });
  }
});

afterAll(() => server.close());

/** The requests of a test, by the verb that each needs. */
const requestsByVerb: Readonly<
  Record<string, { readonly target: string; readonly method?: string; readonly body?: unknown }>
> = {
  get: { target: map },
  list: { target: maps },
  create: { target: maps, body: newMap },
  update: { target: map, method: "PUT", body: settings },
  patch: { target: map, method: "PATCH", body: [] },
  delete: { target: map, method: "DELETE" },
  deletecollection: { target: `${maps}?labelSelector=none`, method: "DELETE" },
};

/** Sends all requests as a user, without effects. Returns the verbs whose request is allowed. */
async function allowedVerbs(user: string): Promise<readonly string[]> {
  const allowed: string[] = [];
  for (const [verb, { target, ...request }] of Object.entries(requestsByVerb)) {
    const dryRun = request.method || request.body ? `${target.includes("?") ? "&" : "?"}dryRun=All` : "";
    const headers = verb === "patch" ? { "content-type": "application/json-patch+json" } : {};
    const sender = { name: user, groups: [] };
    const { status } = await server.request(`${target}${dryRun}`, { ...request, headers, user: sender });
    expect([200, 201, 403]).toContain(status);
    if (status !== 403) allowed.push(verb);
  }
  return allowed;
}

test.each(Object.keys(requestsByVerb))(
  "[AUTHZ-06][AUTHZ-07][AUTHZ-08] a role with only the verb %s allows its request and no other one",
  async (verb) => {
    const name = `verb-${verb}`;
    await administrator.grant("shop", name, name, [{ apiGroups: [""], resources: ["configmaps"], verbs: [verb] }]);
    expect(await allowedVerbs(name)).toEqual([verb]);
  },
);

test("[AUTHZ-07] HEAD of an object needs get, HEAD of a collection needs list, and a watch needs watch", async () => {
  const rules = (verb: string) => [{ apiGroups: [""], resources: ["configmaps"], verbs: [verb] }];
  for (const verb of ["get", "list", "watch"])
    await administrator.grant("shop", `read-${verb}`, `read-${verb}`, rules(verb));
  const statuses = async (target: string, method = "GET"): Promise<readonly number[]> =>
    await Promise.all(
      ["get", "list", "watch"].map((verb) => administrator.statusFor(`read-${verb}`, target, { method })),
    );
  expect((await statuses(map, "HEAD")).map((status) => status !== 403)).toEqual([true, false, false]);
  expect((await statuses(maps, "HEAD")).map((status) => status !== 403)).toEqual([false, true, false]);
  expect(await statuses(`${maps}?watch=true&timeoutSeconds=1`)).toEqual([403, 403, 200]);
});

test("[AUTHZ-05] each attribute of a request must match the rule: group, resource, subresource, name, namespace and verb", async () => {
  const rule = { apiGroups: [""], resources: ["configmaps"], resourceNames: ["settings"], verbs: ["get"] };
  await administrator.grant("shop", "exact", "exact", [rule]);
  expect(await administrator.statusFor("exact", map)).toBe(200);
  for (const target of [
    `${maps}/others`,
    "/api/v1/namespaces/other/configmaps/settings",
    `${shop}/secrets/settings`,
    "/apis/apps/v1/namespaces/shop/configmaps/settings",
    `${map}/status`,
    maps,
    `${maps}?watch=true`,
  ]) {
    expect(await administrator.statusFor("exact", target), target).toBe(403);
  }
  expect(await administrator.statusFor("exact", map, { method: "DELETE" })).toBe(403);
});

test("[AUTHZ-09][AUTHZ-04] a request for a path that is no resource has its HTTP method in lower case as verb", async () => {
  const path = "/metrics";
  await administrator.grant("", "path-get", "path-get", [{ nonResourceURLs: [path], verbs: ["get"] }]);
  await administrator.grant("", "path-upper", "path-upper", [{ nonResourceURLs: [path], verbs: ["GET"] }]);
  await administrator.grant("", "path-post", "path-post", [{ nonResourceURLs: [path], verbs: ["post"] }]);
  expect(await administrator.statusFor("path-get", path)).toBe(200);
  expect(await administrator.statusFor("path-upper", path)).toBe(403);
  expect(await administrator.statusFor("path-post", path)).toBe(403);
  expect(await administrator.statusFor("path-get", path, { method: "POST", body: {} })).toBe(403);
  expect(await administrator.statusFor("path-post", path, { method: "POST", body: {} })).not.toBe(403);
});

/** Returns the status of a SubjectAccessReview of an action. */
async function reviewOf(user: string, resourceAttributes: object): Promise<unknown> {
  const path = "/apis/authorization.orch.io/v1/subjectaccessreviews";
  const response = await server.request(path, { body: { spec: { user, resourceAttributes } } });
  return (await response.json<{ status: unknown }>()).status;
}

test("[AUTHZ-10][AUTHZ-11] proxy, redirect, impersonate, bind and escalate are verbs of rules and of reviews", async () => {
  const group = "rbac.authorization.orch.io";
  await administrator.grant("", "special", "special", [
    { apiGroups: [""], resources: ["services"], verbs: ["proxy", "redirect"] },
    { apiGroups: [""], resources: ["users"], verbs: ["impersonate"] },
    { apiGroups: [group], resources: ["clusterroles"], resourceNames: ["view"], verbs: ["bind", "escalate"] },
  ]);
  for (const verb of ["proxy", "redirect"]) {
    expect(await reviewOf("special", { verb, resource: "services", namespace: "shop" })).toEqual({
      allowed: true,
      reason: 'RBAC: allowed by ClusterRoleBinding "special" of ClusterRole "special" to User "special"',
    });
  }
  expect(await reviewOf("special", { verb: "impersonate", resource: "users" })).toMatchObject({ allowed: true });
  for (const verb of ["bind", "escalate"]) {
    const action = { verb, group, resource: "clusterroles" };
    expect(await reviewOf("special", { ...action, name: "view" })).toMatchObject({ allowed: true });
    expect(await reviewOf("special", { ...action, name: "edit" })).toEqual({ allowed: false });
  }
});

test("[AUTHZ-12] list and watch show the data of Secrets, although the user may not get them", async () => {
  await server.request(`${shop}/secrets`, { body: { metadata: { name: "key" }, stringData: { password: "x" } } });
  await administrator.grant("shop", "lister", "lister", [
    { apiGroups: [""], resources: ["secrets"], verbs: ["list", "watch"] },
  ]);
  const user = { name: "lister", groups: [] };
  const list = await server.request(`${shop}/secrets`, { user });
  expect(await list.json()).toMatchObject({ items: [{ data: { password: "eA==" } }] });
  const watch = await server.request(`${shop}/secrets?watch=true&timeoutSeconds=1`, { user });
  expect(await watch.text()).toContain('"password":"eA=="');
  expect(await administrator.statusFor("lister", `${shop}/secrets/key`)).toBe(403);
});

test("[GEN-03][RBAC-17] a subresource needs a separate rule, and its parent is not enough", async () => {
  const rule = { apiGroups: ["apps"], verbs: ["get", "list"] };
  await administrator.grant("shop", "parents", "parents", [{ ...rule, resources: ["deployments"] }]);
  await administrator.grant("shop", "parts", "parts", [{ ...rule, resources: ["deployments/scale"] }]);
  await administrator.grant("shop", "both", "both", [{ ...rule, resources: ["deployments", "deployments/scale"] }]);
  const log = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };
  await administrator.grant("shop", "pods-only", "pods-only", [log]);
  const statuses = async (user: string): Promise<readonly number[]> => [
    await administrator.statusFor(user, `${deployments}/web`),
    await administrator.statusFor(user, `${deployments}/web/scale`),
  ];
  expect(await statuses("parents")).toEqual([404, 403]);
  expect(await statuses("parts")).toEqual([403, 404]);
  expect(await statuses("both")).toEqual([404, 404]);
  expect(await administrator.statusFor("pods-only", `${shop}/pods/web/log`)).toBe(403);
});
