import { describe, expect, test } from "vitest";
import { apply, applyMediaType } from "../support/apply.ts";
import { ClientAuthority } from "../support/client-authority.ts";
import { listVersion, mapsPath } from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import { WireClient, type WireResponse } from "../support/wire-client.ts";
import {
  createObject,
  deleteObject,
  getObject,
  isGone,
  type PatchType,
  patch,
  patchTypes,
  put,
} from "../support/writes.ts";

const path = `${mapsPath}/a`;
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const services = "/api/v1/namespaces/default/services";
const namespaces = "/api/v1/namespaces";
const pods = "/api/v1/namespaces/default/pods";
const labels = { app: "web" };
const dry = "dryRun=All";

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { x: "1" } };
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "d" },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1" }] } },
  },
};
const everyType = Object.keys(patchTypes) as PatchType[];
/** Patches of each type that set `data.x` to 2. */
const setting: Readonly<Record<PatchType, unknown>> = {
  json: [{ op: "add", path: "/data", value: { x: "2" } }],
  merge: { data: { x: "2" } },
  strategic: { data: { x: "2" } },
};

/** Returns the response without the fields that differ between a dry run and a real write. */
function withoutIdentity({ json, status }: WireResponse): Json {
  const { uid: _uid, resourceVersion: _version, creationTimestamp: _time, ...metadata } = json.metadata;
  return { status, json: { ...json, metadata } };
}

describe("[DRY-01] a dry run", () => {
  test("a dry run of a create fills in defaults and stores nothing", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const answer = await client.request(`${deployments}?${dry}`, { body: deployment });
    expect(answer.status).toBe(201);
    expect(answer.json.spec).toMatchObject({
      replicas: 1,
      revisionHistoryLimit: 10,
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } },
      template: { spec: { restartPolicy: "Always", dnsPolicy: "ClusterFirst" } },
    });
    expect(await isGone(client, `${deployments}/d`)).toBe(true);
  });

  test("a request with an empty dryRun is rejected and writes nothing", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const refused = await client.request(`${mapsPath}?dryRun=`, { body: map });
    expect(refused.status).toBe(422);
    expect(refused.json.details.causes).toEqual([
      {
        reason: "FieldValueNotSupported",
        message: 'Unsupported value: []string{""}: supported values: "All"',
        field: "dryRun",
      },
    ]);
    expect(await isGone(client, path)).toBe(true);
  });

  test("a dry run is rejected with the same error as the real request", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, mapsPath, map);
    const stale = { ...map, metadata: { name: "a", resourceVersion: "1" } };
    const attempts: readonly ((query: string) => Promise<WireResponse>)[] = [
      (query) => client.request(`${mapsPath}?${query}`, { body: map }),
      (query) => client.request(`${mapsPath}?${query}`, { body: { ...map, metadata: { name: "B" } } }),
      (query) => client.request(`${mapsPath}?${query}`, { body: { ...map, metadata: { name: "b" }, data: [] } }),
      (query) => client.request(`${deployments}?${query}`, { body: { ...deployment, spec: { replicas: -1 } } }),
      (query) => client.request(`/api/v1/namespaces/none/configmaps?${query}`, { body: { metadata: { name: "b" } } }),
      (query) => put(client, `${path}?${query}`, stale),
      (query) => patch(client, `${path}?${query}`, "json", [{ op: "test", path: "/data/x", value: "9" }]),
      (query) => patch(client, `${path}?${query}`, "merge", { data: { "not a key": "1" } }),
      (query) => patch(client, `${mapsPath}/none?${query}`, "merge", {}),
      (query) => deleteObject(client, `${mapsPath}/none?${query}`),
    ];
    for (const attempt of attempts) {
      const [tried, real] = [await attempt(dry), await attempt("")];
      expect(tried.status).toBeGreaterThanOrEqual(400);
      expect([tried.status, tried.text]).toEqual([real.status, real.text]);
    }
  });

  test("a dry run of a patch or an apply returns the merged object", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, mapsPath, map);
    for (const type of everyType) {
      const answer = await patch(client, `${path}?${dry}`, type, setting[type]);
      expect([answer.status, answer.json.data]).toEqual([200, { x: "2" }]);
    }
    const refused = await apply(client, path, "m", { ...map, data: { x: "2" } }, { query: dry });
    expect(refused.status).toBe(409);
    const forced = await apply(client, path, "m", { ...map, data: { x: "2" } }, { query: dry, force: true });
    expect([forced.status, forced.json.data]).toEqual([200, { x: "2" }]);
    expect(forced.json.metadata.managedFields).toMatchObject([{ manager: "m", operation: "Apply" }, {}]);
    expect(await getObject(client, path)).toEqual(made);
  });
});

describe("[DRY-02] a dry run leaves no trace", () => {
  test("a dry run causes no watch event and uses no resourceVersion", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, mapsPath, map);
    const version = await listVersion(client);
    await using watch = await client.watch(`${mapsPath}?watch=1&resourceVersion=${version}`);
    await client.request(`${mapsPath}?${dry}`, { body: { metadata: { name: "b" } } });
    await put(client, `${path}?${dry}`, { ...map, data: { x: "2" } });
    await patch(client, `${path}?${dry}`, "merge", { data: { x: "3" } });
    await apply(client, `${mapsPath}/c`, "m", { ...map, metadata: { name: "c" } }, { query: dry });
    await deleteObject(client, `${path}?${dry}`);
    await deleteObject(client, `${mapsPath}?${dry}`);
    expect(await getObject(client, path)).toEqual(made);
    expect(await listVersion(client)).toBe(version);
    await createObject(client, mapsPath, { metadata: { name: "last" } });
    expect((await watch.next())?.object.metadata.name).toBe("last");
  });

  test("a dry run reserves no addresses or ports for Services", async () => {
    // Apart from the API server's address, the ranges have two addresses and one node port.
    const flags = ["--service-cluster-ip-range=10.0.0.0/30", "--service-node-port-range=30000-30000"];
    await using running = await startTestServer({ flags });
    const { client } = running;
    const service = (name: string): object => ({
      metadata: { name },
      spec: { type: "NodePort", ports: [{ port: 80 }] },
    });
    for (const name of ["a", "b", "c", "d"]) {
      const answer = await client.request(`${services}?${dry}`, { body: service(name) });
      expect([answer.status, answer.json.spec.type]).toEqual([201, "NodePort"]);
    }
    const made = await createObject(client, services, service("a"));
    expect(made.spec.ports[0].nodePort).toBe(30_000);
    // As in the reference, a dry run does not check whether a node port is free.
    expect((await client.request(`${services}?${dry}`, { body: service("b") })).status).toBe(201);
    const freed = await patch(client, `${services}/a?${dry}`, "merge", { spec: { type: "ClusterIP" } });
    expect(freed.json.spec.ports[0]).not.toHaveProperty("nodePort");
    await deleteObject(client, `${services}/a?${dry}`);
    expect((await client.request(services, { body: service("b") })).status).toBe(500);
    expect(await getObject(client, `${services}/a`)).toEqual(made);
  });

  test("a dry run of a deletion does not mark the object", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, pods, {
      metadata: { name: "p" },
      spec: { nodeName: "n", containers: [{ name: "c", image: "c:1" }] },
    });
    const answer = await deleteObject(client, `${pods}/p?${dry}`);
    expect([answer.status, answer.json.metadata.deletionGracePeriodSeconds]).toEqual([200, 30]);
    await createObject(client, namespaces, { metadata: { name: "shop" } });
    expect((await deleteObject(client, `${namespaces}/shop?${dry}`)).json.status).toEqual({ phase: "Terminating" });
    expect(await getObject(client, `${pods}/p`)).toEqual(made);
    expect((await getObject(client, `${namespaces}/shop`)).status).toEqual({ phase: "Active" });
    expect((await client.request("/api/v1/namespaces/shop/configmaps", { body: map })).status).toBe(201);
  });
});

describe("[DRY-03, DRY-04] a dry run and the real request have the same response", () => {
  const finalizers = ["example.com/f"];
  const prepare = { ...map, metadata: { name: "a", finalizers } };
  const requests: Readonly<Record<string, (client: WireClient, query: string) => Promise<WireResponse>>> = {
    POST: (client, query) =>
      client.request(`${mapsPath}?${query}`, { body: { metadata: { name: "b" }, data: { y: "1" } } }),
    PUT: (client, query) => put(client, `${path}?${query}`, { ...map, data: { x: "2" } }),
    ...Object.fromEntries(
      everyType.map((type) => [
        `PATCH ${type}`,
        (client: WireClient, query: string) => patch(client, `${path}?${query}`, type, setting[type]),
      ]),
    ),
    "PATCH apply": (client, query) =>
      client.request(`${path}?fieldManager=m&force=true&${query}`, {
        method: "PATCH",
        headers: { "content-type": applyMediaType },
        body: { ...map, data: { x: "2" } },
      }),
    "PATCH apply of a new object": (client, query) =>
      client.request(`${mapsPath}/c?fieldManager=m&${query}`, {
        method: "PATCH",
        headers: { "content-type": applyMediaType },
        body: { ...map, metadata: { name: "c" } },
      }),
    "DELETE of an object with finalizers": (client, query) => deleteObject(client, `${path}?${query}`),
  };

  test.each(Object.keys(requests))("a dry run has the same response as the real request: %s", async (name) => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, mapsPath, prepare);
    const before = await client.request(mapsPath);
    const tried = await requests[name]?.(client, dry);
    expect((await client.request(mapsPath)).text).toBe(before.text);
    const real = await requests[name]?.(client, "");
    if (!tried || !real) throw new Error("there is such a request");
    expect(tried.status).toBe(name === "POST" || name.endsWith("new object") ? 201 : 200);
    expect(withoutIdentity(tried)).toEqual(withoutIdentity(real));
    expect((await client.request(mapsPath)).text).not.toBe(before.text);
  });

  test("a dry run of a DELETE that removes at once has the same response as the real request", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, mapsPath, map);
    const tried = await deleteObject(client, `${path}?${dry}`);
    expect(await isGone(client, path)).toBe(false);
    const real = await deleteObject(client, path);
    expect([tried.status, tried.json]).toEqual([real.status, real.json]);
    expect(await isGone(client, path)).toBe(true);
  });

  test("a dry run of a DELETE of a collection has the same response as the real request", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, mapsPath, map);
    await createObject(client, mapsPath, { metadata: { name: "b" } });
    const names = ({ json }: WireResponse): string[] => json.items.map((item: Json) => item.metadata.name);
    const tried = await deleteObject(client, `${mapsPath}?${dry}`);
    expect([tried.status, names(tried)]).toEqual([200, ["a", "b"]]);
    expect(names(await client.request(mapsPath))).toEqual(["a", "b"]);
    expect(names(await deleteObject(client, mapsPath))).toEqual(["a", "b"]);
    expect(names(await client.request(mapsPath))).toEqual([]);
  });

  test("a dry run of a write of a subresource has the same response as the real request", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, deployments, deployment);
    const target = `${deployments}/d`;
    const scaled = await patch(client, `${target}/scale?${dry}`, "merge", { spec: { replicas: 7 } });
    expect([scaled.status, scaled.json.spec]).toEqual([200, { replicas: 7 }]);
    const reported = await put(client, `${target}/status?${dry}`, { ...made, status: { replicas: 1 } });
    expect([reported.status, reported.json.status]).toEqual([200, { replicas: 1 }]);
    expect(await getObject(client, target)).toEqual(made);
  });
});

test("[DRY-08] a dry run needs the same permission as the real request", async () => {
  using authority = await ClientAuthority.create();
  await using running = await startTestServer({ flags: authority.flags });
  const { url, caCertificate: ca } = running.server;
  const made = await createObject(running.client, mapsPath, map);
  await using jane = new WireClient({ url, ca, ...(await authority.issue({ name: "jane" })) });
  const refusal = (verb: string, name = ""): string =>
    `configmaps ${name}is forbidden: User "jane" cannot ${verb} resource "configmaps" in API group "" in the namespace "default"`;
  const attempts: readonly (readonly [message: string, answer: WireResponse])[] = [
    [refusal("create"), await jane.request(`${mapsPath}?${dry}`, { body: { metadata: { name: "b" } } })],
    [refusal("update", '"a" '), await put(jane, `${path}?${dry}`, map)],
    [refusal("patch", '"a" '), await patch(jane, `${path}?${dry}`, "merge", {})],
    [refusal("patch", '"a" '), await apply(jane, path, "m", map, { query: dry })],
    [refusal("delete", '"a" '), await deleteObject(jane, `${path}?${dry}`)],
    [refusal("deletecollection"), await deleteObject(jane, `${mapsPath}?${dry}`)],
  ];
  for (const [message, answer] of attempts) expect([answer.status, answer.json.message]).toEqual([403, message]);
  expect(await getObject(running.client, path)).toEqual(made);
});

describe("[DRY-09] differences between a dry run and the real request", () => {
  test("a dry run of a create differs in uid, resourceVersion and creationTimestamp only", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const body = { ...deployment, metadata: { generateName: "d-" } };
    const tried = (await client.request(`${deployments}?${dry}`, { body })).json;
    const real = (await client.request(deployments, { body })).json;
    expect(tried.metadata.name).toMatch(/^d-[a-z0-9]{5}$/);
    expect(tried.metadata).not.toHaveProperty("resourceVersion");
    expect(tried.metadata.uid).not.toBe(real.metadata.uid);
    const { name, uid, resourceVersion } = real.metadata;
    expect({ ...tried, metadata: { ...tried.metadata, name, uid, resourceVersion } }).toEqual(real);
  });

  test("a dry run of an update returns the old resourceVersion", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, mapsPath, map);
    const tried = await put(client, `${path}?${dry}`, { ...map, data: { x: "2" } });
    expect(tried.json.metadata.resourceVersion).toBe(made.metadata.resourceVersion);
  });

  test("a dry run of a Service reserves no address, and may name one that is taken", async () => {
    await using running = await startTestServer({ flags: ["--service-cluster-ip-range=10.0.0.0/30"] });
    const { client } = running;
    const service = (name: string): object => ({ metadata: { name }, spec: { ports: [{ port: 80 }] } });
    for (let round = 0; round < 5; round++) {
      expect((await client.request(`${services}?${dry}`, { body: service("s") })).status).toBe(201);
    }
    const one = await createObject(client, services, service("one"));
    const named = { metadata: { name: "two" }, spec: { ports: [{ port: 80 }], clusterIP: one.spec.clusterIP } };
    expect((await client.request(`${services}?${dry}`, { body: named })).status).toBe(201);
    expect((await client.request(services, { body: named })).status).toBe(422);
  });
});

test("a dry run of an update returns the selfLink that was sent, but a real update drops it", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createObject(client, mapsPath, map);
  const metadata = { name: "a", selfLink: "/x" };
  for (const [query, shown] of [
    [`?${dry}`, "/x"],
    ["", undefined],
  ]) {
    expect((await put(client, path + query, { ...map, metadata })).json.metadata.selfLink).toBe(shown);
    expect((await patch(client, path + query, "merge", { metadata })).json.metadata.selfLink).toBe(shown);
  }
  expect((await getObject(client, path)).metadata).not.toHaveProperty("selfLink");
  const fresh = await client.request(`${mapsPath}?${dry}`, { body: { metadata: { name: "b", selfLink: "/x" } } });
  expect(fresh.json.metadata).not.toHaveProperty("selfLink");
});

test("an update that removes the last finalizer of a terminating object returns the selfLink that was sent", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const metadata = { name: "a", selfLink: "/x" };
  for (const change of [
    () => put(client, path, { ...map, metadata }),
    () => patch(client, path, "merge", { metadata: { selfLink: "/x", finalizers: null } }),
  ]) {
    await createObject(client, mapsPath, { ...map, metadata: { name: "a", finalizers: ["example.com/hold"] } });
    await client.request(path, { method: "DELETE" });
    expect((await change()).json.metadata.selfLink).toBe("/x");
    expect((await client.request(path)).status).toBe(404);
  }
});

test("a dry run of an update that creates returns the selfLink that was sent, but a real update drops it", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const leases = "/apis/coordination.orch.io/v1/namespaces/default/leases";
  for (const [query, shown] of [
    [`?${dry}`, "/x"],
    ["", undefined],
  ]) {
    const sent = (name: string): object => ({ metadata: { name, selfLink: "/x" } });
    expect((await put(client, `${leases}/a${query}`, sent("a"))).json.metadata.selfLink).toBe(shown);
    const lease = { apiVersion: "coordination.orch.io/v1", kind: "Lease", ...sent("b") };
    expect(
      (await apply(client, `${leases}/b`, "m", lease, { query: query?.slice(1) ?? "" })).json.metadata.selfLink,
    ).toBe(shown);
  }
});

test("a dry run of an update with another uid names the key without the store's prefix", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createObject(client, mapsPath, map);
  const metadata = { name: "a", uid: "0b8b7f7e-1c1c-4f0e-9c55-2f0000000000" };
  const keys = async (query: string): Promise<string> =>
    (await put(client, path + query, { ...map, metadata })).json.message.match(/Key: ([^,]*),/)[1];
  expect([await keys(`?${dry}`), await keys("")]).toEqual(["/configmaps/default/a", "/registry/configmaps/default/a"]);
});
