import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import { created, put } from "../support/writes.ts";

/** Statuses and generations are those of the reference v1.32.13. */
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
])("an update at %s may change 1Ki to 1024, which raises no generation", async (collection, specOf, generation) => {
  await using running = await startTestServer();
  const { client } = running;
  const metadata = { name: "a" };
  await created(client, collection, { metadata, spec: specOf("1Ki") });
  const { status, json } = await put(client, `${collection}/a`, { metadata, spec: specOf("1024") });
  expect(status, json.message).toBe(200);
  expect(json.metadata.generation).toBe(generation);
  expect(JSON.stringify(json.spec)).toContain('"1024"');
  expect(JSON.stringify(json.spec)).not.toContain('"1Ki"');
});
