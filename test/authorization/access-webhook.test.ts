import { expect, test } from "vitest";
import { deferred } from "../../src/base/deferred.ts";
import {
  type AccessReview,
  accessReply,
  allowAll,
  startAccessWebhook,
  webhookFlags,
} from "../support/access-webhook.ts";
import { type Respond, startReviewWebhook } from "../support/review-webhook.ts";
import { startTestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

const path = "/api/v1/namespaces/default/secrets";

/** Allows lists, and has no opinion about other actions. */
const allowLists: Respond<AccessReview> = (review) =>
  accessReply({ allowed: review.spec.resourceAttributes?.["verb"] === "list", reason: "only lists" })(review);

test("the server asks the webhook of a client configuration file, with its client certificate [WHZ-01] [WHZ-02] [WHZ-06] [AUTHZ-15]", async () => {
  await using running = await startAccessWebhook(allowLists);
  expect((await running.as("alice", path)).status).toBe(200);
  const [received] = running.webhook.received;
  expect(received).toMatchObject({ method: "POST", url: "/review?timeout=30s", clientName: "api-server" });
  expect(received?.headers).toMatchObject({ "content-type": "application/json", accept: "application/json, */*" });
  expect(received?.body.apiVersion).toBe("authorization.k8s.io/v1beta1");
});

test("with the flag --authorization-webhook-version=v1, the webhook gets reviews of v1 [WHZ-06]", async () => {
  const flags = (file: string): readonly string[] => [...webhookFlags(file), "--authorization-webhook-version=v1"];
  await using running = await startAccessWebhook(allowLists, { flags });
  expect((await running.as("alice", path)).status).toBe(200);
  expect(running.webhook.received[0]?.body).toMatchObject({
    apiVersion: "authorization.k8s.io/v1",
    spec: { groups: ["painters", "system:authenticated"] },
  });
});

test("in the vocabulary of orch, reviews have its group name [WHZ-04]", async () => {
  await using running = await startAccessWebhook(allowLists, { vocabulary: "orch" });
  expect((await running.as("alice", path)).status).toBe(200);
  expect(running.webhook.received[0]?.body.apiVersion).toBe("authorization.orch.io/v1beta1");
});

test("permissions are kept for five minutes, and refusals for 30 seconds [WHZ-06]", async () => {
  await using running = await startAccessWebhook(allowLists);
  const { webhook, server } = running;
  const statuses = async (): Promise<readonly number[]> => [
    (await running.as("alice", path)).status,
    (await running.as("alice", `${path}/s`)).status,
  ];
  expect(await statuses()).toEqual([200, 403]);
  await server.clock.advance(29_000);
  expect(await statuses()).toEqual([200, 403]);
  expect(webhook.received).toHaveLength(2);
  await server.clock.advance(1_000);
  await statuses();
  expect(webhook.received).toHaveLength(3);
  await server.clock.advance(269_000);
  await running.as("alice", path);
  expect(webhook.received).toHaveLength(3);
  await server.clock.advance(1_000);
  await running.as("alice", path);
  expect(webhook.received).toHaveLength(4);
});

test("requests with the same question at the same time share one call, and other users do not", async () => {
  await using running = await startAccessWebhook(allowLists);
  const users = ["alice", "bob"].flatMap((user) => Array.from({ length: 10 }, () => user));
  const responses = await Promise.all(users.map((user) => running.as(user, path)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  const reviewed = running.webhook.received.map(({ body }) => body.spec.user);
  expect(reviewed).toHaveLength(2);
  expect(new Set(reviewed)).toEqual(new Set(["alice", "bob"]));
});

test("questions about a user that hang do not delay questions about other users", async () => {
  const release = deferred();
  await using running = await startAccessWebhook(async (review) => {
    if (review.spec.user === "alice") await release.promise;
    return accessReply({ allowed: true })(review);
  });
  const reviewed = (user: string): number =>
    running.webhook.received.filter(({ body }) => body.spec.user === user).length;
  const secrets = Array.from({ length: 30 }, (_, index) => `${path}/s${index}`);
  const hanging = secrets.map((secret) => running.as("alice", secret));
  await until(() => reviewed("alice") === 16, "the webhook got as many questions about alice as it may");
  const responses = await Promise.all(secrets.map((secret) => running.as("bob", secret)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404]));
  expect(reviewed("alice")).toBe(16);
  release.resolve();
  expect(new Set((await Promise.all(hanging)).map(({ status }) => status))).toEqual(new Set([404]));
  expect(reviewed("alice")).toBe(30);
});

test("decisions about attributes of 10,000 characters are not kept", async () => {
  await using running = await startAccessWebhook(allowAll);
  for (const length of [9_000, 10_000]) {
    running.webhook.received.length = 0;
    for (const _ of [1, 2]) await running.as("alice", `/custom/${"x".repeat(length)}`);
    expect(running.webhook.received).toHaveLength(length < 10_000 ? 1 : 2);
  }
});

test("the webhook cannot deny anything to the group system:masters [AUTHZ-18]", async () => {
  await using running = await startAccessWebhook(accessReply({ denied: true }));
  expect((await running.server.client.request(path)).status).toBe(200);
  expect(running.webhook.received).toEqual([]);
});

test.each([
  ["http", (text: string) => text.replace("https://", "http://"), "server must be an https URL, not"],
  ["a query", (text: string) => text.replace("/review", "/review?cluster=a"), "may not have a query"],
])("a server does not start if the webhook's server has %s [WHZ-03]", async (_, change, message) => {
  await using webhook = await startReviewWebhook(allowAll);
  const starting = startTestServer({ flags: webhookFlags(webhook.writeConfig(change)) });
  await expect(starting).rejects.toThrow(message);
});
