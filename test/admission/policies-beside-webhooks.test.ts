/** Mutating policies and webhooks that change the same object. `npm run compare -- mutating-policies` compares such requests. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { AdmissionWebhook, configurationsPath, patched, webhookSpec } from "./admission-webhook.ts";
import { mutatingPolicyFlags, PolicyServer } from "./policy-server.ts";

let webhook: AdmissionWebhook;
let policies: PolicyServer;

beforeEach(async () => {
  webhook = await AdmissionWebhook.start();
  policies = await PolicyServer.start({ flags: mutatingPolicyFlags });
});

afterEach(async () => {
  await policies[Symbol.asyncDispose]();
  await webhook[Symbol.asyncDispose]();
});

/**
 * Creates a ConfigMap with the value `x`. A policy appends `p` to it, and then a webhook copies it. Returns the stored data.
 * Both have the given reinvocation policies.
 */
async function createdBeside({ policy, hook }: { readonly policy: string; readonly hook: string }): Promise<unknown> {
  const expression = "Object{data: Object.data{value: object.data.value + 'p'}}";
  await policies.createMutatingPolicy("beside", {
    reinvocationPolicy: policy,
    mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }],
  });
  const copy = { op: "copy", from: "/data/value", path: "/data/copied" };
  const spec = webhookSpec(
    "copy",
    webhook.at("copy", () => patched(copy)),
    { reinvocationPolicy: hook },
  );
  const body = { metadata: { name: "copy" }, webhooks: [spec] };
  expect((await policies.send(configurationsPath("mutating"), { body })).status).toBe(201);
  expect((await policies.createMap("beside", { value: "x" })).status).toBe(201);
  return (await policies.read<{ data: unknown }>("/api/v1/namespaces/default/configmaps/beside")).data;
}

test("a webhook sees what a policy has changed", async () => {
  expect(await createdBeside({ policy: "Never", hook: "Never" })).toEqual({ value: "xp", copied: "xp" });
  expect(webhook.requestsAt("copy")).toMatchObject([{ object: { data: { value: "xp" } } }]);
});

test("a policy with IfNeeded is applied again after a webhook has changed the object", async () => {
  expect(await createdBeside({ policy: "IfNeeded", hook: "Never" })).toEqual({ value: "xpp", copied: "xp" });
});

test("a webhook with IfNeeded is called again after a policy has changed the object again", async () => {
  expect(await createdBeside({ policy: "IfNeeded", hook: "IfNeeded" })).toEqual({ value: "xpp", copied: "xpp" });
  expect(webhook.requestsAt("copy").map(({ object }) => object.data.value)).toEqual(["xp", "xpp"]);
});
