/** Selectors of requests and reviews while the gate AuthorizeWithSelectors is off. The expected values are those of the reference. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccessWebhookServer, accessReply, startAccessWebhook, webhookFlags } from "../support/access-webhook.ts";

const reviews = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
const list = { verb: "list", resource: "pods", namespace: "default" };
const gates = "--feature-gates=AuthorizeWithSelectors=false,AuthorizeNodeWithSelectors=false";

let running: AccessWebhookServer;

beforeAll(async () => {
  running = await startAccessWebhook(accessReply({ allowed: false }), {
    flags: (file) => [
      ...webhookFlags(file).map((flag) => flag.replace("=Webhook,RBAC", "=Node,Webhook,RBAC")),
      "--authorization-webhook-version=v1",
      gates,
    ],
  });
});

afterAll(async () => {
  await running[Symbol.asyncDispose]();
});

// oxlint-disable-next-line typescript/no-explicit-any
async function review(spec: object): Promise<any> {
  const { status, text, json } = await running.server.client.request(reviews, { body: { spec } });
  expect(status, text).toBe(201);
  return json;
}

test.each([
  [
    "valid selectors",
    {
      fieldSelector: { rawSelector: "metadata.name=a" },
      labelSelector: { requirements: [{ key: "a", operator: "In", values: ["b"] }] },
    },
  ],
  ["selectors that cannot be parsed", { fieldSelector: { rawSelector: "x" }, labelSelector: { rawSelector: "a in" } }],
  [
    "selectors that are invalid",
    {
      fieldSelector: { rawSelector: "a=b", requirements: [{ key: "x", operator: "Bad" }] },
      labelSelector: {},
    },
  ],
])("with the gate off, a review with %s asks about all objects", async (title, selectors) => {
  running.webhook.received.length = 0;
  // A separate user for each review, because decisions are kept.
  const { spec, status } = await review({ user: title, resourceAttributes: { ...list, ...selectors } });
  expect(spec).toEqual({ user: title, resourceAttributes: list });
  expect(status).toEqual({ allowed: false });
  expect(running.webhook.received.map(({ body }) => body.spec.resourceAttributes)).toEqual([{ ...list, version: "*" }]);
});

test("with the gate off, authorizers do not see the selectors of a request", async () => {
  running.webhook.received.length = 0;
  const { status } = await running.as("alice", "/api/v1/pods?fieldSelector=spec.nodeName%3Da&labelSelector=b%3Dc");
  expect(status).toBe(403);
  const asked = running.webhook.received.map(({ body }) => body.spec.resourceAttributes);
  expect(asked).toEqual([{ verb: "list", version: "v1", resource: "pods" }]);
});

test("with the gate off, a node may list the Pods of all nodes", async () => {
  const node = { user: "system:node:a", groups: ["system:nodes"] };
  const { status } = await review({ ...node, resourceAttributes: { verb: "list", resource: "pods" } });
  expect(status).toEqual({ allowed: true });
});
