/** Tests of the controller that measures the use of quotas, on a server with the usual plugins. */
import { describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { eventually } from "../support/until.ts";
import type { WireClient } from "../support/wire-client.ts";
import { createObject, deleteObject, getObject, patch } from "../support/writes.ts";

const namespace = "/api/v1/namespaces/default";
const quotas = `${namespace}/resourcequotas`;
const maps = `${namespace}/configmaps`;

async function start(): Promise<TestServer> {
  return await startTestServer({
    controllers: ["resourcequota-controller"],
    admissionPlugins: "usual",
    flags: ["--disable-admission-plugins=ServiceAccount"],
  });
}

type Amounts = Readonly<Record<string, string>>;

async function usedOf(client: WireClient, name = "team"): Promise<Amounts | undefined> {
  return (await getObject(client, `${quotas}/${name}`)).status.used;
}

/** Creates a quota, and waits until its limits are in effect. */
async function createQuota(client: WireClient, hard: Amounts, spec: object = {}): Promise<void> {
  await createObject(client, quotas, { metadata: { name: "team" }, spec: { hard, ...spec } });
  await untilUsed(client, (used) => Object.keys(hard).every((name) => Object.hasOwn(used, name)));
}

async function untilUsed(client: WireClient, isReached: (used: Amounts) => boolean): Promise<void> {
  await eventually(async () => isReached((await usedOf(client)) ?? {}), "the quota has the expected use");
}

function podOf(name: string, cpu: string): object {
  return { metadata: { name }, spec: { containers: [{ name: "c", image: "i", resources: { requests: { cpu } } }] } };
}

test("a new quota gets its limits and the use of the existing objects", async () => {
  await using running = await start();
  const { client } = running;
  await createObject(client, maps, { metadata: { name: "first" } });
  await createObject(client, `${namespace}/pods`, podOf("web", "250m"));
  const ports = [{ port: 80 }];
  await createObject(client, `${namespace}/services`, { metadata: { name: "web" }, spec: { type: "NodePort", ports } });
  const hard = {
    configmaps: "5",
    "count/configmaps": "6",
    pods: "2",
    "requests.cpu": "1",
    "services.nodeports": "3",
    "requests.storage": "1Gi",
    "count/unknown.example.com": "1",
  };
  await createObject(client, quotas, { metadata: { name: "team" }, spec: { hard } });
  await untilUsed(client, (used) => used["pods"] !== undefined);
  const { status } = await getObject(client, `${quotas}/team`);
  expect(status.hard).toEqual(hard);
  expect(status.used).toEqual({
    configmaps: "1",
    "count/configmaps": "1",
    pods: "1",
    "requests.cpu": "250m",
    "services.nodeports": "1",
    "requests.storage": "0",
  });
});

test("a quota with scopes counts the Pods in them, and none in a scope with invalid values", async () => {
  await using running = await start();
  const { client } = running;
  const pods = `${namespace}/pods`;
  await createObject(client, pods, podOf("usual", "250m"));
  const { spec } = podOf("deadline", "100m") as { readonly spec: object };
  await createObject(client, pods, { metadata: { name: "deadline" }, spec: { ...spec, activeDeadlineSeconds: 5 } });
  const hard = { pods: "5", "requests.cpu": "1", "count/secrets": "1" };
  const invalid = { matchExpressions: [{ scopeName: "PriorityClass", operator: "NotIn", values: ["a_"] }] };
  await createQuota(client, hard, { scopes: ["Terminating"] });
  expect(await usedOf(client)).toEqual({ pods: "1", "requests.cpu": "100m", "count/secrets": "0" });
  await createObject(client, quotas, { metadata: { name: "none" }, spec: { hard, scopeSelector: invalid } });
  await eventually(async () => (await usedOf(client, "none")) !== undefined, "the limits are in effect");
  expect(await usedOf(client, "none")).toEqual({ pods: "0", "requests.cpu": "0", "count/secrets": "0" });
});

test("new limits of a quota take effect", async () => {
  await using running = await start();
  const { client } = running;
  await createQuota(client, { configmaps: "5" });
  await patch(client, `${quotas}/team`, "merge", { spec: { hard: { configmaps: "3", secrets: "2" } } });
  await untilUsed(client, (used) => used["secrets"] !== undefined);
  const { status } = await getObject(client, `${quotas}/team`);
  expect(status).toEqual({ hard: { configmaps: "3", secrets: "2" }, used: { configmaps: "0", secrets: "0" } });
  await patch(client, `${quotas}/team`, "merge", { spec: { hard: { configmaps: null } } });
  await untilUsed(client, (used) => used["configmaps"] === undefined);
});

describe("the use becomes less", () => {
  test("after objects are deleted", async () => {
    await using running = await start();
    const { client, clock } = running;
    await createQuota(client, { configmaps: "2" });
    for (const name of ["a", "b"]) await createObject(client, maps, { metadata: { name } });
    expect((await client.request(maps, { body: { metadata: { name: "c" } } })).status).toBe(403);
    await deleteObject(client, `${maps}/a`);
    // The last create was a moment ago.
    await clock.advance(1000);
    await untilUsed(client, (used) => used["configmaps"] === "1");
    await createObject(client, maps, { metadata: { name: "c" } });
    expect(await usedOf(client)).toEqual({ configmaps: "2" });
  });

  test("after Pods end", async () => {
    await using running = await start();
    const { client, clock } = running;
    await createQuota(client, { pods: "5", "count/pods": "5", "requests.cpu": "2" });
    await createObject(client, `${namespace}/pods`, podOf("job", "500m"));
    expect(await usedOf(client)).toEqual({ pods: "1", "count/pods": "1", "requests.cpu": "500m" });
    await clock.advance(1000);
    await patch(client, `${namespace}/pods/job/status`, "merge", { status: { phase: "Succeeded" } });
    await untilUsed(client, (used) => used["pods"] === "0");
    expect(await usedOf(client)).toEqual({ pods: "0", "count/pods": "1", "requests.cpu": "0" });
  });

  test("after a Service no longer has node ports", async () => {
    await using running = await start();
    const { client, clock } = running;
    await createQuota(client, { services: "2", "services.nodeports": "2", "services.loadbalancers": "1" });
    // One Service is that of the API server.
    const ports = [
      { name: "a", port: 80 },
      { name: "b", port: 81 },
    ];
    const spec = { type: "LoadBalancer", ports };
    await createObject(client, `${namespace}/services`, { metadata: { name: "web" }, spec });
    expect(await usedOf(client)).toEqual({ services: "2", "services.nodeports": "2", "services.loadbalancers": "1" });
    await clock.advance(1000);
    await patch(client, `${namespace}/services/web`, "merge", { spec: { type: "ClusterIP" } });
    await untilUsed(client, (used) => used["services.nodeports"] === "0");
    expect(await usedOf(client)).toEqual({ services: "2", "services.nodeports": "0", "services.loadbalancers": "0" });
  });
});

test("a claim that got more storage than it requests uses it", async () => {
  await using running = await start();
  const { client } = running;
  await createQuota(client, {
    "requests.storage": "10Gi",
    "gold.storageclass.storage.orch.io/requests.storage": "5Gi",
  });
  const resources = { requests: { storage: "1Gi" } };
  const spec = { accessModes: ["ReadWriteOnce"], storageClassName: "gold", resources };
  await createObject(client, `${namespace}/persistentvolumeclaims`, { metadata: { name: "data" }, spec });
  const allocatedResources = { storage: "2Gi" };
  const status = { phase: "Bound", capacity: { storage: "1Gi" }, allocatedResources };
  await patch(client, `${namespace}/persistentvolumeclaims/data/status`, "merge", { status });
  await untilUsed(client, (used) => used["requests.storage"] === "2Gi");
  expect((await usedOf(client))?.["gold.storageclass.storage.orch.io/requests.storage"]).toBe("2Gi");
});

test("the use of objects that the server did not store is corrected at intervals", async () => {
  await using running = await start();
  const { client, clock } = running;
  await createQuota(client, { configmaps: "5" });
  await createObject(client, maps, { metadata: { name: "a" } });
  expect((await client.request(maps, { body: { metadata: { name: "a" } } })).status).toBe(409);
  expect(await usedOf(client)).toEqual({ configmaps: "2" });
  await clock.advance(300_000);
  await untilUsed(client, (used) => used["configmaps"] === "1");
});

test("a quota counts objects of a custom type that is defined later", async () => {
  await using running = await start();
  const { client, clock } = running;
  await createObject(client, quotas, {
    metadata: { name: "team" },
    spec: { hard: { "count/widgets.example.com": "1" } },
  });
  await eventually(async () => {
    const { status } = await getObject(client, `${quotas}/team`);
    return status.hard !== undefined;
  }, "the limit is in effect");
  const schema = { openAPIV3Schema: { type: "object", "x-orch-preserve-unknown-fields": true } };
  await createObject(client, "/apis/apiextensions.orch.io/v1/customresourcedefinitions", {
    metadata: { name: "widgets.example.com" },
    spec: {
      group: "example.com",
      names: { plural: "widgets", kind: "Widget" },
      scope: "Namespaced",
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  });
  const widgets = "/apis/example.com/v1/namespaces/default/widgets";
  await eventually(async () => (await client.request(widgets)).status === 200, "the type is served");
  const widget = (name: string): object => ({ apiVersion: "example.com/v1", kind: "Widget", metadata: { name } });
  const early = await client.request(widgets, { body: widget("a") });
  expect([early.status, early.json.message]).toEqual([
    403,
    'widgets.example.com "a" is forbidden: status unknown for quota: team, resources: count/widgets.example.com',
  ]);
  // The controller looks for new types every 30 seconds.
  await clock.advance(30_000);
  await eventually(async () => {
    await clock.advance(10);
    return (await usedOf(client))?.["count/widgets.example.com"] === "0";
  }, "the use is known");
  await createObject(client, widgets, widget("a"));
  const rejected = await client.request(widgets, { body: widget("b") });
  expect([rejected.status, rejected.json.message]).toEqual([
    403,
    'widgets.example.com "b" is forbidden: exceeded quota: team, requested: count/widgets.example.com=1, ' +
      "used: count/widgets.example.com=1, limited: count/widgets.example.com=1",
  ]);
});
