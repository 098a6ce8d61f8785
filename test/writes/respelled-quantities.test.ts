import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import { createObject, patch, put } from "../support/writes.ts";

/** The expected statuses and generations are those of the reference v1.32.13. */
const selector = { matchLabels: { app: "web" } };

function template(memory: string): object {
  const containers = [{ name: "c", image: "i", resources: { limits: { memory } } }];
  return { metadata: { labels: selector.matchLabels }, spec: { containers } };
}

function claimSpec(storage: string): object {
  return { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } } };
}

test.each<[string, (amount: string) => object, number | undefined]>([
  ["/apis/apps/v1/namespaces/default/deployments", (amount) => ({ selector, template: template(amount) }), 1],
  ["/apis/apps/v1/namespaces/default/daemonsets", (amount) => ({ selector, template: template(amount) }), 1],
  [
    "/apis/apps/v1/namespaces/default/statefulsets",
    (amount) => ({
      serviceName: "s",
      selector,
      template: template("1"),
      volumeClaimTemplates: [{ metadata: { name: "d" }, spec: claimSpec(amount) }],
    }),
    1,
  ],
  ["/api/v1/namespaces/default/persistentvolumeclaims", claimSpec, undefined],
  [
    "/api/v1/namespaces/default/pods",
    (amount) => ({ containers: [{ name: "c", image: "i", resources: { limits: { memory: amount } } }] }),
    undefined,
  ],
])(
  "an update at %s may change 1Ki to 1024 without incrementing the generation",
  async (collection, specOf, generation) => {
    await using running = await startTestServer();
    const { client } = running;
    const metadata = { name: "a" };
    await createObject(client, collection, { metadata, spec: specOf("1Ki") });
    const { status, json } = await put(client, `${collection}/a`, { metadata, spec: specOf("1024") });
    expect(status, json.message).toBe(200);
    expect(json.metadata.generation).toBe(generation);
    expect(JSON.stringify(json.spec)).toContain('"1024"');
    expect(JSON.stringify(json.spec)).not.toContain('"1Ki"');
  },
);

// oxlint-disable-next-line typescript/no-explicit-any
function managersOf(object: any, part: string): string[] {
  const entries: { manager: string; fieldsV1: object }[] = object.metadata.managedFields;
  return entries.filter(({ fieldsV1 }) => JSON.stringify(fieldsV1).includes(part)).map(({ manager }) => manager);
}

/** The expected managed fields are those of the reference v1.32.13. */
test.each([
  ["1.5Gi", "1536Mi", "one"],
  ["1.5Gi", "1.5Gi", "two"],
  ["8192Mi", "8192Mi", "one"],
  ["1k", "1000", "two"],
  ["100u", "100u", "two"],
  ["0.0001", "1n", "two"],
  ["1m", "1m", "one"],
])("an update of a LimitRange from %s to %s leaves its limits to the manager %s", async (before, after, owner) => {
  await using running = await startTestServer();
  const path = "/api/v1/namespaces/default/limitranges";
  const range = (cpu: string): object => ({
    metadata: { name: "a" },
    spec: { limits: [{ type: "Container", max: { cpu } }] },
  });
  await createObject(running.client, `${path}?fieldManager=one`, range(before));
  const { json } = await put(running.client, `${path}/a?fieldManager=two`, range(after));
  expect(managersOf(json, "f:limits")).toEqual([owner]);
});

test.each([
  ["3Gi", "one"],
  ["8Gi", "two"],
])("a patch of a label leaves the metrics of an autoscaler with %s to the manager %s", async (averageValue, owner) => {
  await using running = await startTestServer();
  const path = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };
  const metric = { type: "Resource", resource: { name: "memory", target: { type: "AverageValue", averageValue } } };
  const spec = { maxReplicas: 3, scaleTargetRef, metrics: [metric] };
  await createObject(running.client, `${path}?fieldManager=one`, { metadata: { name: "a" }, spec });
  const label = { metadata: { labels: { a: "b" } } };
  const { json } = await patch(running.client, `${path}/a?fieldManager=two`, "merge", label);
  expect(managersOf(json, "f:metrics")).toEqual([owner]);
});

test.each([
  [{}, "two"],
  [{ divisor: "0" }, "one"],
])(
  "an update of a PodTemplate with the divisor %j leaves the items of a volume to the manager %s",
  async (divisor, owner) => {
    await using running = await startTestServer();
    const path = "/api/v1/namespaces/default/podtemplates";
    const items = [{ path: "cpu", resourceFieldRef: { containerName: "c", resource: "limits.cpu", ...divisor } }];
    const spec = { containers: [{ name: "c", image: "i" }], volumes: [{ name: "v", downwardAPI: { items } }] };
    const sent = { metadata: { name: "a" }, template: { spec } };
    await createObject(running.client, `${path}?fieldManager=one`, sent);
    const { json } = await put(running.client, `${path}/a?fieldManager=two`, sent);
    expect(managersOf(json, "f:items")).toEqual([owner]);
  },
);
