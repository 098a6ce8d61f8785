/** The client library in CBOR, on servers with and without its feature gate. Results equal those in JSON. */
import { expect, test } from "vitest";
import { configMap, deployment, pod } from "../../src/api/index.ts";
import { loadEncoding } from "../../src/app/client.ts";
import { Client, ConnectionError, Informer, StatusError, type Transport } from "../../src/client/index.ts";
import { defineWidgets, shopGroup, widget, widgetsPath } from "../support/custom-types.ts";
import { answeredClient, recordedClient } from "../support/recorded-client.ts";
import { startStoredServer } from "../support/stored-server.ts";
import { startTestServer } from "../support/test-server.ts";

const cbor = "application/cbor";
const gate = { flags: ["--feature-gates=CBORServingAndStorage=true"] };
const widgets = { group: shopGroup, version: "v1", kind: "Widget", plural: "widgets", namespaced: true };
const metadataOf = (name: string): { metadata: { name: string } } => ({ metadata: { name } });

function recorded(transport: Transport): ReturnType<typeof recordedClient> {
  return recordedClient(transport, "cbor");
}

test("[CBOR-02] built-in objects are sent and read in CBOR, and equal those in JSON", async () => {
  await using server = await startStoredServer(gate);
  const { client, sent } = recorded(server.client.transport);
  const [inCbor, inJson] = [client.api(pod, "default"), server.client.api(pod, "default")];
  const limits = { cpu: "1500m", memory: "1Gi" };
  const containers = [{ name: "c", image: "i", ports: [{ containerPort: 80 }], resources: { limits } }];
  const created = await inCbor.create({
    metadata: { name: "web", annotations: { a: "ü" } },
    spec: { containers },
  });
  expect(sent).toEqual([{ method: "POST", accept: `${cbor},application/json`, contentType: cbor, received: cbor }]);
  expect(created).toStrictEqual(await inJson.get("web"));
  expect(await inCbor.list()).toStrictEqual(await inJson.list());
  const patched = await inCbor.patch("web", "merge", { metadata: { labels: { app: "x" } } });
  expect(patched).toStrictEqual(await inJson.get("web"));
  expect(sent.at(-1)).toMatchObject({ contentType: "application/merge-patch+json", received: cbor });
  const maps = client.api(configMap, "default");
  const binaryData = { bytes: Buffer.from([0, 255, 128]).toString("base64"), none: "" };
  const map = await maps.create({ ...metadataOf("bytes"), binaryData, data: { a: undefined as never, b: "\u2028" } });
  expect(map).toMatchObject({ binaryData, data: { b: "\u2028" } });
  expect(map).toStrictEqual(await server.client.api(configMap, "default").get("bytes"));
  expect(await maps.delete("bytes")).toMatchObject({ kind: "Status", status: "Success" });
  await maps.deleteCollection();
  expect(sent.every(({ received }) => received === cbor)).toBe(true);
  expect(sent.slice(-2).map(({ contentType }) => contentType)).toEqual([cbor, cbor]);
});

test("[CBOR-02] objects of custom types, metadata, subresources and errors are sent and read in CBOR", async () => {
  await using running = await startTestServer(gate);
  await defineWidgets(running.client, { version: {} });
  const { transport } = running.server.client;
  const { client, sent } = recorded(transport);
  const [inCbor, inJson] = [client.resource(widgets, "default"), running.server.client.resource(widgets, "default")];
  const spec = { large: 2 ** 53 - 1, negative: -5, half: 1.5, whole: 5.0, list: [null, true, "ü"], nested: { "": {} } };
  const created = await inCbor.create({ ...metadataOf("a"), spec } as never);
  expect(created).toMatchObject({ spec });
  expect(await inJson.get("a")).toStrictEqual(created);
  expect(await inCbor.list()).toStrictEqual(await inJson.list());
  const [metadata, metadataInJson] = [client, running.server.client].map((one) => one.metadata(widgets, "default"));
  expect(await metadata?.get("a")).toStrictEqual(await metadataInJson?.get("a"));
  expect(await metadata?.list()).toStrictEqual(await metadataInJson?.list());
  await expect(inCbor.get("missing")).rejects.toMatchObject({ code: 404, details: { name: "missing" } });
  await expect(inCbor.create({ ...metadataOf("No!"), spec } as never)).rejects.toThrow(StatusError);
  expect(sent.every(({ received }) => received === cbor)).toBe(true);
  const deployments = client.api(deployment, "default");
  const template = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "c", image: "i" }] } };
  const selector = { matchLabels: { app: "a" } };
  await deployments.create({ ...metadataOf("web"), spec: { selector, template } });
  const scale = await deployments.getSubresource<{ spec: { replicas: number } }>("web", "scale");
  const scaled = await deployments.updateSubresource("web", "scale", { ...scale, spec: { replicas: 3 } });
  expect(scaled).toMatchObject({ kind: "Scale", spec: { replicas: 3 } });
  expect(sent.at(-1)).toMatchObject({ contentType: cbor, received: cbor });
});

test("integers beyond 2^53 are bigints in CBOR, and are not rounded", async () => {
  await using running = await startTestServer(gate);
  await defineWidgets(running.client, { version: {} });
  const body = `{"kind":"Widget","apiVersion":"${shopGroup}/v1","metadata":{"name":"a"},"spec":{"n":9223372036854775807}}`;
  await running.client.request(widgetsPath, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { client } = recorded(running.server.client.transport);
  expect(await client.resource(widgets, "default").get("a")).toMatchObject({ spec: { n: 9223372036854775807n } });
});

test("[CBOR-04] an apply is sent in CBOR, and makes its manager the owner of the fields", async () => {
  await using server = await startStoredServer(gate);
  const { client, sent } = recorded(server.client.transport);
  const maps = client.api(configMap, "default");
  const applied = await maps.apply("a", { data: { x: "1" } }, { fieldManager: "me" });
  expect(applied.metadata.managedFields).toMatchObject([{ manager: "me", operation: "Apply" }]);
  expect(sent).toMatchObject([{ contentType: "application/apply-patch+cbor", received: cbor }]);
  const conflict = maps.apply("a", { data: { x: "2" } }, { fieldManager: "other" });
  await expect(conflict).rejects.toMatchObject({ code: 409, reason: "Conflict" });
});

test("[CBOR-03] watches and informers read events in CBOR", async () => {
  await using server = await startStoredServer(gate);
  const { client, sent } = recorded(server.client.transport);
  const maps = client.api(configMap, "default");
  const { resourceVersion } = await maps.list();
  await maps.create({ ...metadataOf("a"), data: { x: "1".repeat(70_000) } });
  await maps.update({ ...(await maps.get("a")), data: { x: "2" } });
  const events: unknown[] = [];
  for await (const event of maps.watch({ resourceVersion })) {
    if (events.push(event) === 2) break;
  }
  expect(events).toMatchObject([
    { type: "ADDED", object: { kind: "ConfigMap", data: { x: "1".repeat(70_000) } } },
    { type: "MODIFIED", object: await server.client.api(configMap, "default").get("a") },
  ]);
  expect(sent.at(-1)?.received).toBe("application/cbor-seq");
  await expect(async () => {
    for await (const _ of maps.watch({ resourceVersion: "x" })) break;
  }).rejects.toThrow(StatusError);
  const informer = new Informer(maps);
  const stop = new AbortController();
  const running = informer.run(stop.signal);
  await informer.synced;
  expect(informer.lister.get("default/a")?.data).toEqual({ x: "2" });
  stop.abort();
  await running;
});

test("[CBOR-01] a server without the gate gets a rejected body again in JSON, and later bodies only in JSON", async () => {
  await using running = await startTestServer();
  await defineWidgets(running.client, { version: {} });
  const { client, sent } = recorded(running.server.client.transport);
  const maps = client.api(configMap, "default");
  await maps.create(metadataOf("a"));
  await maps.create(metadataOf("b"));
  expect((await maps.list()).items).toHaveLength(2);
  await maps.apply("a", { data: { x: "1" } }, { fieldManager: "me" });
  expect(sent.map(({ method, contentType }) => `${method} ${contentType}`)).toEqual([
    `POST ${cbor}`,
    "POST application/json",
    "POST application/json",
    "GET undefined",
    "PATCH application/apply-patch+yaml",
  ]);
  expect(sent.slice(2).every(({ accept }) => accept === "application/json")).toBe(true);
  sent.length = 0;
  const custom = client.resource(widgets, "default");
  await custom.apply("w", { spec: { size: 1 } } as never, { fieldManager: "me" });
  await custom.create(widget("v", {}) as never);
  expect(sent.map(({ contentType }) => contentType)).toEqual([
    "application/apply-patch+cbor",
    "application/apply-patch+yaml",
    "application/json",
  ]);
});

test("a server without the gate responds to reads in JSON, which says nothing about bodies", async () => {
  await using server = await startStoredServer({});
  const { client, sent } = recorded(server.client.transport);
  const maps = client.api(configMap, "default");
  expect((await maps.list()).items).toEqual([]);
  const { resourceVersion } = await maps.list();
  await server.client.api(configMap, "default").create(metadataOf("a"));
  for await (const { type } of maps.watch({ resourceVersion })) {
    expect(type).toBe("ADDED");
    break;
  }
  expect(sent.every(({ accept }) => accept === `${cbor},application/json`)).toBe(true);
  expect(sent.every(({ received }) => received === "application/json")).toBe(true);
});

/** Returns a client in CBOR of a server that responds to each request as `respond` decides. */
function respondingClient(respond: (headers: Readonly<Record<string, string>>) => { status: number; body: string }) {
  const sent: string[] = [];
  const transport: Transport = {
    send: ({ headers }) => {
      sent.push(`${headers["accept"]} ${headers["content-type"]}`);
      const { status, body } = respond(headers);
      const pieces = (async function* () {
        yield Buffer.from(body);
      })();
      return Promise.resolve({ status, headers: { "content-type": "application/json" }, body: pieces });
    },
    close: () => Promise.resolve(),
  };
  return { client: new Client({ transport, contentType: "cbor", loadEncoding }), sent };
}

test("a response 406 makes the client request JSON, unless JSON is not acceptable either", async () => {
  const strict = respondingClient(({ accept }) =>
    accept === "application/json" ? { status: 200, body: '{"kind":"ConfigMap"}' } : { status: 406, body: "no" },
  );
  const maps = strict.client.api(configMap, "default");
  expect(await maps.get("a")).toEqual({ kind: "ConfigMap" });
  await maps.get("a");
  expect(strict.sent).toEqual([
    `${cbor},application/json undefined`,
    "application/json undefined",
    "application/json undefined",
  ]);
  const rejecting = respondingClient(() => ({ status: 406, body: "nothing is acceptable" }));
  const others = rejecting.client.api(configMap, "default");
  for (let round = 0; round < 2; round++) {
    await expect(others.get("a")).rejects.toMatchObject({ code: 406, message: "nothing is acceptable" });
  }
  expect(rejecting.sent[2]).toBe(`${cbor},application/json undefined`);
});

test("a patch that the type does not support is not repeated", async () => {
  await using running = await startTestServer(gate);
  await defineWidgets(running.client, { version: {} });
  await running.client.request(widgetsPath, { body: widget("a", {}) });
  const { client, sent } = recorded(running.server.client.transport);
  await expect(client.resource(widgets, "default").patch("a", "strategic", {})).rejects.toMatchObject({ code: 415 });
  expect(sent).toHaveLength(1);
});

test("a body that exceeds the limits of CBOR, or has a longer integer, is sent in JSON", async () => {
  await using running = await startTestServer(gate);
  await defineWidgets(running.client, { version: {} });
  const { client, sent } = recorded(running.server.client.transport);
  const keys = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, ""]));
  const maps = client.api(configMap, "default");
  await maps.create({ ...metadataOf("some"), data: keys(1024) });
  await maps.create({ ...metadataOf("many"), data: keys(1025) });
  const custom = client.resource(widgets, "default");
  await custom.create({ ...metadataOf("items"), spec: { list: Array(1025).fill(0) } } as never);
  await custom.create({ ...metadataOf("integer"), spec: { n: 1e20 } } as never);
  expect(sent.map(({ contentType }) => contentType)).toEqual([cbor, ...Array(3).fill("application/json")]);
});

test.each([
  ["of JSON", Buffer.from('{"kind":"ConfigMap"}'), "the response is not CBOR: "],
  ["without bytes", Buffer.alloc(0), "EOF"],
  ["with a length of 2 GB", Buffer.from("d9d9f75a7fffffff", "hex"), "unexpected EOF"],
  ["with NaN", Buffer.from("a14161f97e00", "hex"), "floating-point NaN"],
  ["with a repeated key", Buffer.from("a2416101416102", "hex"), 'found duplicate map key "a"'],
])("a response %s is rejected", async (_, bytes, message) => {
  const get = (status: number): Promise<unknown> =>
    answeredClient("cbor", { status, mediaType: cbor }, bytes).api(configMap, "default").get("a");
  await expect(get(200)).rejects.toThrow(ConnectionError);
  await expect(get(200)).rejects.toThrow(message);
  await expect(get(500)).rejects.toThrow("the response is not CBOR: ");
});

test("a sequence that breaks off within an event, or announces one of 2 GB, is rejected", async () => {
  const read = async (...hex: readonly string[]): Promise<void> => {
    const response = { status: 200, mediaType: "application/cbor-seq" };
    const pieces = hex.map((one) => Buffer.from(one, "hex"));
    for await (const _ of answeredClient("cbor", response, ...pieces)
      .api(configMap, "default")
      .watch())
      throw new Error("an event");
  };
  await expect(read("d9d9", "f7a2")).rejects.toThrow("broke off within an event");
  await expect(read("d9d9f7a25a7fffffff")).rejects.toThrow("an event is longer than 64 MiB");
  await expect(read("ff")).rejects.toThrow("the response is not CBOR: ");
});
