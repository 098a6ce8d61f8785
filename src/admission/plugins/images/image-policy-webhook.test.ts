import { expect, test } from "vitest";
import { ManualClock } from "../../../base/manual-clock.ts";
import { WebhookError } from "../../../egress/index.ts";
import type { Admission } from "../../index.ts";
import { rejectionOf } from "../../testing/requests.ts";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";
import { podRequest } from "../testing/pods.ts";
import type { ImagePolicySettings } from "./image-policy-settings.ts";

const usual: ImagePolicySettings = {
  kubeConfigFile: "/webhook.yaml",
  allowedMs: 10_000,
  deniedMs: 2_000,
  firstDelayMs: 500,
  allowsOnFailure: false,
};

interface Webhook {
  readonly plugin: Admission;
  readonly clock: ManualClock;
  /** Specs of the reviews that it received. */
  readonly received: unknown[];
  /** Annotations of the audit event. */
  readonly audit: [string, string][];
}

/** Returns the plugin with a webhook that responds with this body, or fails. */
function webhookWith(response: object | string | Error, settings: Partial<ImagePolicySettings> = {}): Webhook {
  const clock = new ManualClock();
  const received: unknown[] = [];
  const body = typeof response === "string" ? response : JSON.stringify(response);
  const services = servicesOver([], {
    clock,
    configurations: { ImagePolicyWebhook: { ...usual, ...settings } },
    callImageWebhook: async (sent) => {
      received.push((JSON.parse(sent) as { spec: unknown }).spec);
      if (response instanceof Error) throw response;
      return { status: 200, headers: new Map(), body: Buffer.from(body) };
    },
  });
  return { plugin: onlyPlugin("ImagePolicyWebhook", services), clock, received, audit: [] };
}

function reviewed(status: object): object {
  return { kind: "ImageReview", apiVersion: "imagepolicy.k8s.io/v1alpha1", status };
}

const images = { containers: [{ name: "c", image: "a" }], initContainers: [{ name: "i", image: "b" }] };

async function check(
  { plugin, audit }: Webhook,
  request = podRequest(images),
): Promise<ReturnType<typeof rejectionOf>> {
  return await rejectionOf(plugin.validate({ ...request, annotate: (key, value) => audit.push([key, value]) }));
}

test("the webhook gets the images of a Pod, its namespace, and the annotations for webhooks", async () => {
  const webhook = webhookWith(reviewed({ allowed: true }));
  const annotations = {
    "z.image-policy.k8s.io/x": "1",
    "a.image-policy.k8s.io/y": "2",
    other: "3",
    "image-policy.k8s.io/z": "4",
  };
  expect(await check(webhook, podRequest(images, { metadata: { annotations } }))).toBeUndefined();
  expect(webhook.received).toEqual([
    {
      containers: [{ image: "a" }, { image: "b" }],
      annotations: { "a.image-policy.k8s.io/y": "2", "z.image-policy.k8s.io/x": "1" },
      namespace: "default",
    },
  ]);
});

test("ephemeral containers are reviewed alone", async () => {
  const webhook = webhookWith(reviewed({ allowed: true }));
  const spec = { ...images, ephemeralContainers: [{ name: "e", image: "debug" }] };
  await check(webhook, podRequest(spec, { operation: "UPDATE", subresource: "ephemeralcontainers" }));
  await check(webhook, podRequest(spec, { operation: "UPDATE", subresource: "status" }));
  expect(webhook.received).toEqual([{ containers: [{ image: "debug" }], namespace: "default" }]);
});

test("images that the webhook denies are rejected, with its reason", async () => {
  expect(await check(webhookWith(reviewed({ allowed: false, reason: "too old" })))).toEqual([
    403,
    'pods "a" is forbidden: image policy webhook backend denied one or more images: too old',
  ]);
  for (const response of [reviewed({ allowed: false }), reviewed({}), "{}"]) {
    expect(await check(webhookWith(response))).toEqual([
      403,
      'pods "a" is forbidden: one or more images rejected by webhook backend',
    ]);
  }
});

test("decisions are kept for their times, and failures are not", async () => {
  const allowing = webhookWith(reviewed({ allowed: true }));
  const denying = webhookWith(reviewed({ allowed: false }));
  const failing = webhookWith(new WebhookError("no route", { isTransient: false }));
  for (const [webhook, elapsedMs, calls] of [
    [allowing, 9_999, 1],
    [allowing, 1, 2],
    [denying, 1_999, 1],
    [denying, 1, 2],
    [failing, 0, 2],
  ] as const) {
    await check(webhook);
    await webhook.clock.advance(elapsedMs);
    await check(webhook);
    expect(webhook.received).toHaveLength(calls);
  }
  const other = podRequest({ ...images, initContainers: [] });
  await check(allowing, other);
  expect(allowing.received).toHaveLength(3);
});

test("a lifetime of 0 keeps no decision", async () => {
  const webhook = webhookWith(reviewed({ allowed: true }), { allowedMs: 0 });
  for (let count = 0; count < 3; count++) await check(webhook);
  expect(webhook.received).toHaveLength(3);
});

test("a failing webhook rejects images, unless the configuration allows them", async () => {
  const failure = new WebhookError("connection refused", { isTransient: true });
  const strict = webhookWith(failure);
  expect(await check(strict)).toEqual([403, 'pods "a" is forbidden: connection refused']);
  expect(strict.audit).toEqual([]);
  const lenient = webhookWith(failure, { allowsOnFailure: true });
  expect(await check(lenient)).toBeUndefined();
  expect(lenient.audit).toEqual([["imagepolicywebhook.image-policy.k8s.io/failed-open", "true"]]);
  const denying = webhookWith(reviewed({ allowed: false }), { allowsOnFailure: true });
  expect(await check(denying)).toMatchObject([403, expect.any(String)]);
});

test.each<[string, string]>([
  ["", "0-length response with status code: 200 and content type: application/json"],
  [
    '{"kind":"Other"}',
    'no kind "Other" is registered for version "imagepolicy.k8s.io/v1alpha1" in scheme "pkg/api/legacyscheme/scheme.go:30"',
  ],
  [
    '{"kind":"ImageReview","apiVersion":"imagepolicy.k8s.io/v1"}',
    'no kind "ImageReview" is registered for version "imagepolicy.k8s.io/v1" in scheme "pkg/api/legacyscheme/scheme.go:30"',
  ],
  [
    '{"status":{"allowed":"yes"}}',
    "json: cannot unmarshal string into Go struct field ImageReviewStatus.status.allowed of type bool",
  ],
])("the response %j is a failure", async (body, message) => {
  expect(await check(webhookWith(body))).toEqual([403, `pods "a" is forbidden: ${message}`]);
});

test("the audit event gets the webhook's annotations with valid names, also from kept decisions", async () => {
  const webhook = webhookWith(reviewed({ allowed: true, auditAnnotations: { rule: "x", "a/b": "y" } }));
  await check(webhook);
  await check(webhook);
  const expected = ["imagepolicywebhook.image-policy.k8s.io/rule", "x"];
  expect([webhook.received.length, webhook.audit]).toEqual([1, [expected, expected]]);
});
