/** Tests of the client's Api, over TLS and in process. */
import { afterAll, describe, expect, test } from "vitest";
import { type ConfigMap, configMap, type Deployment, deployment, lease, namespace, pod } from "../../src/api/index.ts";
import { loadEncoding } from "../../src/app/client.ts";
import type { RunningServer } from "../../src/app/server.ts";
import { ManualClock } from "../../src/base/manual-clock.ts";
import { type Api, Client, ConnectionError, type EncodingName, StatusError } from "../../src/client/index.ts";
import { H2Transport, type TransportCredentials } from "../../src/client/node/index.ts";
import type { VocabularyName } from "../../src/meta/vocabulary.ts";
import { FreezingProxy } from "../support/freezing-proxy.ts";
import { certificatesIn } from "../support/kubeconfig-certificates.ts";
import { startStoredServer } from "../support/stored-server.ts";

interface Door {
  readonly server: RunningServer;
  readonly client: Client;
}

async function overTls(vocabulary: VocabularyName): Promise<Door> {
  const server = await startStoredServer({ port: 0, vocabulary });
  const { ca, cert, key } = { ca: server.caCertificate, ...certificatesIn(server.kubeconfig) };
  const transport = new H2Transport({ url: server.url, ca, credentials: () => ({ certificate: { cert, key } }) });
  return { server, client: new Client({ transport, vocabulary }) };
}

async function throughMemory(vocabulary: VocabularyName): Promise<Door> {
  const server = await startStoredServer({ vocabulary });
  return { server, client: server.client };
}

async function inBinary(contentType: EncodingName): Promise<Door> {
  const server = await startStoredServer({ flags: ["--feature-gates=CBORServingAndStorage=true"] });
  const { transport } = server.client;
  return { server, client: new Client({ transport, contentType, loadEncoding }) };
}

const doors = [
  ["over TLS, vocabulary orch", () => overTls("orch")],
  ["over TLS, vocabulary kubernetes", () => overTls("kubernetes")],
  ["through memory, vocabulary orch", () => throughMemory("orch")],
  ["in protobuf", () => inBinary("protobuf")],
  ["in CBOR", () => inBinary("cbor")],
] as const;

describe.each(doors)("a client %s", async (_, open) => {
  const { server, client } = await open();
  afterAll(async () => {
    await client[Symbol.asyncDispose]();
    await server.close();
  });
  let namespaces = 0;
  const inNewNamespace = async (): Promise<string> => {
    const { metadata } = await client.api(namespace).create({ metadata: { name: `space-${++namespaces}` } });
    return metadata.name ?? "";
  };
  const maps = async (): Promise<Api<ConfigMap>> => client.api(configMap, await inNewNamespace());

  test("an Api creates, reads, replaces, patches and deletes objects", async () => {
    const api = await maps();
    const created = await api.create({ metadata: { name: "a" }, data: { colour: "blue" } });
    expect(created).toMatchObject({ kind: "ConfigMap", apiVersion: "v1", metadata: { namespace: api.namespace } });
    expect(await api.get("a")).toEqual(created);
    const replaced = await api.update({ ...created, data: { colour: "red" } });
    expect(replaced.data).toEqual({ colour: "red" });
    expect((await api.patch("a", "merge", { data: { size: "7" } })).data).toEqual({ colour: "red", size: "7" });
    const operations = [{ op: "remove", path: "/data/size" }];
    expect((await api.patch("a", "json", operations)).data).toEqual({ colour: "red" });
    expect((await api.patch("a", "strategic", { data: { colour: null } })).data).toBeUndefined();
    await api.delete("a");
    await expect(api.get("a")).rejects.toMatchObject({ code: 404, reason: "NotFound" });
  });

  test("an Api throws the server's error as a StatusError", async () => {
    const api = await maps();
    const created = await api.create({ metadata: { name: "a" } });
    const refused = await api.create({ metadata: { name: "a" } }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StatusError);
    expect(refused).toMatchObject({ code: 409, reason: "AlreadyExists", details: { name: "a", kind: "configmaps" } });
    await api.patch("a", "merge", { data: { x: "1" } });
    await expect(api.update(created)).rejects.toMatchObject({ code: 409, reason: "Conflict" });
    await expect(api.create({ metadata: { name: "Not A Name" } })).rejects.toMatchObject({
      code: 422,
      reason: "Invalid",
      details: { causes: [expect.objectContaining({ reason: "FieldValueInvalid", field: "metadata.name" })] },
    });
  });

  test("an Api lists all objects, selected objects, and chunks of one state", async () => {
    const api = await maps();
    for (const name of ["a", "b", "c", "d", "e"]) {
      await api.create({ metadata: { name, labels: { half: name < "c" ? "first" : "second" } } });
    }
    const all = await api.list();
    expect(all.items.map(({ metadata }) => metadata.name)).toEqual(["a", "b", "c", "d", "e"]);
    expect(all.items[0]).toMatchObject({ kind: "ConfigMap", apiVersion: "v1" });
    expect((await api.list({ labelSelector: "half=first" })).items).toHaveLength(2);
    expect((await api.list({ fieldSelector: "metadata.name=e" })).items).toHaveLength(1);
    const chunks: (readonly string[])[] = [];
    const versions = new Set<string>();
    for await (const { items, resourceVersion } of api.chunks({ limit: 2 })) {
      if (chunks.length === 0) await api.create({ metadata: { name: "aa" } });
      chunks.push(items.map(({ metadata }) => metadata.name ?? ""));
      versions.add(resourceVersion);
    }
    expect(chunks).toEqual([["a", "b"], ["c", "d"], ["e"]]);
    expect([...versions]).toEqual([all.resourceVersion]);
    expect((await api.in("").list({ fieldSelector: `metadata.namespace=${api.namespace}` })).items).toHaveLength(6);
  });

  test("watch() yields the changes after a version until the loop is left", async () => {
    const api = await maps();
    const { resourceVersion } = await api.list();
    await api.create({ metadata: { name: "a" } });
    await api.patch("a", "merge", { data: { x: "1" } });
    await api.delete("a");
    const received: string[] = [];
    for await (const { type, object } of api.watch({ resourceVersion })) {
      received.push(`${type} ${object.metadata.name} ${object.data?.["x"] ?? ""}`);
      if (type === "DELETED") break;
    }
    expect(received).toEqual(["ADDED a ", "MODIFIED a 1", "DELETED a 1"]);
  });

  test("watch() with sendInitialEvents yields existing objects and the bookmark that ends them", async () => {
    const api = await maps();
    await api.create({ metadata: { name: "a" } });
    const options = { sendInitialEvents: true, resourceVersionMatch: "NotOlderThan", allowWatchBookmarks: true };
    const received: string[] = [];
    for await (const { type } of api.watch(options)) {
      received.push(type);
      if (type === "BOOKMARK") break;
    }
    expect(received).toEqual(["ADDED", "BOOKMARK"]);
  });

  test("an aborted signal ends watches and requests with the reason of the abort", async () => {
    const api = await maps();
    const stop = new AbortController();
    const reason = new Error("enough");
    const watching = (async () => {
      for await (const _ of api.watch({ signal: stop.signal })) stop.abort(reason);
    })();
    await api.create({ metadata: { name: "a" } });
    await expect(watching).rejects.toBe(reason);
    await expect(api.list({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test("watch() throws 410 for an expired version", async () => {
    const api = await maps();
    const watching = (resourceVersion: string): Promise<void> =>
      (async () => {
        for await (const _ of api.watch({ resourceVersion })) break;
      })();
    await expect(watching("nonsense")).rejects.toMatchObject({ code: 400 });
    server.faults.add({ verb: "watch", resource: "configmaps", times: 1, error: 410 });
    await expect(watching("1")).rejects.toMatchObject({ code: 410, reason: "Expired" });
  });

  test("apply() sets fields, reports conflicts, takes fields by force, and creates missing objects", async () => {
    const api: Api<Deployment> = client.api(deployment, await inNewNamespace());
    const labels = { app: "web" };
    const desired = {
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "c:1" }] } },
      },
    };
    const created = await api.apply("web", desired, { fieldManager: "one" });
    expect(created.spec?.replicas).toBe(1);
    const more = { spec: { replicas: 3 } };
    await expect(api.apply("web", more, { fieldManager: "two" })).rejects.toMatchObject({
      code: 409,
      details: { causes: [{ reason: "FieldManagerConflict", field: ".spec.replicas" }] },
    });
    expect((await api.apply("web", more, { fieldManager: "two", force: true })).spec?.replicas).toBe(3);
    const scaled = await api.updateSubresource<{ spec: { replicas: number } }>("web", "scale", {
      ...(await api.getSubresource<{ metadata: object; spec: { replicas: number } }>("web", "scale")),
      spec: { replicas: 5 },
    });
    expect(scaled.spec.replicas).toBe(5);
  });

  test("apply() keeps characters that JSON permits and YAML does not", async () => {
    const api = client.api(configMap, "default");
    const data = {
      text: "\u0000\u001b\u007f\u0085\u009f\u2028\u2029\ufeff\ufffe\uffff😀",
      "with-breaks": "a\u0085b\u2028c\n d",
    };
    expect((await api.apply("odd-characters", { data }, { fieldManager: "one" })).data).toEqual(data);
    await api.delete("odd-characters");
  });

  test("a dry run stores nothing, and updateStatus() writes only the status", async () => {
    const api = client.api(pod, await inNewNamespace());
    const spec = { containers: [{ name: "c", image: "c:1" }] };
    await api.create({ metadata: { name: "a" }, spec }, { dryRun: true });
    await expect(api.get("a")).rejects.toMatchObject({ code: 404 });
    const created = await api.create({ metadata: { name: "a" }, spec });
    const running = await api.updateStatus({ ...created, status: { ...created.status, phase: "Running" } });
    expect(running.status?.phase).toBe("Running");
  });

  test("post() creates subresources, such as the binding and the eviction of a Pod", async () => {
    const api = client.api(pod, await inNewNamespace());
    await api.create({ metadata: { name: "a" }, spec: { containers: [{ name: "c", image: "c:1" }] } });
    await api.post("a", "binding", { metadata: { name: "a" }, target: { kind: "Node", name: "node-1" } });
    expect((await api.get("a")).spec?.nodeName).toBe("node-1");
    const change = { spec: { activeDeadlineSeconds: 5 }, status: { phase: "Running" } };
    const { spec, status } = await api.patch("a", "merge", change, { subresource: "status" });
    expect([spec?.activeDeadlineSeconds, status?.phase]).toEqual([undefined, "Running"]);
    await api.post("a", "eviction", { metadata: { name: "a" }, deleteOptions: { gracePeriodSeconds: 0 } });
    await expect(api.get("a")).rejects.toMatchObject({ code: 404 });
  });

  test("deleteCollection() deletes the selected objects, and delete() respects preconditions", async () => {
    const api = await maps();
    for (const name of ["a", "b"]) await api.create({ metadata: { name, labels: { name } } });
    await expect(api.delete("a", { preconditions: { uid: "another" } })).rejects.toMatchObject({ code: 409 });
    await api.deleteCollection({ labelSelector: "name=a" });
    expect((await api.list()).items.map(({ metadata }) => metadata.name)).toEqual(["b"]);
  });

  test("table() returns the server's printable rows", async () => {
    const api = await maps();
    await api.create({ metadata: { name: "a" }, data: { x: "1", y: "2" } });
    const { columnDefinitions, rows } = await api.table();
    expect(columnDefinitions.map(({ name }) => name)).toEqual(["Name", "Data", "Age"]);
    expect(rows[0]?.cells.slice(0, 2)).toEqual(["a", 2]);
  });

  test("a client discovers types and accesses objects of types that it was not built with", async () => {
    expect(await client.groupVersions()).toContain("apps/v1");
    const types = await client
      .discover("coordination.k8s.io/v1")
      .catch(() => client.discover("coordination.orch.io/v1"));
    const found = types.find(({ plural }) => plural === "leases");
    expect(found).toMatchObject({ kind: "Lease", namespaced: true });
    if (!found) return;
    const name = await inNewNamespace();
    const created = await client.resource(found, name).create({ metadata: { name: "a" } });
    expect(await client.api(lease, name).get("a")).toEqual(created);
  });

  test("repeated servedTypes() calls receive 304 and return the same object", async () => {
    const statuses: number[] = [];
    const asking = new Client({
      transport: {
        async send(request) {
          const response = await client.transport.send(request);
          statuses.push(response.status);
          return response;
        },
        close: async () => undefined,
      },
      vocabulary: client.api(lease).type.group.endsWith("k8s.io") ? "kubernetes" : "orch",
    });
    const served = await asking.servedTypes();
    expect(served.types.map(({ plural }) => plural)).toContain("configmaps");
    expect(await asking.servedTypes()).toBe(served);
    expect(statuses).toEqual([200, 200, 304, 304]);
  });

  test("an Api rejects a missing namespace or name before it sends a request", async () => {
    await expect(client.api(configMap).create({ metadata: { name: "a" } })).rejects.toThrow(
      "a ConfigMap needs metadata.namespace, or an Api of a namespace",
    );
    await expect(client.api(configMap, "default").get("")).rejects.toThrow("a ConfigMap has a name");
  });

  test("names and selectors cannot change other parts of the request path and query", async () => {
    const api = await maps();
    await expect(api.get("../../secrets")).rejects.toMatchObject({ code: 404 });
    await expect(api.list({ labelSelector: "a=b&limit=1" })).rejects.toMatchObject({ code: 400 });
  });
});

test("a request without a reachable server rejects with a ConnectionError", async () => {
  await using nobody = new Client({ transport: new H2Transport({ url: "https://127.0.0.1:1" }) });
  await expect(nobody.api(configMap, "default").list()).rejects.toThrow(ConnectionError);
  const { server, client } = await overTls("orch");
  const watching = (async () => {
    for await (const _ of client.api(configMap, "default").watch());
  })();
  await client.api(configMap, "default").list();
  await server.close();
  await watching.catch((error: unknown) => expect(error).toBeInstanceOf(ConnectionError));
  await expect(client.api(configMap, "default").list()).rejects.toThrow(ConnectionError);
  await client[Symbol.asyncDispose]();
});

test("the client rejects a server certificate that no trusted CA has signed", async () => {
  await using server = await startStoredServer({ port: 0 });
  await using client = new Client({ transport: new H2Transport({ url: server.url }) });
  await expect(client.api(configMap, "default").list()).rejects.toThrow(/certificate/);
});

test("one connection carries 1500 consecutive requests", async () => {
  const { server, client } = await overTls("orch");
  const api = client.api(configMap, "default");
  for (let round = 0; round < 1500; round++) await api.list({ limit: 1 });
  await client[Symbol.asyncDispose]();
  await server.close();
});

test("the client repeats a request that the server rejected with 429", async () => {
  await using server = await startStoredServer();
  server.faults.add({ verb: "list", resource: "configmaps", times: 2, error: 429 });
  expect((await server.client.api(configMap, "default").list()).items).toEqual([]);
});

test("the client gives up a connection that was lost without notice, and opens another one", async () => {
  await using server = await startStoredServer({ port: 0 });
  await using proxy = await new FreezingProxy(server.url).listen();
  const clock = new ManualClock();
  const { cert, key } = certificatesIn(server.kubeconfig);
  const url = `https://127.0.0.1:${proxy.port}`;
  const credentials = (): TransportCredentials => ({ certificate: { cert, key } });
  const transport = new H2Transport({ url, ca: server.caCertificate, clock, credentials });
  await using client = new Client({ transport });
  const api = client.api(configMap, "default");
  await api.list();
  const watching = (async () => {
    for await (const _ of api.watch());
  })();
  proxy.freeze();
  watching.catch(() => undefined);
  await clock.advance(30_000);
  await clock.advance(30_000);
  await expect(watching).rejects.toThrow(ConnectionError);
  proxy.thaw();
  expect((await api.list()).items).toEqual([]);
});
