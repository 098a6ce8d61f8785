import { describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import type { WireResponse } from "../support/wire-client.ts";

const labels = { app: "d" };
const containers = [{ name: "c", image: "image" }];
const pod = { metadata: { name: "p" }, spec: { containers } };
const deployment = {
  metadata: { name: "d" },
  spec: { replicas: 2, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
};

async function create(running: TestServer, target: string, body: object): Promise<void> {
  const answer = await running.client.request(target, { body });
  expect(answer.status, answer.text).toBe(201);
}

function expectUnknownPath({ status, json }: WireResponse): void {
  expect(status).toBe(404);
  expect(json).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "the server could not find the requested resource",
    reason: "NotFound",
    details: {},
    code: 404,
  });
}

const names = ({ json }: WireResponse): string[] =>
  json.items.map((item: { metadata: { name: string } }) => item.metadata.name);

test("[PATH-01] /api/v1/<resourcetype>[/<name>[/<subresource>]] are cluster-scoped resources of the core group", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await create(running, "/api/v1/nodes", { metadata: { name: "n1" } });
  const collection = await client.request("/api/v1/nodes");
  expect(collection.json).toMatchObject({ kind: "NodeList", apiVersion: "v1" });
  expect(names(collection)).toEqual(["n1"]);
  for (const path of ["/api/v1/nodes/n1", "/api/v1/nodes/n1/status"]) {
    expect((await client.request(path)).json).toMatchObject({
      kind: "Node",
      apiVersion: "v1",
      metadata: { name: "n1" },
    });
  }
  expectUnknownPath(await client.request("/api/v1/nodes/n1/nothing"));
  expectUnknownPath(await client.request("/api/v1/nodes/n1/status/more"));
  expectUnknownPath(await client.request("/api/v1/namespaces/default/nodes/n1"));
});

test("[PATH-02] /api/v1/namespaces/<namespace>/<resourcetype>... are namespaced resources of the core group", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const pods = "/api/v1/namespaces/default/pods";
  await create(running, pods, pod);
  const collection = await client.request(pods);
  expect(collection.json).toMatchObject({ kind: "PodList", apiVersion: "v1" });
  expect(names(collection)).toEqual(["p"]);
  for (const path of [`${pods}/p`, `${pods}/p/status`]) {
    const { json } = await client.request(path);
    expect(json).toMatchObject({ kind: "Pod", apiVersion: "v1", metadata: { name: "p", namespace: "default" } });
  }
  expect((await client.request("/api/v1/namespaces/orch-system/pods/p")).status).toBe(404);
  expect(names(await client.request("/api/v1/namespaces/orch-system/pods"))).toEqual([]);
  expectUnknownPath(await client.request("/api/v1/pods/p"));
  expectUnknownPath(await client.request("/api/v1/pods/p/status"));
});

test("[PATH-03] /apis/<group>/<version>/<resourcetype>[/<name>] are cluster-scoped resources of a named group", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const classes = "/apis/scheduling.orch.io/v1/priorityclasses";
  await create(running, classes, { metadata: { name: "first" }, value: 1 });
  const collection = await client.request(classes);
  expect(collection.json).toMatchObject({ kind: "PriorityClassList", apiVersion: "scheduling.orch.io/v1" });
  expect(names(collection)).toContain("first");
  const object = (await client.request(`${classes}/first`)).json;
  expect(object).toMatchObject({ kind: "PriorityClass", apiVersion: "scheduling.orch.io/v1" });
  expect(object.metadata).not.toHaveProperty("namespace");
  expectUnknownPath(await client.request(`${classes}/first/nothing`));
  expectUnknownPath(await client.request("/apis/scheduling.orch.io/v1/namespaces/default/priorityclasses/first"));
});

test("[PATH-04] /apis/<group>/<version>/namespaces/<namespace>/<resourcetype>... are those of a named group", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const deployments = "/apis/apps/v1/namespaces/default/deployments";
  await create(running, deployments, deployment);
  const collection = await client.request(deployments);
  expect(collection.json).toMatchObject({ kind: "DeploymentList", apiVersion: "apps/v1" });
  expect(names(collection)).toEqual(["d"]);
  const object = (await client.request(`${deployments}/d`)).json;
  expect(object).toMatchObject({ kind: "Deployment", apiVersion: "apps/v1", metadata: { namespace: "default" } });
  const scale = (await client.request(`${deployments}/d/scale`)).json;
  expect(scale).toMatchObject({ kind: "Scale", apiVersion: "autoscaling/v1", spec: { replicas: 2 } });
  expectUnknownPath(await client.request(`${deployments}/d/nothing`));
  // An unknown group, an unknown version and an unknown core version are separate cases.
  for (const path of ["/apis/apps/v2/namespaces/default/deployments", "/apis/apps/v2", "/api/v2", "/api/v2/pods"]) {
    expectUnknownPath(await client.request(path));
  }
  expectUnknownPath(await client.request("/api/v1/bindings", { method: "POST", body: {} }));
  // A Binding can only be created, so it has no object path.
  for (const method of ["GET", "POST", "DELETE"]) {
    expectUnknownPath(await client.request("/api/v1/namespaces/default/bindings/x", { method }));
  }
  for (const path of ["/apis/app/v1/namespaces/default/deployments", "/apis/app/v1", "/apis/app"]) {
    const answer = await client.request(path);
    expect(answer.status).toBe(404);
    expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
    expect(answer.text).toBe("404 page not found\n");
  }
  expectUnknownPath(await client.request("/api/v1/namespaces/default/deployments"));
  expectUnknownPath(await client.request("/apis/apps/v1/namespaces/default/pods"));
});

describe.each([
  { collection: "/api/v1/pods", resource: "pods", root: "/api/v1", kind: "PodList", body: pod },
  {
    collection: "/apis/apps/v1/deployments",
    resource: "deployments",
    root: "/apis/apps/v1",
    kind: "DeploymentList",
    body: deployment,
  },
])("$collection", ({ collection, resource, root, kind, body }) => {
  test("[PATH-05] a collection path without a namespace lists the objects of all namespaces, and cannot be written", async () => {
    await using running = await startTestServer();
    const { client } = running;
    for (const namespace of ["default", "orch-public"]) {
      await create(running, `${root}/namespaces/${namespace}/${resource}`, body);
    }
    const listed = await client.request(collection);
    expect(listed.json.kind).toBe(kind);
    const namespaces = listed.json.items.map((item: { metadata: { namespace: string } }) => item.metadata.namespace);
    expect(namespaces).toEqual(["default", "orch-public"]);
    for (const request of [{ body }, { method: "DELETE" }, { method: "PUT", body }]) {
      const refused = await client.request(collection, request);
      expect(refused.status).toBe(405);
      expect(refused.json.reason).toBe("MethodNotAllowed");
    }
    expect(names(await client.request(collection))).toHaveLength(2);
  });
});

test("[PATH-06] namespaces have the paths /api/v1/namespaces and /api/v1/namespaces/<name>", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await create(running, "/api/v1/namespaces", { metadata: { name: "mine" } });
  const collection = await client.request("/api/v1/namespaces");
  expect(collection.json).toMatchObject({ kind: "NamespaceList", apiVersion: "v1" });
  expect(names(collection)).toEqual(["default", "mine", "orch-node-lease", "orch-public", "orch-system"]);
  for (const path of ["/api/v1/namespaces/mine", "/api/v1/namespaces/mine/status"]) {
    const { json } = await client.request(path);
    expect(json).toMatchObject({ kind: "Namespace", apiVersion: "v1", metadata: { name: "mine" } });
    expect(json.metadata).not.toHaveProperty("namespace");
  }
  const missing = await client.request("/api/v1/namespaces/nobody");
  expect(missing.status).toBe(404);
  expect(missing.json.message).toBe('namespaces "nobody" not found');
  expectUnknownPath(await client.request("/apis/apps/v1/namespaces/mine"));
  expectUnknownPath(await client.request("/api/v1/namespaces/mine/namespaces/mine"));
});

test("[PATH-07] apiVersion is the version in the core group, and <group>/<version> in a named group", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await create(running, "/api/v1/namespaces/default/pods", pod);
  await create(running, "/apis/apps/v1/namespaces/default/deployments", deployment);
  const leases = "/apis/coordination.orch.io/v1/namespaces/default/leases";
  await create(running, leases, { metadata: { name: "l" } });
  const versionOf = async (path: string): Promise<string> => (await client.request(path)).json.apiVersion;
  expect(await versionOf("/api/v1/namespaces/default/pods/p")).toBe("v1");
  expect(await versionOf("/apis/apps/v1/namespaces/default/deployments/d")).toBe("apps/v1");
  expect(await versionOf(`${leases}/l`)).toBe("coordination.orch.io/v1");

  // The body may omit `apiVersion`, but a different one is rejected.
  const other = await client.request(leases, { body: { apiVersion: "v1", kind: "Lease", metadata: { name: "m" } } });
  expect(other.status).toBe(400);
  const same = { apiVersion: "coordination.orch.io/v1", kind: "Lease", metadata: { name: "m" } };
  await create(running, leases, same);
});

test("[PATH-08] no path addresses the subresources of several objects", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const pods = "/api/v1/namespaces/default/pods";
  await create(running, pods, pod);
  // This path is that of a Pod with the name `status`.
  const read = await client.request(`${pods}/status`);
  expect(read.status).toBe(404);
  expect(read.json.message).toBe('pods "status" not found');
  expectUnknownPath(await client.request("/api/v1/pods/status"));
  expectUnknownPath(await client.request(`${pods}/p,q/status/all`));
  const written = await client.request(`${pods}/status`, { method: "PUT", body: { status: { phase: "Failed" } } });
  expect(written.status).toBe(400);
  expect((await client.request(`${pods}/p`)).json.status.phase).toBe("Pending");
});

test.each(["h1", "h2"] as const)(
  "slashes at the end of a path are ignored, but empty segments within it are not (%s)",
  async (protocol) => {
    await using running = await startTestServer({ protocol });
    const { client } = running;
    const maps = "/api/v1/namespaces/default/configmaps";
    await create(running, maps, { metadata: { name: "a" } });
    expect((await client.request(`${maps}/`)).json.kind).toBe("ConfigMapList");
    expect((await client.request(`${maps}/a//`)).json.kind).toBe("ConfigMap");
    expectUnknownPath(await client.request("/api/v1/namespaces//configmaps"));
    expectUnknownPath(await client.request("/api/v1//namespaces/default/configmaps"));
  },
);

test("names in paths are decoded once and must be valid", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const maps = "/api/v1/namespaces/default/configmaps";
  await create(running, maps, { metadata: { name: "a.b" } });
  expect((await client.request(`${maps}/a%2Eb`)).json.metadata.name).toBe("a.b");
  const cases = [
    { name: "a%2Fb", message: `Name parameter invalid: "a/b": may not contain '/'` },
    { name: "a%252Eb", message: `Name parameter invalid: "a%2Eb": may not contain '%'` },
  ];
  for (const { name, message } of cases) {
    const refused = await client.request(`${maps}/${name}`);
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({ reason: "BadRequest", message });
  }
});
