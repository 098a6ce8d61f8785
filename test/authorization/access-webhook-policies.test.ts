import { expect, test } from "vitest";
import {
  type AccessReview,
  accessReply,
  allowAll,
  authorizationFile,
  fileFlags,
  startAccessWebhook,
  type WebhookText,
} from "../support/access-webhook.ts";
import type { Respond } from "../support/review-webhook.ts";

const path = "/api/v1/namespaces/default/secrets";
const fails: Respond<AccessReview> = () => ({ status: 400, body: "" });
const slow: Respond<AccessReview> = () => new Promise(() => undefined);

async function start(respond: Respond<AccessReview>, ...webhooks: readonly Omit<WebhookText, "configFile">[]) {
  const flags = fileFlags((configFile) => authorizationFile(webhooks.map((one) => ({ ...one, configFile }))));
  return await startAccessWebhook(respond, { flags });
}

test("a lifetime of the file replaces the default [WHZ-10] [WHZ-11]", async () => {
  const lifetimes = "authorizedTTL: 10s\n    unauthorizedTTL: 5s";
  await using running = await start(
    (review) => accessReply({ allowed: review.spec.resourceAttributes?.["verb"] === "list" })(review),
    { lifetimes },
  );
  const counts: number[] = [];
  for (const advanceMs of [0, 4_000, 1_000, 5_000]) {
    await running.server.clock.advance(advanceMs);
    await running.as("alice", path);
    await running.as("alice", `${path}/s`);
    counts.push(running.webhook.received.length);
  }
  expect(counts).toEqual([2, 2, 3, 5]);
});

test("the next authorizer decides if a webhook with the policy NoOpinion fails [WHZ-15] [WHZ-16]", async () => {
  await using running = await start(fails, { failurePolicy: "NoOpinion" });
  expect((await running.as("alice", "/version")).status).toBe(200);
  const refused = await running.as("alice", path);
  expect([refused.status, refused.text]).toEqual([
    500,
    `Internal Server Error: "${path}": the server rejected our request for an unknown reason\n`,
  ]);
  expect(await running.metrics("fail_open_total")).toEqual([
    'apiserver_authorization_webhook_evaluations_fail_open_total{name="first.example",result="error"} 2',
  ]);
});

test("a request is refused if a webhook with the policy Deny fails [WHZ-15] [WHZ-16]", async () => {
  await using running = await start(fails, { failurePolicy: "Deny" });
  const { status, text } = await running.as("alice", "/version");
  expect([status, text]).toEqual([
    500,
    'Internal Server Error: "/version": the server rejected our request for an unknown reason\n',
  ]);
  expect(await running.metrics("fail_open_total")).toEqual([]);
});

test("a webhook that does not respond within its timeout has failed [WHZ-12]", async () => {
  await using running = await start(slow, { failurePolicy: "Deny", timeout: "2500ms" });
  const response = running.as("alice", path);
  while (running.webhook.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(running.webhook.received[0]?.url).toBe("/review?timeout=2.5s");
  await running.server.clock.advance(2_500);
  expect((await response).text).toContain("context deadline exceeded (Client.Timeout exceeded while awaiting headers)");
  expect(await running.metrics("webhook_evaluations_total")).toEqual([
    'apiserver_authorization_webhook_evaluations_total{name="first.example",result="timeout"} 1',
  ]);
});

test("a false condition skips the webhook, and true ones call it [WHZ-19] [WHZ-21]", async () => {
  const conditions = ["request.user != 'bob'", "'painters' in request.groups"];
  await using running = await start(allowAll, { version: "v1beta1", conditions });
  expect((await running.as("bob", path)).status).toBe(403);
  expect(running.webhook.received).toHaveLength(0);
  expect((await running.as("alice", path)).status).toBe(200);
  expect(running.webhook.received).toHaveLength(1);
  const name = 'apiserver_authorization_match_condition_exclusions_total{type="Webhook",name="first.example"}';
  expect(await running.metrics("match_condition_exclusions_total")).toEqual([`${name} 1`]);
});

test("conditions see v1, although the webhook gets v1beta1 [WHZ-14]", async () => {
  await using running = await start(allowAll, { version: "v1beta1", conditions: ["request.groups.size() == 2"] });
  expect((await running.as("alice", path)).status).toBe(200);
  expect(running.webhook.received[0]?.body.apiVersion).toBe("authorization.k8s.io/v1beta1");
});

test("an error of a condition has the failure policy as its result, without a call [WHZ-16] [WHZ-22]", async () => {
  const conditions = ["request.resourceAttributes.verb == 'list'"];
  const message =
    "cel evaluation error: expression 'request.resourceAttributes.verb == 'list'' resulted in error: " +
    "no such key: resourceAttributes";
  await using denying = await start(allowAll, { failurePolicy: "Deny", conditions });
  const { status, text } = await denying.as("alice", "/version");
  expect([status, text]).toEqual([500, `Internal Server Error: "/version": ${message}\n`]);
  await using skipping = await start(allowAll, { failurePolicy: "NoOpinion", conditions });
  expect((await skipping.as("alice", "/version")).status).toBe(200);
  expect([...denying.webhook.received, ...skipping.webhook.received]).toEqual([]);
  expect(await skipping.metrics("match_condition_evaluation_errors_total")).toHaveLength(1);
});

test("a false condition skips the webhook, even after an error of another one [WHZ-21]", async () => {
  const conditions = ["request.resourceAttributes.verb == 'list'", "request.user != 'alice'"];
  await using running = await start(allowAll, { failurePolicy: "Deny", conditions });
  expect((await running.as("alice", "/version")).status).toBe(200);
});

test("each of several webhooks reviews the requests that match its own conditions [WHZ-23]", async () => {
  await using running = await start(
    allowAll,
    { name: "first.example", version: "v1beta1", conditions: ["request.user == 'alice'"] },
    { name: "second.example", version: "v1", conditions: ["request.user == 'bob'"] },
  );
  for (const user of ["alice", "bob"]) expect((await running.as(user, path)).status).toBe(200);
  expect(running.webhook.received.map(({ body }) => [body.spec.user, body.apiVersion])).toEqual([
    ["alice", "authorization.k8s.io/v1beta1"],
    ["bob", "authorization.k8s.io/v1"],
  ]);
});

test.each([
  [["request.user"], /must evaluate to bool but got string/],
  [["request.foo == 1"], /undefined field 'foo'/],
  [Array.from({ length: 65 }, (_, index) => `request.user == 'u${index}'`), /Too many: 65: must have at most 64 items/],
])("a server does not start with conditions that cannot be used [WHZ-19] [WHZ-20]", async (conditions, message) => {
  const starting = start(allowAll, { conditions }).then(async (running) => await running[Symbol.asyncDispose]());
  await expect(starting).rejects.toThrow(message);
});
