/** Large requests, which the second thread of the built server handles. It asks the main thread about permissions. */
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { join } from "node:path";
import { json as readJson } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { base64, ecRequest } from "../../src/kinds/certificates/testing/certificates.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { addressIn, buildProgram, clientOf, OrchProcess, type ServerAddress } from "../support/orch-process.ts";
import type { WireClient, WireRequest, WireResponse } from "../support/wire-client.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const leases = "/apis/coordination.orch.io/v1/namespaces/default/leases";
const rbac = "/apis/rbac.authorization.orch.io/v1";
const signingRequests = "/apis/certificates.orch.io/v1/certificatesigningrequests";
const reviews = "/apis/authorization.orch.io/v1/subjectaccessreviews";
/** Requests with larger bodies run in the second thread. */
const largeText = "x".repeat(40_000);

let folder: TemporaryDirectory;
let server: OrchProcess;
let client: WireClient;
let address: ServerAddress;

beforeAll(async () => {
  await buildProgram();
  folder = new TemporaryDirectory();
  const tokens = join(folder.path, "tokens.csv");
  writeFileSync(tokens, "alice-token,alice,1\n");
  const flags = ["--secure-port=0", `--data-dir=${join(folder.path, "data")}`, `--token-auth-file=${tokens}`];
  server = new OrchProcess(["apiserver", ...flags]);
  await server.waitUntilReady();
  const kubeconfig = readFileSync(join(folder.path, "data", "admin.kubeconfig"), "utf8");
  client = clientOf(kubeconfig);
  address = addressIn(kubeconfig);
  const rules = [
    { apiGroups: [""], resources: ["configmaps"], verbs: ["update", "patch"] },
    { apiGroups: ["coordination.orch.io"], resources: ["leases"], verbs: ["update"] },
    { apiGroups: ["rbac.authorization.orch.io"], resources: ["clusterroles"], verbs: ["create"] },
    { apiGroups: ["certificates.orch.io"], resources: ["certificatesigningrequests"], verbs: ["create"] },
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

test("a large create by an impersonated user is recorded as that user's", async () => {
  const spec = { request: base64(ecRequest), signerName: "example.com/clients", usages: ["client auth"] };
  const metadata = { name: "signing", annotations: { a: largeText } };
  const { status, text, json } = await client.request(`${signingRequests}?fieldManager=signer`, {
    body: { metadata, spec },
    headers: {
      "impersonate-user": "alice",
      "impersonate-group": ["dev", "ops"],
      "impersonate-uid": "7",
      "impersonate-extra-scopes": ["view"],
    },
  });
  expect(status, text).toBe(201);
  expect(json.spec).toMatchObject({
    username: "alice",
    groups: ["dev", "ops", "system:authenticated"],
    uid: "7",
    extra: { scopes: ["view"] },
  });
  expect(json.metadata.managedFields.map(({ manager }: { manager: string }) => manager)).toEqual(["signer"]);
});

/** Sends the head of a request whose body has 2 MB, but not the body. Returns the response. */
async function sendHead(headers: Readonly<Record<string, string>>): Promise<{ status: number; message: string }> {
  const outgoing = httpsRequest(`${address.url}${maps}`, {
    method: "POST",
    ca: address.ca,
    headers: { ...headers, "content-type": "application/json", "content-length": "2000000" },
  });
  outgoing.on("error", () => undefined);
  outgoing.flushHeaders();
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  const { message } = (await readJson(response)) as { readonly message: string };
  outgoing.destroy();
  return { status: response.statusCode ?? 0, message };
}

test("an impersonation that is not allowed is rejected before the body of a large request arrives", async () => {
  const authorization = "Bearer alice-token";
  expect(await sendHead({ authorization, "impersonate-user": "bob" })).toEqual({
    status: 403,
    message:
      'users "bob" is forbidden: User "alice" cannot impersonate resource "users" in API group "" at the cluster scope',
  });
  expect(await sendHead({ authorization })).toEqual({
    status: 403,
    message:
      'configmaps is forbidden: User "alice" cannot create resource "configmaps" in API group "" in the namespace "default"',
  });
});
