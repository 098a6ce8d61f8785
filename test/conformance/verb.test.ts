import { describe, expect, test } from "vitest";
import { ClientAuthority } from "../support/client-authority.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { WireClient, type WireResponse } from "../support/wire-client.ts";
import { withoutManagedFields } from "../support/writes.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const pods = "/api/v1/namespaces/default/pods";
const leases = "/apis/coordination.orch.io/v1/namespaces/default/leases";

async function create(running: TestServer, target: string, body: object): Promise<WireResponse["json"]> {
  const answer = await running.client.request(target, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json;
}

const names = ({ json }: WireResponse): string[] =>
  json.items.map((item: { metadata: { name: string } }) => item.metadata.name);

function expectMethodRefused({ status, json }: WireResponse): void {
  expect(status).toBe(405);
  expect(json).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "the server does not allow this method on the requested resource",
    reason: "MethodNotAllowed",
    details: {},
    code: 405,
  });
}

test("[VERB-01] a GET of an object returns the object", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await create(running, maps, { metadata: { name: "b" } });
  const made = await create(running, maps, { metadata: { name: "a" }, data: { x: "1" } });
  const read = await client.request(`${maps}/a`);
  expect(read.status).toBe(200);
  expect(read.headers["content-type"]).toBe("application/json");
  expect(withoutManagedFields(read.json)).toEqual({
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: {
      name: "a",
      namespace: "default",
      uid: made.metadata.uid,
      resourceVersion: made.metadata.resourceVersion,
      creationTimestamp: "2025-01-01T00:00:00Z",
    },
    data: { x: "1" },
  });
  const missing = await client.request(`${maps}/c`);
  expect(missing.status).toBe(404);
  expect(missing.json).toMatchObject({ reason: "NotFound", message: 'configmaps "c" not found' });
});

test("[VERB-02] a GET of a collection returns its objects as one list", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const empty = await client.request(maps);
  expect(empty.json).toMatchObject({ kind: "ConfigMapList", apiVersion: "v1", items: [] });
  await create(running, maps, { metadata: { name: "a" } });
  const last = await create(running, maps, { metadata: { name: "b" } });
  const listed = await client.request(maps);
  expect(listed.status).toBe(200);
  expect(listed.json).toMatchObject({
    kind: "ConfigMapList",
    apiVersion: "v1",
    metadata: { resourceVersion: last.metadata.resourceVersion },
  });
  expect(names(listed)).toEqual(["a", "b"]);
});

describe("[VERB-03] GET with the parameter watch", () => {
  test.each(["h1", "h2"] as const)(
    "a GET with watch streams the events of a collection and stays open (%s)",
    async (protocol) => {
      await using running = await startTestServer({ protocol });
      const { client } = running;
      await create(running, maps, { metadata: { name: "before" } });
      await using events = await client.watch(`${maps}?watch=1`);
      expect((await events.next())?.object.metadata.name).toBe("before");
      await create(running, maps, { metadata: { name: "a" } });
      expect(await events.next()).toMatchObject({
        type: "ADDED",
        object: { kind: "ConfigMap", metadata: { name: "a" } },
      });
      await client.request(`${maps}/a`, { method: "DELETE" });
      expect(await events.next()).toMatchObject({ type: "DELETED", object: { metadata: { name: "a" } } });
      expect(events.hasEnded).toBe(false);
    },
  );

  test.each([
    ["the watch path of an object", "/api/v1/watch/namespaces/default/configmaps/a"],
    ["a field selector on the name", `${maps}?watch=1&fieldSelector=metadata.name%3Da`],
  ])("a GET with watch and %s sends only the events of one object", async (_by, target) => {
    await using running = await startTestServer();
    await create(running, maps, { metadata: { name: "a" } });
    await create(running, maps, { metadata: { name: "b" } });
    await using events = await running.client.watch(target);
    await running.client.request(`${maps}/b`, { method: "DELETE" });
    await create(running, maps, { metadata: { name: "c" } });
    await running.client.request(`${maps}/a`, { method: "DELETE" });
    await create(running, maps, { metadata: { name: "a" } });
    const seen = await events.take(3);
    expect(seen.map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual([
      "ADDED a",
      "DELETED a",
      "ADDED a",
    ]);
  });

  test("a GET with watch on an object's path returns the object, as in the reference", async () => {
    await using running = await startTestServer();
    await create(running, maps, { metadata: { name: "a" } });
    expect((await running.client.request(`${maps}/a?watch=1`)).json).toMatchObject({
      kind: "ConfigMap",
      metadata: { name: "a" },
    });
  });

  test.each(["watch", "watch=", "watch=true", "watch=1"])("a GET with %s is a watch", async (parameter) => {
    await using running = await startTestServer();
    await create(running, maps, { metadata: { name: "a" } });
    await using events = await running.client.watch(`${maps}?${parameter}`);
    expect((await events.next())?.type).toBe("ADDED");
  });

  test.each(["watch=0", "watch=false", "watch=False"])("a GET with %s is not a watch", async (parameter) => {
    await using running = await startTestServer();
    expect((await running.client.request(`${maps}?${parameter}`)).json.kind).toBe("ConfigMapList");
  });
});

test("[VERB-04] a POST to a collection creates the object and returns it with 201", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const created = await client.request(maps, { body: { metadata: { name: "a" }, data: { x: "1" } } });
  expect(created.status).toBe(201);
  expect(created.json).toMatchObject({ kind: "ConfigMap", metadata: { name: "a", namespace: "default" } });
  expect(created.json.metadata.uid).toEqual(expect.any(String));
  expect((await client.request(`${maps}/a`)).json).toEqual(created.json);

  expectMethodRefused(await client.request(`${maps}/b`, { body: { metadata: { name: "b" } } }));
  expect(names(await client.request(maps))).toEqual(["a"]);
});

describe("[VERB-05] PUT of an object that does not exist", () => {
  test("a PUT of a missing object creates it with 201 if its kind allows that", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const put = { method: "PUT", body: { metadata: { name: "l" }, spec: { holderIdentity: "a" } } };
    const created = await client.request(`${leases}/l`, put);
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ kind: "Lease", metadata: { name: "l" }, spec: { holderIdentity: "a" } });
    expect(created.json.metadata.uid).toEqual(expect.any(String));
    const replaced = await client.request(`${leases}/l`, { ...put, body: created.json });
    expect(replaced.status).toBe(200);
    expect(replaced.json.metadata.uid).toBe(created.json.metadata.uid);
  });

  test("a PUT of a missing object gets 404 for other kinds and creates nothing", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const refused = await client.request(`${maps}/a`, { method: "PUT", body: { metadata: { name: "a" } } });
    expect(refused.status).toBe(404);
    expect(refused.json.message).toBe('configmaps "a" not found');
    expect(names(await client.request(maps))).toEqual([]);
  });
});

test("[VERB-06] a PUT replaces the object and removes the fields that it omits", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const made = await create(running, maps, {
    metadata: { name: "a", labels: { x: "1" }, annotations: { y: "2" } },
    data: { one: "1", two: "2" },
    binaryData: { three: "Mw==" },
  });
  const { resourceVersion } = made.metadata;
  const body = { metadata: { name: "a", resourceVersion, labels: { z: "3" } }, data: { two: "22" } };
  const replaced = await client.request(`${maps}/a`, { method: "PUT", body });
  expect(replaced.status).toBe(200);
  const now = (await client.request(`${maps}/a`)).json;
  expect(now).toEqual(replaced.json);
  expect(now.data).toEqual({ two: "22" });
  expect(now).not.toHaveProperty("binaryData");
  expect(now.metadata.labels).toEqual({ z: "3" });
  expect(now.metadata).not.toHaveProperty("annotations");
  expect(now.metadata).toMatchObject({ uid: made.metadata.uid, creationTimestamp: "2025-01-01T00:00:00Z" });
  expect(now.metadata.resourceVersion).not.toBe(resourceVersion);

  const stale = await client.request(`${maps}/a`, { method: "PUT", body: { ...body, data: { lost: "update" } } });
  expect(stale.status).toBe(409);
  expect((await client.request(`${maps}/a`)).json.data).toEqual({ two: "22" });
  expectMethodRefused(await client.request(maps, { method: "PUT", body }));
});

describe("[VERB-07] PATCH on an object's path", () => {
  test.each([
    // A merge patch replaces lists. A strategic merge patch merges lists that have a key.
    ["application/merge-patch+json", ["b"]],
    ["application/strategic-merge-patch+json", ["b", "a"]],
  ])("a PATCH is applied according to its Content-Type: %s", async (contentType, containers) => {
    await using running = await startTestServer();
    const labels = { app: "d" };
    const deployments = "/apis/apps/v1/namespaces/default/deployments";
    await create(running, deployments, {
      metadata: { name: "d" },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "a", image: "image" }] } },
      },
    });
    const body = { spec: { template: { spec: { containers: [{ name: "b", image: "image" }] } } } };
    const headers = { "content-type": contentType };
    const patched = await running.client.request(`${deployments}/d`, { method: "PATCH", headers, body });
    expect(patched.status).toBe(200);
    const found = patched.json.spec.template.spec.containers.map(({ name }: { name: string }) => name);
    expect(found).toEqual(containers);
  });

  test("a PATCH with an unsupported media type or a body that does not match is rejected", async () => {
    await using running = await startTestServer();
    const made = await create(running, maps, { metadata: { name: "a" }, data: { x: "1" } });
    const patch = (contentType: string, body: unknown): Promise<WireResponse> =>
      running.client.request(`${maps}/a`, { method: "PATCH", headers: { "content-type": contentType }, body });
    expect((await patch("application/json", { data: { x: "2" } })).status).toBe(415);
    expect((await patch("application/json-patch+json", { data: { x: "2" } })).status).toBe(400);
    expect((await patch("application/merge-patch+json", [{ op: "remove", path: "/data" }])).status).toBe(400);
    expect((await running.client.request(`${maps}/a`)).json).toEqual(made);
    const operations = [{ op: "replace", path: "/data/x", value: "2" }];
    expect((await patch("application/json-patch+json", operations)).json.data).toEqual({ x: "2" });
    expectMethodRefused(
      await running.client.request(maps, {
        method: "PATCH",
        headers: { "content-type": "application/merge-patch+json" },
        body: {},
      }),
    );
  });
});

describe("[VERB-08] DELETE", () => {
  test("a DELETE of an object removes it, or marks it if it has finalizers", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await create(running, maps, { metadata: { name: "a" } });
    const removed = await client.request(`${maps}/a`, { method: "DELETE" });
    expect(removed.status).toBe(200);
    expect(removed.json).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Success",
      details: { name: "a", kind: "configmaps", uid: made.metadata.uid },
    });
    expect((await client.request(`${maps}/a`)).status).toBe(404);
    expect((await client.request(`${maps}/a`, { method: "DELETE" })).status).toBe(404);

    await create(running, maps, { metadata: { name: "b", finalizers: ["example.com/wait"] } });
    const marked = await client.request(`${maps}/b`, { method: "DELETE" });
    expect(marked.status).toBe(200);
    expect(marked.json).toMatchObject({
      kind: "ConfigMap",
      metadata: { name: "b", deletionTimestamp: "2025-01-01T00:00:00Z" },
    });
    expect((await client.request(`${maps}/b`)).json.metadata.deletionTimestamp).toBe("2025-01-01T00:00:00Z");
  });

  test("a DELETE of a collection removes its objects and no others", async () => {
    await using running = await startTestServer();
    const { client } = running;
    for (const name of ["a", "b"]) await create(running, maps, { metadata: { name } });
    await create(running, maps, { metadata: { name: "c", finalizers: ["example.com/wait"] } });
    await create(running, "/api/v1/namespaces/orch-public/configmaps", { metadata: { name: "a" } });
    await create(running, "/api/v1/namespaces/default/secrets", { metadata: { name: "a" } });
    expect((await client.request(maps, { method: "DELETE" })).status).toBe(200);
    const left = await client.request(maps);
    expect(names(left)).toEqual(["c"]);
    expect(left.json.items[0].metadata.deletionTimestamp).toBe("2025-01-01T00:00:00Z");
    expect(names(await client.request("/api/v1/configmaps"))).toEqual(["c", "a"]);
    expect(names(await client.request("/api/v1/namespaces/default/secrets"))).toEqual(["a"]);
  });
});

describe("[VERB-09] DELETE on a collection", () => {
  async function withThree(running: TestServer): Promise<void> {
    for (const [name, color] of [
      ["a", "red"],
      ["b", "blue"],
      ["c", "red"],
    ]) {
      await create(running, maps, { metadata: { name, labels: { color } } });
    }
  }

  test("a DELETE of a collection with a label selector removes the selected objects and returns their list", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await withThree(running);
    const answer = await client.request(`${maps}?labelSelector=color%3Dred`, { method: "DELETE" });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ kind: "ConfigMapList", apiVersion: "v1" });
    expect(names(answer)).toEqual(["a", "c"]);
    expect(names(await client.request(maps))).toEqual(["b"]);
  });

  test("a DELETE of a collection accepts a field selector and a limit", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await withThree(running);
    await client.request(`${maps}?fieldSelector=metadata.name%3Db`, { method: "DELETE" });
    expect(names(await client.request(maps))).toEqual(["a", "c"]);
    const limited = await client.request(`${maps}?limit=1`, { method: "DELETE" });
    expect(names(limited)).toEqual(["a"]);
    expect(names(await client.request(maps))).toEqual(["c"]);
    expect((await client.request(`${maps}?labelSelector=%3D`, { method: "DELETE" })).status).toBe(400);
    expect(names(await client.request(maps))).toEqual(["c"]);
  });

  test("a DELETE of a collection applies the DeleteOptions of its body", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await withThree(running);
    const options = { kind: "DeleteOptions", apiVersion: "v1" };
    const dry = await client.request(maps, { method: "DELETE", body: { ...options, dryRun: ["All"] } });
    expect(dry.status).toBe(200);
    expect(names(await client.request(maps))).toEqual(["a", "b", "c"]);
    const orphan = { ...options, propagationPolicy: "Orphan" };
    await client.request(maps, { method: "DELETE", body: orphan });
    const marked = (await client.request(maps)).json.items;
    expect(marked.map((item: WireResponse["json"]) => item.metadata.finalizers)).toEqual([
      ["orphan"],
      ["orphan"],
      ["orphan"],
    ]);
    expect((await client.request(maps, { method: "DELETE", body: { propagationPolicy: "Perhaps" } })).status).toBe(422);
  });
});

test("[VERB-11] every write changes one object, because there are no batches and transactions", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const item = (name: string): object => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } });
  for (const kind of ["List", "ConfigMapList"]) {
    const refused = await client.request(maps, { body: { apiVersion: "v1", kind, items: [item("a"), item("b")] } });
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({ reason: "BadRequest", message: expect.stringContaining(kind) });
  }
  expect((await client.request(maps, { body: [item("a"), item("b")] })).status).toBe(400);
  const twoDocuments = `${JSON.stringify(item("a"))}\n---\n${JSON.stringify(item("b"))}\n`;
  const yaml = { "content-type": "application/yaml" };
  await client.request(maps, { headers: yaml, body: twoDocuments });
  expect(names(await client.request(maps))).not.toContain("b");

  // Requests are independent of each other: one rejected item does not affect the others.
  const series = [item("one"), item("NOT A NAME"), item("two")];
  const statuses: number[] = [];
  for (const body of series) statuses.push((await client.request(maps, { body })).status);
  expect(statuses).toEqual([201, 422, 201]);
  expect(names(await client.request(maps))).toEqual(expect.arrayContaining(["one", "two"]));
});

test("[VERB-12] each subresource has its own verbs, and others get 405", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const listed: { name: string; verbs: string[] }[] = [
    ...(await client.request("/api/v1")).json.resources,
    ...(await client.request("/apis/apps/v1")).json.resources,
  ];
  const verbsOf = (name: string): string[] | undefined => listed.find((one) => one.name === name)?.verbs;
  const all = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
  expect(verbsOf("pods")).toEqual(all);
  expect(verbsOf("pods/status")).toEqual(["get", "patch", "update"]);
  expect(verbsOf("pods/log")).toEqual(["get"]);
  expect(verbsOf("pods/binding")).toEqual(["create"]);
  expect(verbsOf("pods/proxy")).toEqual(["create", "delete", "get", "patch", "update"]);
  expect(verbsOf("deployments/scale")).toEqual(["get", "patch", "update"]);
  expect(verbsOf("namespaces/finalize")).toEqual(["update"]);
  expect(verbsOf("namespaces")).toEqual(all.filter((verb) => verb !== "deletecollection"));

  await create(running, pods, { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "image" }] } });
  expect((await client.request(`${pods}/p/status`)).status).toBe(200);
  expectMethodRefused(await client.request(`${pods}/p/status`, { method: "DELETE" }));
  expectMethodRefused(await client.request(`${pods}/p/status`, { body: {} }));
  expectMethodRefused(await client.request(`${pods}/p/log`, { body: {} }));
  expectMethodRefused(await client.request(`${pods}/p/binding`));
  expectMethodRefused(await client.request("/api/v1/namespaces/default/finalize"));
  expectMethodRefused(await client.request("/api/v1/namespaces/default/finalize", { method: "DELETE" }));
  expectMethodRefused(await client.request("/api/v1/namespaces", { method: "DELETE" }));
  expectMethodRefused(await client.request(pods, { method: "OPTIONS" }));
});

test("an unauthorized request is rejected without telling whether the object exists", async () => {
  using authority = await ClientAuthority.create();
  await using running = await startTestServer({ flags: authority.flags });
  const { url, caCertificate: ca } = running.server;
  await using jane = new WireClient({ url, ca, ...(await authority.issue({ name: "jane" })) });
  const refused = await jane.request(`${pods}/nobody/status`, { method: "DELETE" });
  expect(refused.status).toBe(403);
  expect(refused.json.message).toBe(
    'pods "nobody" is forbidden: User "jane" cannot delete resource "pods/status" in API group "" in the namespace "default"',
  );
});
