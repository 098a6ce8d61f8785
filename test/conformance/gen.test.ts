import { expect, test } from "vitest";
import { ClientAuthority } from "../support/client-authority.ts";
import { startTestServer } from "../support/test-server.ts";
import { KeptStore } from "../support/test-store.ts";
import { WireClient } from "../support/wire-client.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const mergePatch = { "content-type": "application/merge-patch+json" };

/** A resource or subresource in discovery. */
interface DiscoveredResource {
  readonly name: string;
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
}

interface Operation {
  readonly "x-orch-action"?: string;
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { "x-orch-group-version-kind"?: { group: string; version: string; kind: string }[] }>
    >;
  };
}

/** Name of each discovery verb in the OpenAPI document. A watch is a list with a parameter. */
const actions: Readonly<Record<string, string>> = {
  create: "post",
  delete: "delete",
  deletecollection: "deletecollection",
  get: "get",
  list: "list",
  patch: "patch",
  update: "put",
};

test("[GEN-01] the OpenAPI document has a schema and the operations of every resource in discovery", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const groups: { versions: { groupVersion: string }[] }[] = (await client.request("/apis")).json.groups;
  const paths = ["/api/v1", ...groups.flatMap(({ versions }) => versions.map((one) => `/apis/${one.groupVersion}`))];
  expect(paths).toEqual(expect.arrayContaining(["/api/v1", "/apis/apps/v1", "/apis/coordination.orch.io/v1"]));

  const described: string[] = [];
  for (const path of paths) {
    const resources: DiscoveredResource[] = (await client.request(path)).json.resources;
    const document: OpenApiDocument = (await client.request(`/openapi/v3${path}`)).json;
    const [own = "", ownVersion = ""] = path === "/api/v1" ? ["", "v1"] : path.split("/").slice(2);
    const kinds = Object.values(document.components.schemas).flatMap((one) => one["x-orch-group-version-kind"] ?? []);
    for (const { name, kind, group = own, version = ownVersion, verbs } of resources) {
      const type = { group, version, kind };
      // Options of connections are sent as query parameters, so no schema contains them.
      const isConnected = kind.endsWith("Options");
      if (isConnected) expect(kinds).not.toContainEqual(type);
      else expect(kinds).toContainEqual(type);
      const [plural = "", subresource = ""] = name.split("/");
      const operations = Object.entries(document.paths)
        .filter(([one]) => isPathOf(one, plural, subresource))
        .flatMap(([, methods]) => Object.values(methods).map((operation) => operation["x-orch-action"]));
      const expected = verbs.flatMap((verb) => (isConnected ? "connect" : (actions[verb] ?? [])));
      expect({ name, operations }).toEqual({ name, operations: expect.arrayContaining(expected) });
      described.push(`${path} ${name}`);
    }
  }
  expect(described).toEqual(
    expect.arrayContaining([
      "/api/v1 pods",
      "/api/v1 pods/status",
      "/api/v1 pods/binding",
      "/api/v1 pods/exec",
      "/api/v1 nodes",
      "/apis/apps/v1 deployments",
      "/apis/apps/v1 deployments/scale",
      "/apis/batch/v1 jobs",
      "/apis/coordination.orch.io/v1 leases",
    ]),
  );
});

/** Whether an OpenAPI path is a collection or object of the resource, or its subresource. */
function isPathOf(path: string, plural: string, subresource: string): boolean {
  const bare = path.replace("/namespaces/{namespace}/", "/").split("/").slice(3);
  const [resource, name, sub = ""] = path.startsWith("/api/") ? bare : bare.slice(1);
  return resource === plural && sub === subresource && (name === undefined || /^\{\w+\}$/.test(name));
}

test.each(["h1", "h2"] as const)(
  "[GEN-02] POST, GET, PUT, PATCH and DELETE create, read, replace, change and remove a ConfigMap (%s)",
  async (protocol) => {
    await using running = await startTestServer({ protocol });
    const { client } = running;
    const dataOf = async (): Promise<unknown> => (await client.request(`${maps}/a`)).json.data;

    const created = await client.request(maps, { body: { metadata: { name: "a" }, data: { x: "1" } } });
    expect(created.status).toBe(201);
    expect(await dataOf()).toEqual({ x: "1" });

    const replaced = { metadata: { name: "a" }, data: { y: "2" } };
    expect((await client.request(`${maps}/a`, { method: "PUT", body: replaced })).status).toBe(200);
    expect(await dataOf()).toEqual({ y: "2" });

    const patch = { method: "PATCH", headers: mergePatch, body: { data: { z: "3" } } };
    expect((await client.request(`${maps}/a`, patch)).status).toBe(200);
    expect(await dataOf()).toEqual({ y: "2", z: "3" });

    expect((await client.request(`${maps}/a`, { method: "DELETE" })).status).toBe(200);
    expect((await client.request(`${maps}/a`)).status).toBe(404);
  },
);

test("[GEN-04] the scale of a Deployment is a Scale, and writing it changes the Deployment", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const deployments = "/apis/apps/v1/namespaces/default/deployments";
  const created = await client.request(deployments, { body: deployment("d", 2) });
  expect(created.status).toBe(201);
  expect(created.json.kind).toBe("Deployment");

  const read = await client.request(`${deployments}/d/scale`);
  expect(read.status).toBe(200);
  expect(read.json).toMatchObject({
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: { name: "d", namespace: "default", uid: created.json.metadata.uid },
    spec: { replicas: 2 },
    status: { replicas: 0, selector: "app=d" },
  });
  expect(read.json.spec).toEqual({ replicas: 2 });

  const scaled = await client.request(`${deployments}/d/scale`, {
    method: "PUT",
    body: { ...read.json, spec: { replicas: 5 } },
  });
  expect(scaled.json).toMatchObject({ kind: "Scale", spec: { replicas: 5 } });
  expect((await client.request(`${deployments}/d`)).json.spec.replicas).toBe(5);
});

function deployment(name: string, replicas: number): object {
  const labels = { app: name };
  const containers = [{ name: "c", image: "image" }];
  return {
    metadata: { name },
    spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  };
}

test("[GEN-05] a client that lists and then watches from the list's version gets the same objects as a later list", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const write = async (target: string, method: string, body?: object): Promise<void> => {
    const { status } = await client.request(target, { method, headers: mergePatch, ...(body ? { body } : {}) });
    expect(status).toBeLessThan(300);
  };
  const post = async (name: string): Promise<void> => {
    const { status } = await client.request(maps, { body: { metadata: { name }, data: { round: "0" } } });
    expect(status).toBe(201);
  };
  for (let index = 0; index < 10; index++) await post(`old-${index}`);

  const listed = (await client.request(maps)).json;
  const cache = new Map<string, string>();
  for (const { metadata } of listed.items) cache.set(metadata.name, metadata.resourceVersion);
  await using events = await client.watch(`${maps}?watch=1&resourceVersion=${listed.metadata.resourceVersion}`);

  for (let index = 0; index < 10; index++) await write(`${maps}/old-${index}`, "PATCH", { data: { round: "1" } });
  for (let index = 0; index < 20; index++) await post(`new-${index}`);
  for (let index = 0; index < 10; index++) await write(`${maps}/new-${index}`, "DELETE");
  for (let index = 0; index < 10; index++) await write(`${maps}/old-${index}`, "PATCH", { data: { round: "2" } });

  for (const { type, object } of await events.take(50)) {
    if (type === "DELETED") cache.delete(object.metadata.name);
    else cache.set(object.metadata.name, object.metadata.resourceVersion);
  }
  const now: { metadata: { name: string; resourceVersion: string } }[] = (await client.request(maps)).json.items;
  expect(now).toHaveLength(20);
  expect(cache).toEqual(new Map(now.map(({ metadata }) => [metadata.name, metadata.resourceVersion])));
  expect(events.pending).toEqual([]);
});

test("[GEN-06] objects, uids and resourceVersions survive a restart of the server", async () => {
  await using store = new KeptStore();
  let before: { uid: string; resourceVersion: string };
  let namespaceUid: string;
  {
    await using first = await startTestServer({ store });
    await first.client.request(maps, { body: { metadata: { name: "gone" } } });
    const made = await first.client.request(maps, { body: { metadata: { name: "kept" }, data: { x: "1" } } });
    await first.client.request(`${maps}/gone`, { method: "DELETE" });
    before = made.json.metadata;
    namespaceUid = (await first.client.request("/api/v1/namespaces/default")).json.metadata.uid;
  }
  await using second = await startTestServer({ store });
  const { client } = second;
  const kept = await client.request(`${maps}/kept`);
  expect(kept.status).toBe(200);
  expect(kept.json).toMatchObject({ data: { x: "1" } });
  expect(kept.json.metadata).toEqual(before);
  expect((await client.request(`${maps}/gone`)).status).toBe(404);
  expect((await client.request("/api/v1/namespaces/default")).json.metadata.uid).toBe(namespaceUid);

  const later = await client.request(maps, { body: { metadata: { name: "later" } } });
  expect(Number(later.json.metadata.resourceVersion)).toBeGreaterThan(Number(before.resourceVersion));
});

test("[GEN-07] /version returns v1.32 to all clients", async () => {
  await using running = await startTestServer();
  const answer = await running.anonymous.request("/version");
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toBe("application/json");
  expect(answer.json).toMatchObject({ major: "1", minor: "32" });
  expect(answer.json.gitVersion).toMatch(/^v1\.32\.\d+(\+|$)/);
});

test("a client configuration file has all that a client needs to connect to the server", async () => {
  await using running = await startTestServer();
  const { CoreV1Api, KubeConfig } = await import("@kubernetes/client-node");
  const config = new KubeConfig();
  config.loadFromString(running.server.kubeconfig);
  expect(config.getCurrentCluster()?.server).toBe(running.server.url);
  const { items } = await config.makeApiClient(CoreV1Api).listNamespace();
  expect(items.map(({ metadata }) => metadata?.name)).toEqual([
    "default",
    "orch-node-lease",
    "orch-public",
    "orch-system",
  ]);
});

const spellings = {
  orch: { own: "orch", domain: "orch.io", namespaces: "orch", foreign: /k8s|kubernetes|\bkube-/ },
  kubernetes: { own: "kubernetes", domain: "k8s.io", namespaces: "kube", foreign: /orch\.io|x-orch|"orch-|vnd\.orch/ },
} as const;

test.each(["orch", "kubernetes"] as const)(
  "[GEN-09] identifiers with the product's name use one spelling: %s",
  async (vocabulary) => {
    await using running = await startTestServer({ vocabulary });
    const { client } = running;
    const { own, domain, namespaces, foreign } = spellings[vocabulary];

    const groups: { name: string }[] = (await client.request("/apis")).json.groups;
    expect(groups.map(({ name }) => name)).toContain(`coordination.${domain}`);
    for (const { name } of groups) if (name.includes(".")) expect(name).toMatch(new RegExp(`\\.${domain}$`));

    const list = (await client.request("/api/v1/namespaces")).json;
    const names = list.items.map((item: { metadata: { name: string } }) => item.metadata.name);
    expect(names).toEqual(["default", ...["node-lease", "public", "system"].map((stem) => `${namespaces}-${stem}`)]);
    const labelName = vocabulary === "orch" ? "orch.io/metadata.name" : "kubernetes.io/metadata.name";
    expect(list.items[0].metadata.labels).toEqual({ [labelName]: "default" });
    expect(list.items[0].spec.finalizers).toEqual([own]);

    const accept = `application/json;as=Table;g=meta.${domain};v=v1`;
    const table = await client.request("/api/v1/namespaces", { headers: { accept } });
    expect(table.json).toMatchObject({ kind: "Table", apiVersion: `meta.${domain}/v1` });

    const openApi = await client.request("/openapi/v3/apis/apps/v1");
    expect(openApi.text).toContain(`"x-${own}-list-type"`);
    expect(openApi.text).toContain(vocabulary === "orch" ? "io.orch.api.apps.v1.Deployment" : "io.k8s.api.apps.v1");

    for (const target of ["/", "/apis", "/api/v1", "/apis/apps/v1", "/api/v1/namespaces", "/openapi/v3"]) {
      expect((await client.request(target)).text).not.toMatch(foreign);
    }
    for (const target of ["/openapi/v3/apis/apps/v1", "/openapi/v2"]) {
      expect((await client.request(target)).text.match(foreign)).toBeNull();
    }
  },
);

test("[GEN-10] a request is authenticated before it is authorized, and authorized before it is admitted", async () => {
  using authority = await ClientAuthority.create();
  await using running = await startTestServer({ flags: authority.flags });
  const { client, server } = running;
  const { url, caCertificate: ca } = server;
  await using jane = new WireClient({ url, ca, ...(await authority.issue({ name: "jane", groups: ["dev"] })) });
  // Admission rejects this request for all users, because the system needs the namespace.
  const doomed = { method: "DELETE" };
  const target = "/api/v1/namespaces/default";

  const refusedByAdmission = await client.request(target, doomed);
  expect(refusedByAdmission.status).toBe(403);
  expect(refusedByAdmission.json.message).toBe('namespaces "default" is forbidden: this namespace may not be deleted');

  const refusedByAuthorization = await jane.request(target, doomed);
  expect(refusedByAuthorization.status).toBe(403);
  expect(refusedByAuthorization.json.message).toBe(
    'namespaces "default" is forbidden: User "jane" cannot delete resource "namespaces" in API group "" in the namespace "default"',
  );

  const unknown = { ...doomed, headers: { authorization: "Bearer nobody-knows-this" } };
  const refusedByAuthentication = await running.anonymous.request(target, unknown);
  expect(refusedByAuthentication.status).toBe(401);
  expect(refusedByAuthentication.json.message).toBe("Unauthorized");

  // This request has an invalid body and a missing namespace. Authorization must reject it before either is checked.
  const nonsense = await jane.request("/api/v1/namespaces/missing/configmaps", { body: "{" });
  expect(nonsense.status).toBe(403);
  expect(nonsense.json.reason).toBe("Forbidden");
});
