/** Large requests, which the second thread of the built server handles. It asks the main thread about permissions. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import type { WireClient, WireRequest, WireResponse } from "../support/wire-client.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const leases = "/apis/coordination.orch.io/v1/namespaces/default/leases";
const rbac = "/apis/rbac.authorization.orch.io/v1";
const reviews = "/apis/authorization.orch.io/v1/subjectaccessreviews";
/** Requests with larger bodies run in the second thread. */
const largeText = "x".repeat(40_000);

let folder: TemporaryDirectory;
let server: OrchProcess;
let client: WireClient;

beforeAll(async () => {
  await buildProgram();
  folder = new TemporaryDirectory();
  server = new OrchProcess(["apiserver", "--secure-port=0", `--data-dir=${join(folder.path, "data")}`]);
  await server.waitUntilReady();
  client = clientOf(readFileSync(join(folder.path, "data", "admin.kubeconfig"), "utf8"));
  const rules = [
    { apiGroups: [""], resources: ["configmaps"], verbs: ["update", "patch"] },
    { apiGroups: ["coordination.orch.io"], resources: ["leases"], verbs: ["update"] },
    { apiGroups: ["rbac.authorization.orch.io"], resources: ["clusterroles"], verbs: ["create"] },
    { apiGroups: ["authorization.orch.io"], resources: ["subjectaccessreviews"], verbs: ["create"] },
  ];
  const subjects = [{ kind: "User", name: "alice" }];
  const roleRef = { kind: "ClusterRole", name: "editor" };
  for (const [resource, body] of [
    ["clusterroles", { metadata: { name: "editor" }, rules }],
    ["clusterrolebindings", { metadata: { name: "editor" }, roleRef, subjects }],
  ] as const) {
    expect((await client.request(`${rbac}/${resource}`, { body })).status).toBe(201);
  }
}, 120_000);

afterAll(async () => {
  await client?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
  folder?.[Symbol.dispose]();
});

/** Sends a request as alice. */
async function asAlice(target: string, request: WireRequest): Promise<WireResponse> {
  return await client.request(target, {
    ...request,
    headers: { ...request.headers, "impersonate-user": "alice" },
  });
}

function map(name: string): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { a: largeText } };
}

test("a large PUT that would create an object needs the right to create it", async () => {
  const lease = {
    apiVersion: "coordination.orch.io/v1",
    kind: "Lease",
    metadata: { name: "new", annotations: { a: largeText } },
  };
  const { status, json } = await asAlice(`${leases}/new`, { method: "PUT", body: lease });
  expect([status, json.message]).toEqual([
    403,
    'leases.coordination.orch.io "new" is forbidden: User "alice" cannot create resource "leases" in API group "coordination.orch.io" in the namespace "default"',
  ]);
  expect((await client.request(`${leases}/new`)).status).toBe(404);
});

test("a large apply that would create an object needs the right to create it", async () => {
  const { status, json } = await asAlice(`${maps}/new?fieldManager=alice`, {
    method: "PATCH",
    body: map("new"),
    headers: { "content-type": "application/apply-patch+yaml" },
  });
  expect([status, json.message]).toEqual([
    403,
    'configmaps "new" is forbidden: User "alice" cannot create resource "configmaps" in API group "" in the namespace "default"',
  ]);
});

test("a large role with more permissions than its author has is rejected", async () => {
  const resources = Array.from({ length: 4_000 }, (_, index) => `resource-${index}`);
  const rules = [{ apiGroups: [""], resources, verbs: ["get"] }];
  const { status, json } = await asAlice(`${rbac}/clusterroles`, { body: { metadata: { name: "more" }, rules } });
  expect(status).toBe(403);
  expect(json.message).toContain("is attempting to grant RBAC permissions not currently held");
});

test("a large PUT of an existing object needs only the right to update", async () => {
  expect((await client.request(maps, { body: map("existing") })).status).toBe(201);
  const { status } = await asAlice(`${maps}/existing`, { method: "PUT", body: map("existing") });
  expect(status).toBe(200);
});

test("a large SubjectAccessReview gets the decision of the main thread", async () => {
  const decide = async (user: string): Promise<boolean> => {
    const resourceAttributes = { verb: "patch", resource: "configmaps", namespace: "default" };
    const body = { spec: { user, extra: { pad: [largeText] }, resourceAttributes } };
    const { status, json } = await asAlice(reviews, { body });
    expect(status).toBe(201);
    return json.status.allowed;
  };
  expect([await decide("alice"), await decide("bob")]).toEqual([true, false]);
});
