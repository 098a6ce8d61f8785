/**
 * Objects that violate rules hundreds of thousands of times. The response has a limited size, and nothing is stored.
 */
import { expect, test } from "vitest";
import { attackedServers } from "../support/attacked-server.ts";
import { mapsPath } from "../support/config-maps.ts";

const withAttackedServer = attackedServers();

const answerBytesMax = 4 * 1024 * 1024;
const pods = "/api/v1/namespaces/default/pods";
const webhooks = "/apis/admissionregistration.orch.io/v1/validatingwebhookconfigurations";

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const labels = Object.fromEntries(times(150_000, (index) => [`_${index}`, "_"]));
const container = { name: "c", image: "i" };
const service = { name: "a", namespace: "b", path: `/${"_/".repeat(200_000)}` };
const webhook = { name: "a.b.c", sideEffects: "None", admissionReviewVersions: ["v1"], clientConfig: { service } };

test.each<[string, string, object, more: RegExp]>([
  [
    "finalizers",
    mapsPath,
    { metadata: { name: "a", finalizers: times(300_000, () => "_") } },
    /, and 19002 more, at least\]$/,
  ],
  ["labels", mapsPath, { metadata: { name: "a", labels } }, /, and 9002 more, at least\]$/],
  [
    "containers of one name",
    pods,
    { metadata: { name: "a" }, spec: { containers: times(10_000, () => container) } },
    /, and 8999 more\]$/,
  ],
  [
    "empty volumes",
    pods,
    { metadata: { name: "a" }, spec: { containers: [container], volumes: times(300_000, () => ({})) } },
    /, and 9001 more, at least\]$/,
  ],
  [
    "segments of one long path",
    webhooks,
    { metadata: { name: "a" }, webhooks: [webhook] },
    /, and 9999 more, at least\]$/,
  ],
])(
  "an object with hundreds of thousands of errors gets a limited response: %s",
  async (_, collection, body, more) => {
    await withAttackedServer(async ({ client }) => {
      const answer = await client.request(collection, { body });
      expect(answer.status).toBe(422);
      expect(answer.bytes.length).toBeLessThan(answerBytesMax);
      expect(answer.json.message.slice(-40)).toMatch(more);
    });
  },
  60_000,
);

test("an object with 200 errors gets all of them", async () => {
  await withAttackedServer(async ({ client }) => {
    const data = Object.fromEntries(times(200, (index) => [`!${index}`, ""]));
    const answer = await client.request(mapsPath, { body: { metadata: { name: "a" }, data } });
    expect(answer.status).toBe(422);
    const causes = answer.json.details.causes as { field: string }[];
    expect(causes.map(({ field }) => field).sort()).toEqual(times(200, (index) => `data[!${index}]`).sort());
  });
});

test("a Pod with 10,000 containers is accepted", async () => {
  await withAttackedServer(async ({ client }) => {
    const containers = times(10_000, (index) => ({ ...container, name: `c${index}` }));
    const answer = await client.request(`${pods}?dryRun=All`, {
      body: { metadata: { name: "a" }, spec: { containers } },
    });
    expect(answer.status).toBe(201);
    expect(answer.json.spec.containers).toHaveLength(10_000);
  });
}, 60_000);
