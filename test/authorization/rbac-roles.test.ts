import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app/server.ts";
import { RoleAdministrator, rbacVersion } from "./rbac-writes.ts";

const rbac = `/apis/${rbacVersion}`;
const apiGroup = "rbac.authorization.orch.io";
const maps = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;
const readMaps = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list", "watch"] }];

let server: RunningServer;
let administrator: RoleAdministrator;

beforeAll(async () => {
  server = await startServer();
  administrator = new RoleAdministrator(server);
  await administrator.createNamespaces("a", "b");
  for (const namespace of ["a", "b"]) {
    for (const name of ["one", "two"]) await server.request(maps(namespace), { body: { metadata: { name } } });
  }
  await administrator.createRole("", "map-readers", readMaps);
});

afterAll(() => server.close());

/** Sends an object. Returns the status, and the reasons and fields of the causes. */
async function send(target: string, body: object, method = "POST") {
  const response = await server.request(`${rbac}/${target}`, { method, body });
  const json = await response.json<{ details?: { causes?: readonly { reason: string; field: string }[] } }>();
  const causes = (json.details?.causes ?? []).map(({ reason, field }) => `${field}: ${reason}`);
  return { status: response.status, causes, json };
}

const roleRef = { apiGroup, kind: "ClusterRole", name: "map-readers" };
const bindings = "namespaces/a/rolebindings";

test("[RBAC-02][RBAC-04] a Role has a namespace, a name and rules, and a ClusterRole has no namespace", async () => {
  await administrator.createRole("a", "kept", readMaps);
  const role = await server.request(`${rbac}/namespaces/a/roles/kept`);
  expect(await role.json()).toMatchObject({
    apiVersion: rbacVersion,
    kind: "Role",
    metadata: { namespace: "a", name: "kept" },
    rules: readMaps,
  });
  const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { team: "shop" } }] };
  const created = await send("clusterroles", { metadata: { name: "combined" }, aggregationRule });
  expect(created).toMatchObject({ status: 201, json: { kind: "ClusterRole", aggregationRule } });
  const stored = await server.request(`${rbac}/clusterroles/combined`);
  expect(await stored.json()).not.toMatchObject({ metadata: { namespace: expect.anything() } });
});

test("[PATH-03] a ClusterRole is served at the path of its group, version and resource, without a namespace", async () => {
  await administrator.createRole("", "admin-of-paths", readMaps);
  const response = await server.request("/apis/rbac.authorization.orch.io/v1/clusterroles/admin-of-paths");
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ kind: "ClusterRole", metadata: { name: "admin-of-paths" } });
});

test.each([
  ["system:x", 201],
  ["Upper", 201],
  ["a/b", 422],
  ["a%b", 422],
  ["..", 422],
  [".", 422],
])("[RBAC-03] a Role with the name %j gets the status %i", async (name, status) => {
  expect((await send("namespaces/a/roles", { metadata: { name }, rules: readMaps })).status).toBe(status);
});

test("[RBAC-05] apiGroups, resources, resourceNames and verbs of a rule limit it", async () => {
  const rule = { apiGroups: [""], resources: ["configmaps"], resourceNames: ["one"], verbs: ["get"] };
  const cases = [
    [rule, 200],
    [{ ...rule, apiGroups: ["apps"] }, 403],
    [{ ...rule, resources: ["secrets"] }, 403],
    [{ ...rule, resourceNames: ["two"] }, 403],
    [{ ...rule, verbs: ["list"] }, 403],
    [{ ...rule, resources: ["configmaps/status"] }, 403],
  ] as const;
  for (const [index, [one, status]] of cases.entries()) {
    await administrator.grant("a", `limit-${index}`, `limit-${index}`, [one]);
    expect(await administrator.statusFor(`limit-${index}`, `${maps("a")}/one`), JSON.stringify(one)).toBe(status);
  }
});

test("[RBAC-06] nonResourceURLs grant paths, and a star at the end all paths that begin with the text before it", async () => {
  await administrator.grant("", "health", "health", [{ nonResourceURLs: ["/healthz/*"], verbs: ["get"] }]);
  await administrator.grant("", "metrics", "metrics", [{ nonResourceURLs: ["/metrics"], verbs: ["get"] }]);
  expect(await administrator.statusFor("health", "/healthz/ping")).toBe(200);
  expect(await administrator.statusFor("health", "/metrics")).toBe(403);
  expect(await administrator.statusFor("metrics", "/metrics")).toBe(200);
  expect(await administrator.statusFor("metrics", "/metrics/slis")).toBe(403);
});

test("[RBAC-07] bindings have subjects and a role, with a namespace and without one", async () => {
  const subjects = [
    { kind: "User", apiGroup, name: "u" },
    { kind: "Group", apiGroup, name: "g" },
    { kind: "ServiceAccount", name: "s", namespace: "b" },
  ];
  expect(await send(bindings, { metadata: { name: "all" }, roleRef, subjects })).toMatchObject({
    status: 201,
    json: { kind: "RoleBinding", metadata: { namespace: "a" }, subjects, roleRef },
  });
  expect(await send("clusterrolebindings", { metadata: { name: "all" }, roleRef, subjects })).toMatchObject({
    status: 201,
    json: { kind: "ClusterRoleBinding", subjects, roleRef },
  });
});

test("[RBAC-08][RBAC-24] users, groups and service accounts of a binding get its role, and other kinds of subjects are rejected", async () => {
  await administrator.bind("a", "subjects", "ClusterRole/map-readers", [
    "user-subject",
    { kind: "Group", name: "group-subject" },
    { kind: "ServiceAccount", name: "bot", namespace: "b" },
    { kind: "Group", name: "system:serviceaccounts:b" },
  ]);
  const status = async (name: string, groups: readonly string[] = []): Promise<number> =>
    await administrator.statusFor({ name, groups }, maps("a"));
  expect(await status("user-subject")).toBe(200);
  expect(await status("anyone", ["group-subject"])).toBe(200);
  expect(await status("system:serviceaccount:b:bot")).toBe(200);
  expect(await status("system:serviceaccount:a:bot")).toBe(403);
  expect(await status("group-subject")).toBe(403);
  expect(await status("bot")).toBe(403);
  expect(await status("system:serviceaccount:b:other", ["system:serviceaccounts", "system:serviceaccounts:b"])).toBe(
    200,
  );
  const robots = { metadata: { name: "robots" }, roleRef, subjects: [{ kind: "Robot", name: "r2" }] };
  expect(await send(bindings, robots)).toMatchObject({
    status: 422,
    causes: ["subjects[0].kind: FieldValueNotSupported"],
  });
});

test("[RBAC-09] names of subjects are case sensitive", async () => {
  await administrator.bind("a", "case", "ClusterRole/map-readers", ["Jane"]);
  expect(await administrator.statusFor("Jane", maps("a"))).toBe(200);
  expect(await administrator.statusFor("jane", maps("a"))).toBe(403);
});

test("[RBAC-10] subjects need the API group of their kind, and service accounts of a ClusterRoleBinding a namespace", async () => {
  const withSubject = (subject: object) => ({ metadata: { name: "groups" }, roleRef, subjects: [subject] });
  const user = { kind: "User", name: "u", apiGroup: "other.example" };
  expect(await send(bindings, withSubject(user))).toMatchObject({
    status: 422,
    causes: ["subjects[0].apiGroup: FieldValueNotSupported"],
  });
  expect(await send("clusterrolebindings", withSubject({ kind: "ServiceAccount", name: "s" }))).toMatchObject({
    status: 422,
    causes: ["subjects[0].namespace: FieldValueRequired"],
  });
});

test("[RBAC-11] a ClusterRoleBinding refers to a ClusterRole, and a RoleBinding to a Role or ClusterRole", async () => {
  const binding = (kind: string, group = apiGroup) => ({
    metadata: { generateName: "kinds-" },
    roleRef: { apiGroup: group, kind, name: "map-readers" },
  });
  await administrator.createRole("a", "map-readers", readMaps);
  expect((await send(bindings, binding("Role"))).status).toBe(201);
  expect((await send(bindings, binding("ClusterRole"))).status).toBe(201);
  expect((await send("clusterrolebindings", binding("ClusterRole"))).status).toBe(201);
  expect((await send("clusterrolebindings", binding("Role"))).status).not.toBe(201);
  expect((await send("clusterrolebindings", binding("ClusterRole", "other.example"))).status).toBe(422);
});

test("[RBAC-12] the role of a binding is immutable", async () => {
  const binding = { metadata: { name: "fixed" }, roleRef, subjects: [] };
  expect((await send(bindings, binding)).status).toBe(201);
  await administrator.createRole("", "others", readMaps);
  const changed = { ...binding, roleRef: { ...roleRef, name: "others" } };
  expect(await send(`${bindings}/fixed`, changed, "PUT")).toMatchObject({
    status: 422,
    causes: ["roleRef: FieldValueInvalid"],
  });
  const subjects = [{ kind: "User", name: "new" }];
  expect((await send(`${bindings}/fixed`, { ...binding, subjects }, "PUT")).status).toBe(200);
  expect(await administrator.statusFor("new", maps("a"))).toBe(200);
});

test("[RBAC-13] a user with several roles has the rules of all of them", async () => {
  await administrator.grant("a", "first", "both", [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }]);
  expect(await administrator.statusFor("both", maps("a"))).toBe(403);
  await administrator.grant("a", "second", "both", [{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }]);
  expect(await administrator.statusFor("both", maps("a"))).toBe(200);
  expect(await administrator.statusFor("both", `${maps("a")}/one`)).toBe(200);
});

test.each([
  ["apiGroups", { apiGroups: ["*"], resources: ["configmaps"], verbs: ["list"] }],
  ["resources", { apiGroups: [""], resources: ["*"], verbs: ["list"] }],
  ["verbs", { apiGroups: [""], resources: ["configmaps"], verbs: ["*"] }],
])("[RBAC-14] a star in %s stands for all values", async (part, rule) => {
  const user = `star-${part.toLowerCase()}`;
  await administrator.grant("a", user, user, [rule]);
  expect(await administrator.statusFor(user, maps("a"))).toBe(200);
  const others = {
    apiGroups: "/apis/apps/v1/namespaces/a/configmaps",
    resources: "/api/v1/namespaces/a/secrets",
    verbs: `${maps("a")}/one`,
  };
  expect(await administrator.statusFor(user, others[part as keyof typeof others])).not.toBe(403);
});

test("[RBAC-16][OBJ-06] a RoleBinding grants in its namespace only, and a ClusterRoleBinding everywhere", async () => {
  await administrator.bind("a", "local", "ClusterRole/map-readers", ["local"]);
  await administrator.bind("", "global", "ClusterRole/map-readers", ["global"]);
  const statuses = async (user: string): Promise<readonly number[]> => [
    await administrator.statusFor(user, maps("a")),
    await administrator.statusFor(user, maps("b")),
    await administrator.statusFor(user, "/api/v1/configmaps"),
  ];
  expect(await statuses("local")).toEqual([200, 403, 403]);
  expect(await statuses("global")).toEqual([200, 200, 200]);
});

test("[RBAC-18] resourceNames limit a rule to these objects, and never allow create or deletecollection", async () => {
  const rule = { apiGroups: [""], resources: ["configmaps"], resourceNames: ["one"], verbs: ["*"] };
  await administrator.grant("a", "named", "named", [rule]);
  const one = `${maps("a")}/one`;
  expect(await administrator.statusFor("named", one)).toBe(200);
  expect(await administrator.statusFor("named", `${maps("a")}/two`)).toBe(403);
  expect(await administrator.statusFor("named", maps("a"), { body: { metadata: { name: "one" } } })).toBe(403);
  expect(await administrator.statusFor("named", maps("a"), { method: "DELETE" })).toBe(403);
  expect(await administrator.statusFor("named", `${one}?dryRun=All`, { method: "DELETE" })).toBe(200);
});

test("[RBAC-19] list and watch with a name in the rule need a field selector for that name", async () => {
  const rule = { apiGroups: [""], resources: ["configmaps"], resourceNames: ["one"], verbs: ["list", "watch"] };
  await administrator.grant("a", "selecting", "selecting", [rule]);
  const selector = "fieldSelector=metadata.name%3D";
  const status = (query: string): Promise<number> => administrator.statusFor("selecting", `${maps("a")}?${query}`);
  expect(await status(`${selector}one`)).toBe(200);
  expect(await status(`${selector}one&watch=true&timeoutSeconds=1`)).toBe(200);
  expect(await status(`${selector}two`)).toBe(403);
  expect(await status("")).toBe(403);
  expect(await status("watch=true&timeoutSeconds=1")).toBe(403);
});

test("[RBAC-20] a RoleBinding never grants access to objects without a namespace", async () => {
  await administrator.createRole("", "node-readers", [{ apiGroups: [""], resources: ["nodes"], verbs: ["list"] }]);
  await administrator.bind("a", "nodes", "ClusterRole/node-readers", ["in-a"]);
  await administrator.bind("", "nodes", "ClusterRole/node-readers", ["everywhere"]);
  expect(await administrator.statusFor("in-a", "/api/v1/nodes")).toBe(403);
  expect(await administrator.statusFor("everywhere", "/api/v1/nodes")).toBe(200);
});
