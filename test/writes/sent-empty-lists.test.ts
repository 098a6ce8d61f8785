/** Empty lists and maps in requests. Expected values are responses of the reference v1.32.13. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ vocabulary: "kubernetes", flags: ["--runtime-config=api/all=true"] });
});
afterAll(async () => await server[Symbol.asyncDispose]());

const policies = "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies";
const roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles";
const webhooks = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const podTemplates = "/api/v1/namespaces/default/podtemplates";
const mergePatch = "application/merge-patch+json";

async function send(method: string, path: string, body: unknown, type = "application/json"): Promise<Json> {
  const headers = { "content-type": type, "user-agent": "it/1" };
  const { status, json } = await server.client.request(path, { method, headers, body });
  expect(status, JSON.stringify(json)).toBeLessThan(300);
  return json;
}

function policy(name: string, spec: Json = {}): Json {
  const head = { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy" };
  return { ...head, metadata: { name }, spec: { podSelector: {}, ...spec } };
}

const generationOf = (object: Json): number => object.metadata.generation;
const ownersOf = (object: Json): Json =>
  Object.fromEntries(object.metadata.managedFields.map(({ manager, fieldsV1 }: Json) => [manager, fieldsV1]));

test("every write with an empty list in its spec increments the generation of a NetworkPolicy", async () => {
  const sent = policy("list", { ingress: [] });
  expect(generationOf(await send("POST", policies, sent))).toBe(1);
  expect(generationOf(await send("PUT", `${policies}/list`, sent))).toBe(2);
  expect(generationOf(await send("PATCH", `${policies}/list`, { spec: { ingress: [] } }, mergePatch))).toBe(3);
  const add = [{ op: "add", path: "/spec/ingress", value: [] }];
  expect(generationOf(await send("PATCH", `${policies}/list`, add, "application/json-patch+json"))).toBe(4);
  const applied = await send("PATCH", `${policies}/list?fieldManager=one`, sent, "application/apply-patch+yaml");
  expect(generationOf(applied)).toBe(5);
  const again = await send("PATCH", `${policies}/list?fieldManager=one`, sent, "application/apply-patch+yaml");
  expect(generationOf(again)).toBe(6);
  expect(again.spec).toEqual({ podSelector: {}, policyTypes: ["Ingress"] });
});

test("a write without an empty list does not increment the generation of a NetworkPolicy that was created with one", async () => {
  await send("POST", policies, policy("none", { ingress: [] }));
  const labels = { metadata: { labels: { a: "b" } } };
  expect(generationOf(await send("PATCH", `${policies}/none`, labels, mergePatch))).toBe(1);
  expect(generationOf(await send("PUT", `${policies}/none`, policy("none", { ingress: null })))).toBe(1);
});

test("an empty list that a default replaces does not increment the generation of a NetworkPolicy", async () => {
  const sent = policy("default", { policyTypes: [] });
  await send("POST", policies, sent);
  const updated = await send("PUT", `${policies}/default`, sent);
  expect(updated.spec.policyTypes).toEqual(["Ingress"]);
  expect(generationOf(updated)).toBe(1);
});

test("an empty map in a selector increments the generation of a ValidatingWebhookConfiguration", async () => {
  const webhook = {
    name: "a.example.com",
    clientConfig: { url: "https://hook.example.com/" },
    admissionReviewVersions: ["v1"],
    sideEffects: "None",
    namespaceSelector: { matchLabels: {} },
  };
  const sent = { metadata: { name: "map" }, webhooks: [webhook] };
  expect(generationOf(await send("POST", webhooks, sent))).toBe(1);
  expect(generationOf(await send("PATCH", `${webhooks}/map`, sent, mergePatch))).toBe(2);
  const without = { ...sent, webhooks: [{ ...webhook, namespaceSelector: {} }] };
  expect(generationOf(await send("PATCH", `${webhooks}/map`, without, mergePatch))).toBe(2);
});

test("an update takes over a list with one owner if an item has an empty list", async () => {
  const rule = { verbs: ["get"], apiGroups: [""], resources: ["pods"], resourceNames: [] };
  const sent = { metadata: { name: "taken" }, rules: [rule] };
  await send("POST", roles, sent);
  const kept = await send("PUT", `${roles}/taken?fieldManager=two`, {
    ...sent,
    rules: [{ ...rule, resourceNames: null }],
  });
  expect(ownersOf(kept)).toEqual({ it: { "f:rules": {} } });
  const taken = await send("PUT", `${roles}/taken?fieldManager=two`, sent);
  expect(ownersOf(taken)).toEqual({ two: { "f:rules": {} } });
});

test.each([
  ["v1alpha3", "an empty map", {}],
  ["v1beta1", "an empty map", {}],
  ["v1alpha3", "another spelling of an amount", { memory: "1000m" }],
  ["v1beta1", "another spelling of an amount", { memory: { value: "1000m" } }],
])(
  "an update through %s takes over the devices of a ResourceSlice if it sends %s again",
  async (version, _, capacity) => {
    const slices = `/apis/resource.k8s.io/${version}/resourceslices`;
    const pool = { name: "n", generation: 4, resourceSliceCount: 1 };
    const devices = [{ name: "gpu-0", basic: { capacity } }];
    const sent = { metadata: { name: "s" }, spec: { driver: "gpu.example.com", pool, nodeName: "n", devices } };
    await send("POST", slices, sent);
    const taken = await send("PUT", `${slices}/s?fieldManager=two`, sent);
    expect(ownersOf(taken)).toMatchObject({ two: { "f:spec": { "f:devices": {} } } });
    expect(ownersOf(taken).it["f:spec"]).not.toHaveProperty("f:devices");
    expect(generationOf(taken)).toBe(1);
    await send("DELETE", `${slices}/s`, undefined);
  },
);

test("an update that repeats an empty list outside such a list takes over nothing", async () => {
  const spec = { containers: [{ name: "c", image: "i", env: [] }], tolerations: [], imagePullSecrets: [] };
  const sent = { metadata: { name: "repeated" }, template: { spec } };
  const created = await send("POST", podTemplates, sent);
  const updated = await send("PUT", `${podTemplates}/repeated?fieldManager=two`, sent);
  expect(Object.keys(ownersOf(updated))).toEqual(["it"]);
  expect(updated.metadata.resourceVersion).toBe(created.metadata.resourceVersion);
});

test("empty ownerReferences and finalizers in the metadata of a volume's claim count as set", async () => {
  const metadata = { labels: {}, ownerReferences: [], finalizers: [], managedFields: [] };
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
  const volumes = [{ name: "v", ephemeral: { volumeClaimTemplate: { metadata, spec } } }];
  const pod = { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i" }], volumes } };
  const { status, json } = await server.client.request("/api/v1/namespaces/default/pods", { body: pod });
  const path = "spec.volumes[0].ephemeral.volumeClaimTemplate.metadata";
  expect([status, json.details.causes.map(({ field, message }: Json) => `${field}: ${message}`)]).toEqual([
    422,
    [
      `${path}.ownerReferences: Forbidden: cannot be set`,
      `${path}.finalizers: Forbidden: cannot be set`,
      `${path}.managedFields: Forbidden: cannot be set`,
    ],
  ]);
});

test.each(["v1beta1", "v1alpha3"])(
  "empty finalizers in a ResourceClaimTemplate of %s count as set",
  async (version) => {
    const path = `/apis/resource.k8s.io/${version}/namespaces/default/resourceclaimtemplates`;
    const body = { metadata: { name: "t" }, spec: { metadata: { finalizers: [] }, spec: {} } };
    const { status, json } = await server.client.request(path, { body });
    expect([status, json.message]).toEqual([
      422,
      'ResourceClaimTemplate.resource.k8s.io "t" is invalid: spec.metadata.finalizers: Forbidden: cannot be set',
    ]);
  },
);

test("a template does not store empty managedFields", async () => {
  const spec = { containers: [{ name: "c", image: "i" }] };
  const sent = {
    metadata: { name: "managed" },
    template: { metadata: { managedFields: [], labels: { a: "b" } }, spec },
  };
  const created = await send("POST", podTemplates, sent);
  expect(created.template.metadata).toEqual({ creationTimestamp: null, labels: { a: "b" } });
});

test.each([
  ["configmaps", "binaryData", 422],
  ["configmaps", "data", 200],
  ["secrets", "data", 422],
  ["secrets", "stringData", 200],
])("an update of immutable %s without data that sends an empty %s gets %i", async (resource, field, expected) => {
  const path = `/api/v1/namespaces/default/${resource}`;
  const sent = { metadata: { name: `immutable-${field.toLowerCase()}` }, immutable: true };
  await send("POST", path, sent);
  const body = { ...sent, [field]: {} };
  const { status, json } = await server.client.request(`${path}/${sent.metadata.name}`, { method: "PUT", body });
  expect([status, json.message]).toEqual([
    expected,
    expected === 200
      ? undefined
      : expect.stringMatching(`${field}: Forbidden: field is immutable when .immutable. is set$`),
  ]);
});
