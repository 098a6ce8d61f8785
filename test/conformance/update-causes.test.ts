/** Order of the causes of rejected updates, and the group that messages name. Expected values are the reference's. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import type { WireResponse } from "../support/wire-client.ts";
import { createObject, patch, put } from "../support/writes.ts";

const inDefault = "/api/v1/namespaces/default";
const services = `${inDefault}/services`;
const jobs = "/apis/batch/v1/namespaces/default/jobs";
const events = "/apis/events.orch.io/v1/namespaces/default/events";

let running: TestServer;

beforeAll(async () => {
  running = await startTestServer();
});

afterAll(() => running[Symbol.asyncDispose]());

/** Returns the fields of the causes in order. */
function causeFields({ status, json }: WireResponse): string[] {
  expect(status).toBe(422);
  return json.details.causes.map(({ field }: { field: string }) => field);
}

test("an invalid update of a Job reports each cause twice, and immutable fields last", async () => {
  const { client } = running;
  const template = { metadata: {}, spec: { containers: [{ name: "c", image: "image" }], restartPolicy: "Never" } };
  await createObject(client, jobs, { metadata: { name: "a" }, spec: { template } });
  const rules = [
    "spec.template.spec.containers",
    "spec.template.spec.restartPolicy",
    "spec.selector",
    "spec.template.metadata.labels",
  ];
  const emptied = await put(client, `${jobs}/a`, { metadata: { name: "a" } });
  expect(causeFields(emptied)).toEqual([...rules, ...rules, "spec.selector", "spec.template"]);
});

test("an invalid update of an IngressClass reports immutable fields first", async () => {
  const { client } = running;
  const classes = "/apis/networking.orch.io/v1/ingressclasses";
  await createObject(client, classes, { metadata: { name: "a" }, spec: { controller: "example.com/a" } });
  const emptied = await put(client, `${classes}/a`, { metadata: { name: "a" } });
  expect(emptied.json.details.causes).toMatchObject([
    { field: "spec.controller", reason: "FieldValueInvalid" },
    { field: "spec.controller", reason: "FieldValueRequired" },
  ]);
});

test("an invalid update of a Service reports the loadBalancerClass twice, and the externalName early", async () => {
  const { client } = running;
  await createObject(client, services, { metadata: { name: "a" }, spec: { ports: [{ port: 80 }] } });
  const withClass = await patch(client, `${services}/a`, "merge", { spec: { loadBalancerClass: "example.com/a" } });
  expect(causeFields(withClass)).toEqual(["spec.loadBalancerClass", "spec.loadBalancerClass"]);
  const alias = { type: "ExternalName", clusterIP: null, externalTrafficPolicy: "Local" };
  const asAlias = await patch(client, `${services}/a`, "merge", { spec: alias });
  expect(causeFields(asAlias)).toEqual(["spec.externalName", "spec.externalTrafficPolicy"]);
});

test("the errors of an Event name the group through which the request came", async () => {
  const { client } = running;
  const missing = await client.request(`${events}/a`);
  expect(missing.json).toMatchObject({
    message: 'events.events.orch.io "a" not found',
    details: { name: "a", group: "events.orch.io", kind: "events" },
  });
  const inCore = await client.request(`${inDefault}/events/a`);
  expect(inCore.json).toMatchObject({ message: 'events "a" not found', details: { name: "a", kind: "events" } });
});

test("a body of another built-in kind is rejected because there is no conversion", async () => {
  const { client } = running;
  const body = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a" } };
  const answer = await client.request(`${inDefault}/configmaps`, { body });
  expect(answer.json.message).toBe(
    'Deployment in version "v1" cannot be handled as a ConfigMap: converting (v1.Deployment) to (core.ConfigMap): unknown conversion',
  );
});

test("an object or a list as a quantity is rejected as malformed", async () => {
  const { client } = running;
  for (const pods of [{}, [], true]) {
    const answer = await client.request(`${inDefault}/resourcequotas`, {
      body: { metadata: { name: "a" }, spec: { hard: { pods } } },
    });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toMatch(/cannot be handled as a ResourceQuota: quantities must match the regular/);
  }
});

test("an invalid update of a Role reports its rules between the causes of its metadata", async () => {
  const { client } = running;
  const roles = "/apis/rbac.authorization.orch.io/v1/namespaces/default/roles";
  await createObject(client, roles, { metadata: { name: "a" } });
  const body = { metadata: { labels: { a: "-" } }, rules: [{ apiGroups: [""], resources: ["pods"], verbs: [] }] };
  expect(causeFields(await patch(client, `${roles}/a`, "merge", body))).toEqual([
    "metadata.labels",
    "metadata.labels",
    "metadata.labels",
    "rules[0].verbs",
    "metadata.labels",
    "rules[0].verbs",
    "metadata.labels",
  ]);
});

test("the error of a taken name counts it as generated if the object has generateName too", async () => {
  const { client } = running;
  const body = { metadata: { name: "taken", generateName: "taken-" } };
  await createObject(client, `${inDefault}/configmaps`, body);
  const answer = await client.request(`${inDefault}/configmaps`, { body });
  expect(answer.status).toBe(409);
  expect(answer.headers["retry-after"]).toBe("1");
  expect(answer.json).toMatchObject({
    message: 'configmaps "taken" already exists, the server was not able to generate a unique name for the object',
    details: { name: "taken", kind: "configmaps", retryAfterSeconds: 1 },
  });
});

test("the error of a taken name says that the object is being deleted, with or without generateName", async () => {
  const { client } = running;
  const body = { metadata: { name: "going", generateName: "go-", finalizers: ["example.com/hold"] } };
  await createObject(client, `${inDefault}/configmaps`, body);
  await client.request(`${inDefault}/configmaps/going`, { method: "DELETE" });
  const answer = await client.request(`${inDefault}/configmaps`, { body });
  expect(answer.json.message).toBe(
    'object is being deleted: configmaps "going" already exists, the server was not able to generate a unique name for the object',
  );
});

test("the error of a failed precondition in a dry run shows the key without the store's prefix", async () => {
  const { client } = running;
  await createObject(client, `${inDefault}/configmaps`, { metadata: { name: "dry" } });
  const body = { metadata: { name: "dry", uid: "other" } };
  const answer = await put(client, `${inDefault}/configmaps/dry?dryRun=All`, body);
  expect(answer.json.message).toContain("Key: /configmaps/default/dry, ");
  const real = await put(client, `${inDefault}/configmaps/dry`, body);
  expect(real.json.message).toMatch(/Key: \/\w+\/configmaps\/default\/dry, /);
});

test("the error of a get of a missing object's scale names the scale if its kind's scale does", async () => {
  const { client } = running;
  const messageOf = async (path: string): Promise<string> => (await client.request(`${path}/nope/scale`)).json.message;
  const inApps = "/apis/apps/v1/namespaces/default";
  expect(await messageOf(`${inApps}/deployments`)).toBe('deployments/scale.apps "nope" not found');
  expect(await messageOf(`${inApps}/statefulsets`)).toBe('statefulsets.apps "nope" not found');
  expect(await messageOf(`${inDefault}/replicationcontrollers`)).toBe(
    'replicationcontrollers/scale.autoscaling "nope" not found',
  );
  const written = await patch(client, `${inApps}/deployments/nope/scale`, "merge", { spec: { replicas: 2 } });
  expect(written.json.message).toBe('deployments.apps "nope" not found');
});

test("finalizers of Events need a domain only in the group events", async () => {
  const { client } = running;
  const inCore = await createObject(client, `${inDefault}/events`, {
    metadata: { name: "f", finalizers: ["bad"] },
    involvedObject: { namespace: "default" },
  });
  expect(inCore.metadata.finalizers).toEqual(["bad"]);
  const answer = await client.request(events, { body: { ...event, metadata: { name: "g", finalizers: ["bad"] } } });
  expect(causeFields(answer)).toEqual(["metadata.finalizers[0]"]);
});

const event = {
  eventTime: "2025-01-01T00:00:00.000000Z",
  reportingController: "example.com/it",
  reportingInstance: "it-1",
  action: "Starting",
  reason: "Started",
  regarding: { kind: "Pod", namespace: "default", name: "p" },
  type: "Normal",
};
