import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { StartupError } from "../../src/app/machine/startup-error.ts";
import {
  type AccessReview,
  type AccessWebhookServer,
  accessReply,
  startAccessWebhook,
} from "../support/access-webhook.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const rbac = "/apis/rbac.authorization.orch.io/v1";

let running: AccessWebhookServer | undefined;

afterEach(async () => {
  await running?.[Symbol.asyncDispose]();
  running = undefined;
});

/** The webhook denies everything to alice, allows everything to bob, and has no opinion about others. */
function respondByUser(review: AccessReview): ReturnType<ReturnType<typeof accessReply>> {
  const { user } = review.spec;
  return accessReply({ allowed: user === "bob", denied: user === "alice", reason: "by name" })(review);
}

const userLines = ["alice,alice,1", "bob,bob,2", "carol,carol,3", "dave,dave,4"];

/** Starts a server in whose roles alice and carol may read ConfigMaps. */
async function start(modes: string): Promise<AccessWebhookServer> {
  running = await startAccessWebhook(respondByUser, {
    vocabulary: "orch",
    userLines,
    flags: (configFile) => [`--authorization-mode=${modes}`, `--authorization-webhook-config-file=${configFile}`],
  });
  const { client } = running.server;
  const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }];
  const subjects = ["alice", "carol"].map((name) => ({ kind: "User", name }));
  const roleRef = { kind: "ClusterRole", name: "maps" };
  for (const [resource, body] of [
    ["clusterroles", { metadata: { name: "maps" }, rules }],
    ["clusterrolebindings", { metadata: { name: "maps" }, roleRef, subjects }],
  ] as const) {
    expect((await client.request(`${rbac}/${resource}`, { body })).status).toBe(201);
  }
  return running;
}

test.each([
  ["Webhook,RBAC", { alice: 403, bob: 200, carol: 200, dave: 403 }, ["alice", "bob", "carol", "dave"]],
  ["RBAC,Webhook", { alice: 200, bob: 200, carol: 200, dave: 403 }, ["bob", "dave"]],
])(
  "with the modes %s, the first authorizer that allows or denies a request decides [AUTHZ-02] [AUTHZ-16]",
  async (modes, expected, reviewed) => {
    const server = await start(modes);
    for (const [user, status] of Object.entries(expected)) {
      expect((await server.as(user, maps)).status, user).toBe(status);
    }
    expect(server.webhook.received.map(({ body }) => body.spec.user)).toEqual(reviewed);
  },
);

test("the denial of a webhook contains its reason, and is counted [AUTHZ-02]", async () => {
  const server = await start("Webhook,RBAC");
  expect((await server.as("alice", maps)).json.message).toMatch(/in the namespace "default": by name$/);
  await server.as("bob", maps);
  expect((await server.metrics("apiserver_authorization_decisions_total")).toSorted()).toEqual([
    'apiserver_authorization_decisions_total{type="Webhook",name="default",decision="allowed"} 1',
    'apiserver_authorization_decisions_total{type="Webhook",name="default",decision="denied"} 1',
  ]);
});

/** Writes a configuration file. Returns its path. */
function writeConfiguration(folder: string, authorizers: readonly object[]): string {
  const path = join(folder, "authorization.json");
  const apiVersion = "apiserver.config.orch.io/v1";
  writeFileSync(path, JSON.stringify({ apiVersion, kind: "AuthorizationConfiguration", authorizers }));
  return path;
}

test("an access review shows whether the user is allowed, and whether an authorizer denies the action [REV-06]", async () => {
  const { server } = await start("Webhook,RBAC");
  const statusOf = async (user: string): Promise<unknown> => {
    const resourceAttributes = { verb: "list", resource: "configmaps", namespace: "default" };
    const path = "/apis/authorization.orch.io/v1/subjectaccessreviews";
    return (await server.client.request(path, { body: { spec: { user, resourceAttributes } } })).json.status;
  };
  expect(await statusOf("bob")).toEqual({ allowed: true, reason: "by name" });
  expect(await statusOf("alice")).toEqual({ allowed: false, denied: true, reason: "by name" });
  expect(await statusOf("dave")).not.toHaveProperty("denied");
});

test("a file may have several webhooks, which are called in order [WHZ-23]", async () => {
  const authorizer = (name: string, kubeConfigFile: string): object => ({
    type: "Webhook",
    name,
    webhook: {
      timeout: "3s",
      subjectAccessReviewVersion: "v1",
      failurePolicy: "NoOpinion",
      connectionInfo: { type: "KubeConfigFile", kubeConfigFile },
    },
  });
  await using second = await startAccessWebhook(accessReply({ allowed: true }));
  const secondFile = second.webhook.writeConfig();
  running = await startAccessWebhook(respondByUser, {
    vocabulary: "orch",
    userLines,
    flags: (configFile, folder) => [
      `--authorization-config=${writeConfiguration(folder, [authorizer("first", configFile), authorizer("second", secondFile)])}`,
    ],
  });
  const statuses = await Promise.all(
    ["alice", "bob", "carol"].map(async (user) => (await running?.as(user, maps))?.status),
  );
  expect(statuses).toEqual([403, 200, 200]);
  expect(second.webhook.received.map(({ body }) => body.spec.user)).toEqual(["carol"]);
});

test("a webhook whose client configuration cannot be used stops the start", async () => {
  await expect(startAccessWebhook(respondByUser, { vocabulary: "orch", configText: "hello" })).rejects.toThrow(
    StartupError,
  );
});
