import { describe, expect, test } from "vitest";
import { createMap, createNamespace, deleteMap, listVersion, mapsPath, namesOf } from "../support/config-maps.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import type { WireResponse } from "../support/wire-client.ts";

const mergePatch = { "content-type": "application/merge-patch+json" };
const pods = "/api/v1/namespaces/default/pods";

/** Starts a server with one object for each possible result of the selectors. */
async function startWithLabels(): Promise<TestServer> {
  const running = await startTestServer();
  const { client } = running;
  await createMap(client, "front", { labels: { app: "web", tier: "front" } });
  await createMap(client, "back", { labels: { app: "web", tier: "back", canary: "" } });
  await createMap(client, "batch", { labels: { app: "jobs", canary: "yes" } });
  await createMap(client, "plain");
  return running;
}

const labelCases: readonly (readonly [selector: string, names: readonly string[]])[] = [
  ["app=web", ["back", "front"]],
  ["app==web", ["back", "front"]],
  ["app!=web", ["batch", "plain"]],
  ["app in (web,jobs)", ["back", "batch", "front"]],
  ["app in (jobs)", ["batch"]],
  ["tier notin (front)", ["back", "batch", "plain"]],
  ["app,tier notin (front)", ["back", "batch"]],
  ["canary", ["back", "batch"]],
  ["!canary", ["front", "plain"]],
  ["canary=", ["back"]],
  ["app in (web,jobs),!tier", ["batch"]],
  ["app in (web, jobs), tier notin (front), !missing", ["back", "batch"]],
  ["app=web,app=jobs", []],
  ["", ["back", "batch", "front", "plain"]],
];

const query = (name: string, selector: string): string => `${name}=${encodeURIComponent(selector)}`;

describe("labelSelector", () => {
  test("[QRY-10] labelSelector filters a list by equality, sets and existence", async () => {
    await using running = await startWithLabels();
    for (const [selector, names] of labelCases) {
      const listed = await running.client.request(`${mapsPath}?${query("labelSelector", selector)}`);
      expect({ selector, status: listed.status, names: namesOf(listed) }).toEqual({ selector, status: 200, names });
    }
  });

  test("[QRY-10] labelSelector filters a watch", async () => {
    await using running = await startWithLabels();
    for (const [selector, names] of labelCases) {
      const target = `${mapsPath}?watch=1&timeoutSeconds=1&${query("labelSelector", selector)}`;
      const events = await running.client.watch(target);
      const seen = await events.take(names.length);
      expect({ selector, names: seen.map(({ object }) => object.metadata.name) }).toEqual({ selector, names });
      await running.clock.advance(1000);
      expect(await events.takeAll()).toEqual([]);
    }
  });

  test("[QRY-10] labelSelector filters the deletion of a collection", async () => {
    await using running = await startWithLabels();
    const { client } = running;
    const target = `${mapsPath}?${query("labelSelector", "app in (web,jobs),!tier")}`;
    const removed = await client.request(target, { method: "DELETE" });
    expect([removed.status, namesOf(removed)]).toEqual([200, ["batch"]]);
    expect(namesOf(await client.request(mapsPath))).toEqual(["back", "front", "plain"]);
  });

  test("[QRY-10] requests for one object ignore labelSelector", async () => {
    await using running = await startWithLabels();
    const read = await running.client.request(`${mapsPath}/plain?${query("labelSelector", "app=web")}`);
    expect([read.status, read.json.metadata.name]).toEqual([200, "plain"]);
  });

  test.each(["app in", "app in (", "app=web,", "=web", "a b", "app=not/a/value", "-app", "app in web", "app>x"])(
    "[QRY-10] a malformed labelSelector is rejected with 400: %s",
    async (selector) => {
      await using running = await startWithLabels();
      const { client } = running;
      const text = query("labelSelector", selector);
      for (const [target, method] of [
        [`${mapsPath}?${text}`, "GET"],
        [`${mapsPath}?watch=1&${text}`, "GET"],
        [`${mapsPath}?${text}`, "DELETE"],
      ] as const) {
        const refused = await client.request(target, { method });
        expect(refused.status).toBe(400);
        expect(refused.json).toMatchObject({ kind: "Status", reason: "BadRequest", code: 400 });
        expect(refused.json.message).not.toBe("");
      }
      expect(namesOf(await client.request(mapsPath))).toHaveLength(4);
    },
  );

  test.each([
    ["app in (", "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ["a in", "unable to parse requirement: found '' expected: '('"],
    ["=", "found '=', expected: !, identifier, or 'end of string'"],
  ])("the error of a malformed labelSelector gives the reason: %s", async (selector, message) => {
    await using running = await startTestServer();
    const refused = await running.client.request(`${mapsPath}?${query("labelSelector", selector)}`);
    expect(refused.json.message).toBe(message);
  });
});

describe("fieldSelector", () => {
  test("[QRY-11] fieldSelector filters every type by name and namespace", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createNamespace(client, "zoo");
    for (const namespace of ["default", "zoo"]) {
      for (const name of ["a", "b"]) await createMap(client, name, { namespace });
    }
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ["metadata.name=a", ["default/a", "zoo/a"]],
      ["metadata.name==a", ["default/a", "zoo/a"]],
      ["metadata.name!=a", ["default/b", "zoo/b"]],
      ["metadata.namespace=zoo", ["zoo/a", "zoo/b"]],
      ["metadata.namespace!=zoo", ["default/a", "default/b"]],
      ["metadata.name=a,metadata.namespace=zoo", ["zoo/a"]],
      ["metadata.name=a,metadata.name=b", []],
      ["metadata.name=", []],
      ["", ["default/a", "default/b", "zoo/a", "zoo/b"]],
    ];
    for (const [selector, keys] of cases) {
      const listed = await client.request(`/api/v1/configmaps?${query("fieldSelector", selector)}`);
      expect({ selector, keys: keysOf(listed) }).toEqual({ selector, keys });
    }
    expect(namesOf(await client.request(`${mapsPath}?${query("fieldSelector", "metadata.name=a")}`))).toEqual(["a"]);
    const namespaces = await client.request(`/api/v1/namespaces?${query("fieldSelector", "metadata.name=zoo")}`);
    expect(namesOf(namespaces)).toEqual(["zoo"]);
  });

  const keysOf = ({ json }: WireResponse): string[] =>
    json.items.map(({ metadata }: { metadata: { name: string; namespace: string } }) =>
      [metadata.namespace, metadata.name].join("/"),
    );

  /** Starts a server with Pods on two nodes. One of the Pods has ended. */
  async function startWithPods(): Promise<TestServer> {
    const running = await startTestServer();
    const { client } = running;
    for (const [name, nodeName] of [
      ["on-one", "one"],
      ["on-two", "two"],
      ["nowhere", ""],
    ]) {
      const spec = { containers: [{ name: "c", image: "image" }], ...(nodeName ? { nodeName } : {}) };
      const made = await client.request(pods, { body: { metadata: { name }, spec } });
      expect(made.status, made.text).toBe(201);
    }
    const status = { method: "PATCH", headers: mergePatch, body: { status: { phase: "Failed" } } };
    expect((await client.request(`${pods}/on-two/status`, status)).status).toBe(200);
    return running;
  }

  test("[QRY-11] fieldSelector filters some types by further fields", async () => {
    await using running = await startWithPods();
    for (const [selector, names] of [
      ["spec.nodeName=one", ["on-one"]],
      ["spec.nodeName=", ["nowhere"]],
      ["spec.nodeName!=", ["on-one", "on-two"]],
      ["status.phase=Pending", ["nowhere", "on-one"]],
      ["status.phase!=Pending", ["on-two"]],
      ["status.phase==Failed,spec.nodeName!=one", ["on-two"]],
      ["spec.restartPolicy=Always,metadata.name!=on-one", ["nowhere", "on-two"]],
    ] as const) {
      const listed = await running.client.request(`${pods}?${query("fieldSelector", selector)}`);
      expect({ selector, names: namesOf(listed) }).toEqual({ selector, names });
    }
  });

  test("[QRY-11] fieldSelector filters a watch, whose objects start and stop to match", async () => {
    await using running = await startWithPods();
    const { client } = running;
    const pending = `${pods}?watch=1&${query("fieldSelector", "status.phase=Pending")}`;
    await using events = await client.watch(pending);
    expect((await events.take(2)).map(({ object }) => object.metadata.name)).toEqual(["nowhere", "on-one"]);
    const phase = async (name: string, to: string): Promise<void> => {
      const request = { method: "PATCH", headers: mergePatch, body: { status: { phase: to } } };
      expect((await client.request(`${pods}/${name}/status`, request)).status).toBe(200);
    };
    await phase("on-one", "Running");
    await phase("on-two", "Pending");
    const seen = await events.take(2);
    expect(seen.map(({ type, object }) => `${type} ${object.metadata.name} ${object.status.phase}`)).toEqual([
      "DELETED on-one Pending",
      "ADDED on-two Pending",
    ]);
  });

  test("[QRY-11] fieldSelector works together with labels, chunks and the deletion of a collection", async () => {
    await using running = await startWithLabels();
    const { client } = running;
    const both = `${query("fieldSelector", "metadata.name!=front")}&${query("labelSelector", "app")}`;
    expect(namesOf(await client.request(`${mapsPath}?${both}`))).toEqual(["back", "batch"]);
    const first = await client.request(`${mapsPath}?${both}&limit=1`);
    const token = encodeURIComponent(first.json.metadata.continue);
    const second = await client.request(`${mapsPath}?${both}&limit=1&continue=${token}`);
    expect([namesOf(first), namesOf(second), second.json.metadata.continue]).toEqual([["back"], ["batch"], undefined]);
    expect(namesOf(await client.request(`${mapsPath}?${both}`, { method: "DELETE" }))).toEqual(["back", "batch"]);
    expect(namesOf(await client.request(mapsPath))).toEqual(["front", "plain"]);
  });

  test.each([
    [mapsPath, "spec.foo=1", '"spec.foo" is not a known field selector: only "metadata.name", "metadata.namespace"'],
    ["/api/v1/nodes", "metadata.namespace=x", "field label not supported: metadata.namespace"],
    [pods, "spec.foo=1", "field label not supported: spec.foo"],
    ["/apis/events.orch.io/v1/namespaces/default/events", "source=x", "field label not supported: source"],
    [mapsPath, "metadata.name", "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
  ])("[QRY-11] a fieldSelector of %s by %s is rejected with 400", async (collection, selector, message) => {
    await using running = await startTestServer();
    const { client } = running;
    const text = query("fieldSelector", selector);
    for (const [target, method] of [
      [`${collection}?${text}`, "GET"],
      [`${collection}?watch=1&${text}`, "GET"],
      [`${collection}?${text}`, "DELETE"],
    ] as const) {
      const refused = await client.request(target, { method });
      expect(refused.status).toBe(400);
      expect(refused.json).toMatchObject({ kind: "Status", reason: "BadRequest", message, code: 400 });
    }
  });

  test.each(["v1alpha3", "v1beta1"])(
    "field selectors of ResourceSlices are rejected with the version %s",
    async (version) => {
      const groupVersion = `resource.orch.io/${version}`;
      await using running = await startTestServer({ flags: [`--runtime-config=${groupVersion}=true`] });
      const refused = await running.client.request(`/apis/${groupVersion}/resourceslices?fieldSelector=spec.foo%3D1`);
      expect([refused.status, refused.json.message]).toEqual([
        400,
        `field label not supported for ${groupVersion}, Kind=ResourceSlice: spec.foo`,
      ]);
    },
  );

  test("a fieldSelector of Pods may name status.podIPs, which has no value, as in the reference", async () => {
    await using running = await startTestServer();
    const pods = "/api/v1/namespaces/default/pods";
    const body = { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i" }] } };
    await running.client.request(pods, { body });
    const found = async (selector: string): Promise<number> =>
      (await running.client.request(`${pods}?${query("fieldSelector", selector)}`)).json.items.length;
    expect([await found("status.podIPs="), await found("status.podIPs=10.0.0.1")]).toEqual([1, 0]);
  });

  test("a malformed fieldSelector of Jobs gets the reference's error", async () => {
    await using running = await startTestServer();
    const { json } = await running.client.request(`/apis/batch/v1/jobs?${query("fieldSelector", "spec.x=1")}`);
    expect([json.code, json.message]).toEqual([400, 'field label "spec.x" not supported for Job']);
  });

  test("[QRY-11] a fieldSelector that contradicts the object's path is rejected", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createMap(client, "a");
    const version = await listVersion(client);
    const watched = `/api/v1/watch/namespaces/default/configmaps/a?resourceVersion=${version}&`;
    const refused = await client.request(`${watched}${query("fieldSelector", "metadata.name=b")}`);
    expect([refused.status, refused.json.message]).toEqual([
      400,
      "fieldSelector metadata.name doesn't match requested name",
    ]);
    await using events = await client.watch(`${watched}${query("fieldSelector", "metadata.name=a")}`);
    await deleteMap(client, "a");
    expect((await events.next())?.type).toBe("DELETED");
  });
});
