/** Writes of roles and bindings by users who lack the permissions that they grant. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WireClient, WireRequest, WireResponse } from "../support/wire-client.ts";
import { put } from "../support/writes.ts";
import { CertifiedUsers, rbac } from "./certified-users.ts";

const allRoleWrites = [
  { apiGroups: ["rbac.authorization.orch.io"], resources: ["*"], verbs: ["get", "list", "create", "update", "patch"] },
];
const getPods = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };
const bigRules = [
  { apiGroups: ["", "apps"], resources: ["pods", "deployments"], verbs: ["get", "list"] },
  { nonResourceURLs: ["/metrics"], verbs: ["get"] },
  { apiGroups: [""], resources: ["secrets"], verbs: ["get"], resourceNames: ["a", "b"] },
];
const bigLines = [
  '{APIGroups:[""], Resources:["deployments"], Verbs:["get" "list"]}',
  '{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}',
  '{APIGroups:[""], Resources:["secrets"], ResourceNames:["a"], Verbs:["get"]}',
  '{APIGroups:[""], Resources:["secrets"], ResourceNames:["b"], Verbs:["get"]}',
  '{APIGroups:["apps"], Resources:["deployments"], Verbs:["get" "list"]}',
  '{APIGroups:["apps"], Resources:["pods"], Verbs:["get" "list"]}',
  '{NonResourceURLs:["/metrics"], Verbs:["get"]}',
].join("\n");
const escalation = (name: string): string =>
  `user "${name}" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n`;

let users: CertifiedUsers;
let jane: WireClient;

beforeAll(async () => {
  users = await CertifiedUsers.start();
  await users.create("/api/v1/namespaces", { metadata: { name: "shop" } });
  await users.grant("jane", "", allRoleWrites);
  jane = await users.as("jane");
  await users.create(`${rbac}/clusterroles`, { metadata: { name: "big" }, rules: bigRules });
  await users.create(`${rbac}/namespaces/shop/roles`, { metadata: { name: "big" }, rules: bigRules.slice(0, 1) });
});

afterAll(async () => {
  await users[Symbol.asyncDispose]();
});

const applied = (body: object): WireRequest => ({
  method: "PATCH",
  headers: { "content-type": "application/apply-patch+yaml" },
  body: JSON.stringify(body),
});
const patched = (type: string, body: unknown): WireRequest => ({
  method: "PATCH",
  headers: { "content-type": `application/${type}` },
  body,
});
const role = (name: string, rules: readonly object[]): object => ({
  apiVersion: "rbac.authorization.orch.io/v1",
  kind: "ClusterRole",
  metadata: { name },
  rules,
});
const binding = (name: string, kind: string, roleName: string): object => ({
  apiVersion: "rbac.authorization.orch.io/v1",
  kind: "RoleBinding",
  metadata: { name },
  roleRef: { apiGroup: "rbac.authorization.orch.io", kind, name: roleName },
});
const refusal = (answer: WireResponse): [number, string] => [answer.status, answer.json.message];

describe("roles", () => {
  test("[RBAC-44] the 403 lists the missing permissions of a new ClusterRole in the reference's words", async () => {
    const answer = await jane.request(`${rbac}/clusterroles`, { body: role("x", bigRules) });
    expect(refusal(answer)).toEqual([
      403,
      `clusterroles.rbac.authorization.orch.io "x" is forbidden: ${escalation("jane")}${bigLines}`,
    ]);
    expect(answer.json.details).toEqual({ name: "x", group: "rbac.authorization.orch.io", kind: "clusterroles" });
    expect((await users.admin.request(`${rbac}/clusterroles/x`)).status).toBe(404);
  });

  const podLine = '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}';
  const metadata = { generateName: "x-" };
  test.each<[string, string, WireRequest, string]>([
    ["POST with generateName", "clusterroles", { body: { metadata, rules: [getPods] } }, ""],
    ["dry run", "clusterroles?dryRun=All", { body: role("x", [getPods]) }, ' "x"'],
    ["PUT that creates", "clusterroles/x", { method: "PUT", body: role("x", [getPods]) }, ' "x"'],
    ["apply that creates", "clusterroles/x?fieldManager=jane", applied(role("x", [getPods])), ' "x"'],
    [
      "apply",
      "clusterroles/jane-role?fieldManager=jane&force=true",
      applied(role("jane-role", [getPods])),
      ' "jane-role"',
    ],
    ["PUT", "clusterroles/jane-role", { method: "PUT", body: role("jane-role", [getPods]) }, ' "jane-role"'],
    ["merge patch", "clusterroles/jane-role", patched("merge-patch+json", { rules: [getPods] }), ' "jane-role"'],
    [
      "strategic merge patch",
      "clusterroles/jane-role",
      patched("strategic-merge-patch+json", { rules: [getPods] }),
      ' "jane-role"',
    ],
    [
      "JSON patch",
      "clusterroles/jane-role",
      patched("json-patch+json", [{ op: "replace", path: "/rules", value: [getPods] }]),
      ' "jane-role"',
    ],
  ])("[RBAC-44] no write path lets a user grant more than the user has: %s", async (_, target, request, name) => {
    expect(refusal(await jane.request(`${rbac}/${target}`, request))).toEqual([
      403,
      `clusterroles.rbac.authorization.orch.io${name} is forbidden: ${escalation("jane")}${podLine}`,
    ]);
  });

  test("[RBAC-44] a user may grant the permissions that the user has, at the same scope", async () => {
    const own = { ...allRoleWrites[0], verbs: ["get"] };
    expect((await jane.request(`${rbac}/clusterroles`, { body: role("own", [own]) })).status).toBe(201);
    await users.grant("joe", "shop", allRoleWrites);
    const joe = await users.as("joe");
    const body = { metadata: { name: "own" }, rules: [own] };
    expect((await joe.request(`${rbac}/namespaces/shop/roles`, { body })).status).toBe(201);
    expect((await joe.request(`${rbac}/namespaces/default/roles`, { body })).status).toBe(403);
  });

  test("[RBAC-44] permissions in one namespace do not allow granting them in another one, or in the whole cluster", async () => {
    await users.grant("kim", "", allRoleWrites);
    await users.grant("kim", "shop", [getPods]);
    const kim = await users.as("kim");
    const body = { metadata: { name: "of-kim" }, rules: [getPods] };
    expect((await kim.request(`${rbac}/namespaces/shop/roles`, { body })).status).toBe(201);
    expect((await kim.request(`${rbac}/namespaces/default/roles`, { body })).status).toBe(403);
    expect((await kim.request(`${rbac}/clusterroles`, { body })).status).toBe(403);
  });

  test("[RBAC-44] the verb escalate lets a user write any role, or only the named ones", async () => {
    const escalate = { apiGroups: ["rbac.authorization.orch.io"], resources: ["clusterroles"], verbs: ["escalate"] };
    await users.grant("eve", "", [...allRoleWrites, { ...escalate, resourceNames: ["named"] }]);
    const eve = await users.as("eve");
    const path = `${rbac}/clusterroles`;
    // The name of a new object is not in the path, so the grant for a name does not count.
    expect((await eve.request(path, { body: role("named", [getPods]) })).status).toBe(403);
    expect((await put(eve, `${path}/named`, role("named", [getPods]))).status).toBe(201);
    expect((await put(eve, `${path}/other`, role("other", [getPods]))).status).toBe(403);
    await users.grant("adam", "", [...allRoleWrites, escalate]);
    expect((await (await users.as("adam")).request(path, { body: role("any", bigRules) })).status).toBe(201);
  });

  test("[RBAC-44] an update that changes only finalizers needs no permissions of the role, but other changes do", async () => {
    const target = `${rbac}/clusterroles/big`;
    const finalizers = (list: readonly string[]) => patched("merge-patch+json", { metadata: { finalizers: list } });
    expect((await jane.request(target, finalizers(["example.com/a"]))).status).toBe(200);
    expect((await jane.request(target, finalizers([]))).status).toBe(200);
    const label = await jane.request(target, patched("merge-patch+json", { metadata: { labels: { a: "b" } } }));
    expect(refusal(label)).toEqual([
      403,
      `clusterroles.rbac.authorization.orch.io "big" is forbidden: ${escalation("jane")}${bigLines}`,
    ]);
  });

  test("[RBAC-44] an aggregationRule needs all permissions of the cluster, also to remove it", async () => {
    const message = (name: string): string =>
      `clusterroles.rbac.authorization.orch.io "${name}" is forbidden: must have cluster-admin privileges to use the aggregationRule`;
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] };
    const body = { metadata: { name: "sum" }, aggregationRule };
    expect(refusal(await jane.request(`${rbac}/clusterroles`, { body }))).toEqual([403, message("sum")]);
    expect((await users.admin.request(`${rbac}/clusterroles`, { body })).status).toBe(201);
    const removal = patched("merge-patch+json", { aggregationRule: null });
    expect(refusal(await jane.request(`${rbac}/clusterroles/sum`, removal))).toEqual([403, message("sum")]);
    const empty = { metadata: { name: "empty" }, aggregationRule: { clusterRoleSelectors: [] } };
    expect(refusal(await jane.request(`${rbac}/clusterroles`, { body: empty }))).toEqual([
      422,
      'ClusterRole.rbac.authorization.orch.io "empty" is invalid: aggregationRule.clusterRoleSelectors: Required value: ' +
        "at least one clusterRoleSelector required if aggregationRule is non-nil",
    ]);
  });

  test("a role that multiplies to many permissions is rejected without comparing all of them", async () => {
    const many = Array.from({ length: 1000 }, (_, index) => `n${index}`);
    const body = role("x", [{ apiGroups: many, resources: many, verbs: many, resourceNames: many }]);
    expect(refusal(await jane.request(`${rbac}/clusterroles`, { body }))).toEqual([
      403,
      'clusterroles.rbac.authorization.orch.io "x" is forbidden: the rules have too many single permissions to compare them ' +
        "with those of the user, at most 10000",
    ]);
  });

  test("[RBAC-44] a role that grants nothing new is validated after the check, as in the reference", async () => {
    const body = role("invalid", [{ apiGroups: [], resources: ["pods"], verbs: ["get"] }]);
    expect((await jane.request(`${rbac}/clusterroles`, { body })).status).toBe(422);
  });

  test("[RBAC-46] members of system:masters create any role on a fresh server", async () => {
    const root = await users.as("root", ["system:masters"]);
    const rules = [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }];
    expect((await root.request(`${rbac}/clusterroles`, { body: role("first", rules) })).status).toBe(201);
  });
});

describe("bindings", () => {
  const path = `${rbac}/namespaces/shop/rolebindings`;

  test("[RBAC-45] the 403 lists the permissions of the role that the user lacks in the namespace", async () => {
    expect(refusal(await jane.request(path, { body: binding("x", "ClusterRole", "big") }))).toEqual([
      403,
      `rolebindings.rbac.authorization.orch.io "x" is forbidden: ${escalation("jane")}${bigLines}`,
    ]);
  });

  test.each<[string, string, WireRequest]>([
    ["PUT that creates", "/x", { method: "PUT", body: binding("x", "Role", "big") }],
    ["apply that creates", "/x?fieldManager=jane", applied(binding("x", "Role", "big"))],
    ["dry run", "?dryRun=All", { body: binding("x", "Role", "big") }],
    [
      "POST with generateName",
      "",
      { body: { metadata: { generateName: "x-" }, roleRef: { kind: "Role", name: "big" } } },
    ],
  ])("[RBAC-45] no write path binds a role whose permissions the user lacks: %s", async (_, target, request) => {
    const answer = await jane.request(`${path}${target}`, request);
    expect(answer.status).toBe(403);
    expect(answer.json.message).toContain(escalation("jane"));
  });

  test("[RBAC-45] the verb bind lets a user bind any role, or only the named ones", async () => {
    const bind = { apiGroups: ["rbac.authorization.orch.io"], resources: ["clusterroles"], verbs: ["bind"] };
    await users.grant("bert", "shop", [...allRoleWrites, { ...bind, resourceNames: ["big"] }]);
    const bert = await users.as("bert");
    expect((await bert.request(path, { body: binding("of-bert", "ClusterRole", "big") })).status).toBe(201);
    expect((await bert.request(path, { body: binding("of-bert-2", "ClusterRole", "system:node") })).status).toBe(403);
    expect((await bert.request(path, { body: binding("of-bert-3", "Role", "big") })).status).toBe(403);
  });

  test("[RBAC-45] a user who has all permissions of the role may bind it", async () => {
    expect((await jane.request(path, { body: binding("own", "ClusterRole", "jane-role") })).status).toBe(201);
    const subjects = [{ kind: "Group", name: "devs" }];
    expect((await jane.request(`${path}/own`, patched("merge-patch+json", { subjects }))).status).toBe(200);
  });

  test("[RBAC-45] a binding of a missing or impossible role gets the reference's error", async () => {
    expect(refusal(await jane.request(path, { body: binding("x", "Role", "lost") }))).toEqual([
      404,
      'rolebindings.rbac.authorization.orch.io "lost" not found',
    ]);
    const cluster = `${rbac}/clusterrolebindings`;
    const body = (kind: string) => ({ ...binding("x", kind, "lost"), kind: "ClusterRoleBinding" });
    expect(refusal(await jane.request(cluster, { body: body("Role") }))).toEqual([
      400,
      "Namespace parameter required.",
    ]);
    expect(refusal(await jane.request(cluster, { body: body("Rule") }))).toEqual([
      500,
      'unsupported role reference kind: "Rule"',
    ]);
  });

  test("[RBAC-45] the 403 also names roles that bindings of the user refer to in vain", async () => {
    await users.grant("finn", "", allRoleWrites);
    await users.bind("finn", "", "ClusterRole/lost");
    const answer = await (await users.as("finn")).request(path, { body: binding("x", "Role", "big") });
    expect(answer.json.message).toMatch(
      /\}; resolution errors: \[rolebindings\.rbac\.authorization\.orch\.io "lost" not found\]$/,
    );
  });

  test("[RBAC-12] another roleRef gets 422 if the user may bind the new role", async () => {
    await users.create(path, binding("fixed", "ClusterRole", "view"));
    expect(refusal(await put(users.admin, `${path}/fixed`, binding("fixed", "ClusterRole", "edit")))).toEqual([
      422,
      'RoleBinding.rbac.authorization.orch.io "fixed" is invalid: roleRef: Invalid value: ' +
        'rbac.RoleRef{APIGroup:"rbac.authorization.orch.io", Kind:"ClusterRole", Name:"edit"}: cannot change roleRef',
    ]);
  });
});
