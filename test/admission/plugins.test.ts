/** Admission plugins of storage, certificates, networks and namespaces, on whole servers. */
import { describe, expect, test } from "vitest";
import { base64, ecRequest, mastersRequest } from "../../src/kinds/certificates/testing/certificates.ts";
import { startTestServer } from "../support/test-server.ts";
import type { WireClient, WireResponse } from "../support/wire-client.ts";
import { createObject, getObject, patch } from "../support/writes.ts";

const usual = { admissionPlugins: "usual" } as const;
const claims = "/api/v1/namespaces/default/persistentvolumeclaims";
const storageClasses = "/apis/storage.orch.io/v1/storageclasses";
const requests = "/apis/certificates.orch.io/v1/certificatesigningrequests";

function claim(name: string): object {
  const resources = { requests: { storage: "1Gi" } };
  return { metadata: { name }, spec: { accessModes: ["ReadWriteOnce"], resources } };
}

function asUser(
  client: WireClient,
  user: string,
): (path: string, method: string, body: object) => Promise<WireResponse> {
  return async (path, method, body) =>
    await client.request(path, { method, body, headers: { "impersonate-user": user } });
}

/** Gives a user a ClusterRole with these rules. */
async function permit(client: WireClient, user: string, ...rules: readonly object[]): Promise<void> {
  const rbac = "/apis/rbac.authorization.orch.io/v1";
  await createObject(client, `${rbac}/clusterroles`, { metadata: { name: user }, rules });
  const roleRef = { apiGroup: "rbac.authorization.orch.io", kind: "ClusterRole", name: user };
  const subjects = [{ kind: "User", apiGroup: "rbac.authorization.orch.io", name: user }];
  await createObject(client, `${rbac}/clusterrolebindings`, { metadata: { name: user }, roleRef, subjects });
}

test("a claim gets the default class, which decides whether it may grow", async () => {
  await using running = await startTestServer(usual);
  const { client } = running;
  const annotations = { "storageclass.orch.io/is-default-class": "true" };
  await createObject(client, storageClasses, { metadata: { name: "fast", annotations }, provisioner: "example.com/p" });
  const { metadata, spec } = await createObject(client, claims, claim("data"));
  expect([spec.storageClassName, metadata.finalizers]).toEqual(["fast", ["orch.io/pvc-protection"]]);
  await patch(client, `${claims}/data/status`, "merge", { status: { phase: "Bound" } });
  const larger = { spec: { resources: { requests: { storage: "2Gi" } } } };
  const rejected = await patch(client, `${claims}/data`, "merge", larger);
  expect([rejected.status, rejected.json.message]).toEqual([
    403,
    'persistentvolumeclaims "data" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that ' +
      "provisions the pvc must support resize",
  ]);
  await patch(client, `${storageClasses}/fast`, "merge", { allowVolumeExpansion: true });
  expect((await patch(client, `${claims}/data`, "merge", larger)).status).toBe(200);
});

test("who approves a request of a certificate needs a permission on its signer", async () => {
  await using running = await startTestServer(usual);
  const { client } = running;
  const group = "certificates.orch.io";
  const all = { apiGroups: [group], resources: ["certificatesigningrequests/approval"], verbs: ["*"] };
  const signer = { apiGroups: [group], resources: ["signers"], resourceNames: ["example.com/*"], verbs: ["approve"] };
  await permit(client, "without", all);
  await permit(client, "with", all, signer);
  const spec = { request: base64(ecRequest), usages: ["client auth"], signerName: "example.com/s" };
  const created = await createObject(client, requests, { metadata: { name: "a" }, spec });
  const condition = { type: "Approved", status: "True", reason: "ByTest", message: "" };
  const approved = { ...created, status: { conditions: [condition] } };
  const { status, json } = await asUser(client, "without")(`${requests}/a/approval`, "PUT", approved);
  expect([status, json.message]).toEqual([
    403,
    'certificatesigningrequests.certificates.orch.io "a" is forbidden: user not permitted to approve requests with signerName ' +
      '"example.com/s"',
  ]);
  expect((await asUser(client, "with")(`${requests}/a/approval`, "PUT", approved)).status).toBe(200);
});

test("a client certificate of an administrator cannot be requested", async () => {
  await using running = await startTestServer(usual);
  const signerName = "orch.io/kube-apiserver-client";
  const spec = { request: base64(mastersRequest), usages: ["client auth"], signerName };
  const { status, json } = await running.client.request(requests, { body: { metadata: { name: "a" }, spec } });
  expect([status, json.message]).toEqual([
    403,
    `certificatesigningrequests.certificates.orch.io "a" is forbidden: use of ${signerName} signer with system:masters group is ` +
      "not allowed",
  ]);
});

describe("plugins that a flag enables", () => {
  test("NamespaceAutoProvision creates the namespace of an object", async () => {
    await using running = await startTestServer({ flags: ["--enable-admission-plugins=NamespaceAutoProvision"] });
    const { client } = running;
    const maps = "/api/v1/namespaces/fresh/configmaps";
    expect((await client.request(`${maps}?dryRun=All`, { body: { metadata: { name: "a" } } })).status).toBe(404);
    await createObject(client, maps, { metadata: { name: "a" } });
    expect((await getObject(client, "/api/v1/namespaces/fresh")).spec.finalizers).toEqual(["orch"]);
  });

  test("AlwaysDeny rejects every write, also a dry run, and no read", async () => {
    await using running = await startTestServer({ flags: ["--enable-admission-plugins=AlwaysDeny"] });
    const { client } = running;
    const maps = "/api/v1/namespaces/default/configmaps";
    for (const path of [maps, `${maps}?dryRun=All`]) {
      const { status, json } = await client.request(path, { body: { metadata: { name: "a" } } });
      expect([status, json.message]).toEqual([
        403,
        'configmaps "a" is forbidden: admission control is denying all modifications',
      ]);
    }
    expect((await client.request(maps)).status).toBe(200);
  });

  test("DenyServiceExternalIPs rejects a Service with an external address", async () => {
    await using running = await startTestServer({ flags: ["--enable-admission-plugins=DenyServiceExternalIPs"] });
    const body = { metadata: { name: "a" }, spec: { ports: [{ port: 80 }], externalIPs: ["192.0.2.1"] } };
    const { status, json } = await running.client.request("/api/v1/namespaces/default/services", { body });
    expect([status, json.reason]).toEqual([403, "Forbidden"]);
  });
});

test("the metrics name each plugin that a request met", async () => {
  await using running = await startTestServer(usual);
  await createObject(running.client, claims, claim("data"));
  const { text } = await running.client.request("/metrics");
  for (const name of ["NamespaceLifecycle", "DefaultStorageClass", "StorageObjectInUseProtection"]) {
    expect(text).toContain(
      `apiserver_admission_controller_admission_duration_seconds_count{name="${name}",operation="CREATE",rejected="false",type="admit"}`,
    );
  }
});
