/**
 * A recipe for Vitest: the cluster of a policy controller, with its own webhook configuration. Functions take the place of the
 * controller, so the tests can show what its configuration means when it denies requests, and when it is down.
 */
import { readFile } from "node:fs/promises";
import { startServer } from "orch/server";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";

const service = "https://gatekeeper-webhook-service.gatekeeper-system.svc";
const configurations = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
let configuration;
let server;
let isDown;

/** The only constraint of this controller: every object needs the label `owner`. */
function requireOwner({ request }) {
  if (isDown) throw new Error("connection refused");
  if (request.object?.metadata?.labels?.owner) return { allowed: true };
  return { allowed: false, status: { code: 403, message: `[needs-owner] ${request.kind.kind} has no owner` } };
}

/** Only its administrators may exempt namespaces. */
function requireAdministrator({ request }) {
  if (isDown) throw new Error("connection refused");
  const isExempt = "admission.gatekeeper.sh/ignore" in (request.object?.metadata?.labels ?? {});
  return { allowed: !isExempt || request.userInfo.groups.includes("policy-admins"), status: { message: "not exempt" } };
}

beforeAll(async () => {
  configuration = await readFile(new URL("policy-controller.yaml", import.meta.url), "utf8");
});

beforeEach(async () => {
  isDown = false;
  server = await startServer({
    vocabulary: "kubernetes",
    webhooks: { [`${service}/v1/admit`]: requireOwner, [`${service}/v1/admitlabel`]: requireAdministrator },
  });
  await server.request(configurations, { headers: { "content-type": "application/yaml" }, body: configuration });
});

afterEach(() => server.close());

const owned = { labels: { owner: "ann" } };

async function create(path, metadata, user) {
  const response = await server.request(path, { body: { metadata }, ...(user ? { user } : {}) });
  return { status: response.status, message: (await response.json()).message };
}

test("objects without an owner are rejected in the words of the controller", async () => {
  expect(await create("/api/v1/namespaces/default/configmaps", { name: "a" })).toEqual({
    status: 403,
    message: 'admission webhook "validation.gatekeeper.sh" denied the request: [needs-owner] ConfigMap has no owner',
  });
  expect((await create("/api/v1/namespaces/default/configmaps", { name: "a", ...owned })).status).toBe(201);
});

test("objects of exempt namespaces are not reviewed, and only administrators exempt them", async () => {
  const labels = { ...owned.labels, "admission.gatekeeper.sh/ignore": "yes" };
  expect((await create("/api/v1/namespaces", { name: "free", labels })).message).toContain("not exempt");
  const admin = { name: "root", groups: ["system:masters", "policy-admins"] };
  expect((await create("/api/v1/namespaces", { name: "free", labels }, admin)).status).toBe(201);
  expect((await create("/api/v1/namespaces/free/configmaps", { name: "a" })).status).toBe(201);
});

test("while the controller is down, objects are admitted without review, but no namespaces", async () => {
  isDown = true;
  expect((await create("/api/v1/namespaces/default/configmaps", { name: "a" })).status).toBe(201);
  expect(await create("/api/v1/namespaces", { name: "shop", ...owned })).toMatchObject({
    status: 500,
    message: expect.stringContaining('failed calling webhook "check-ignore-label.gatekeeper.sh"'),
  });
});

test("the configuration of a controller that rejects everything can be deleted", async () => {
  const path = `${configurations}/gatekeeper-validating-webhook-configuration`;
  const deleted = await server.request(path, { method: "DELETE" });
  expect(deleted.status).toBe(200);
  expect((await create("/api/v1/namespaces/default/configmaps", { name: "a" })).status).toBe(201);
});
