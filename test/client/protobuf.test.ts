/** The client library in protobuf, on a real server. Results equal those in JSON. */
import { expect, test } from "vitest";
import { configMap, deployment, pod } from "../../src/api/index.ts";
import { ManualClock } from "../../src/base/manual-clock.ts";
import { TransferRate } from "../../src/client/binary/transfer-rate.ts";
import {
  Client,
  ConnectionError,
  type EncodingName,
  Informer,
  StatusError,
  type Transport,
} from "../../src/client/index.ts";
import { defineWidgets, shopGroup, widget, widgetsPath } from "../support/custom-types.ts";
import { answeredClient, recordedClient } from "../support/recorded-client.ts";
import { startStoredServer } from "../support/stored-server.ts";
import { startTestServer } from "../support/test-server.ts";

const protobuf = "application/vnd.orch.protobuf";

function recorded(transport: Transport, contentType: EncodingName = "protobuf"): ReturnType<typeof recordedClient> {
  return recordedClient(transport, contentType);
}

const web = {
  metadata: { name: "web", labels: { app: "web" } },
  spec: {
    containers: [
      {
        name: "c",
        image: "i",
        env: [{ name: "A", value: "ü" }],
        ports: [{ containerPort: 80 }],
        resources: { limits: { cpu: "1500m", memory: "1Gi" } },
        livenessProbe: { httpGet: { port: "http", path: "/" } },
      },
    ],
  },
};

test("objects are sent and read in protobuf, and equal those in JSON", async () => {
  await using server = await startStoredServer({});
  const { client, sent } = recorded(server.client.transport);
  const [inProtobuf, inJson] = [client.api(pod, "default"), server.client.api(pod, "default")];
  const created = await inProtobuf.create(web);
  expect(sent).toEqual([
    { method: "POST", accept: `${protobuf},application/json`, contentType: protobuf, received: protobuf },
  ]);
  expect(created).toStrictEqual(await inJson.get("web"));
  expect(await inProtobuf.get("web")).toStrictEqual(created);
  expect(await inProtobuf.list()).toStrictEqual(await inJson.list());
  const patched = await inProtobuf.patch("web", "merge", { metadata: { labels: { app: "x" } } });
  expect(patched).toStrictEqual(await inJson.get("web"));
  expect(sent.at(-1)).toMatchObject({ contentType: "application/merge-patch+json", received: protobuf });
  expect(sent.every(({ received }) => received === protobuf)).toBe(true);
});

test("deletions, subresources and errors are sent and read in protobuf", async () => {
  await using server = await startStoredServer({});
  const { client, sent } = recorded(server.client.transport);
  const deployments = client.api(deployment, "default");
  const selector = { matchLabels: { app: "web" } };
  await deployments.create({ metadata: { name: "web" }, spec: { selector, template: web } });
  const scale = await deployments.getSubresource<{ spec: { replicas: number } }>("web", "scale");
  const scaled = await deployments.updateSubresource("web", "scale", { ...scale, spec: { replicas: 3 } });
  expect(scaled).toMatchObject({ kind: "Scale", apiVersion: "autoscaling/v1", spec: { replicas: 3 } });
  const failed = deployments.create({ metadata: { name: "No!" }, spec: { selector, template: web } });
  await expect(failed).rejects.toMatchObject({ code: 422, details: { causes: [{ field: "metadata.name" }] } });
  await expect(deployments.get("other")).rejects.toThrow(StatusError);
  expect(await deployments.delete("web")).toMatchObject({ kind: "Status", status: "Success" });
  await deployments.deleteCollection();
  expect(sent.every(({ received }) => received === protobuf)).toBe(true);
  expect(sent.filter(({ method }) => method !== "GET").every(({ contentType }) => contentType === protobuf)).toBe(true);
});

test("watches and informers read events in protobuf", async () => {
  await using server = await startStoredServer({});
  const { client, sent } = recorded(server.client.transport);
  const maps = client.api(configMap, "default");
  const { resourceVersion } = await maps.list();
  await maps.create({ metadata: { name: "a" }, data: { x: "1".repeat(5000) } });
  await maps.update({ ...(await maps.get("a")), data: { x: "2" } });
  const events: unknown[] = [];
  for await (const event of maps.watch({ resourceVersion })) {
    if (events.push(event) === 2) break;
  }
  expect(events).toMatchObject([
    { type: "ADDED", object: { kind: "ConfigMap", data: { x: "1".repeat(5000) } } },
    { type: "MODIFIED", object: await server.client.api(configMap, "default").get("a") },
  ]);
  await expect(async () => {
    for await (const _ of maps.watch({ resourceVersion: "x" })) break;
  }).rejects.toThrow(StatusError);
  expect(sent.some(({ received }) => received === `${protobuf};stream=watch`)).toBe(true);
  const informer = new Informer(maps);
  const stop = new AbortController();
  const running = informer.run(stop.signal);
  await informer.synced;
  expect(informer.lister.get("default/a")?.data).toEqual({ x: "2" });
  stop.abort();
  await running;
});

test("metadata of built-in and custom objects is read in protobuf, and equals that in JSON", async () => {
  await using running = await startTestServer();
  await defineWidgets(running.client, { version: {} });
  await running.client.request(widgetsPath, { body: widget("a", {}) });
  const { transport } = running.server.client;
  const { client, sent } = recorded(transport);
  const types = [
    { group: shopGroup, version: "v1", kind: "Widget", plural: "widgets", namespaced: true },
    { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps", namespaced: true },
  ];
  await client.api(configMap, "default").create({ metadata: { name: "a", labels: { x: "y" } }, data: { z: "z" } });
  for (const type of types) {
    const [inProtobuf, inJson] = [client.metadata(type, "default"), running.server.client.metadata(type, "default")];
    sent.length = 0;
    const got = await inProtobuf.get("a");
    expect(got).toMatchObject({
      kind: "PartialObjectMetadata",
      apiVersion: "meta.orch.io/v1",
      metadata: { name: "a" },
    });
    expect(got).toStrictEqual(await inJson.get("a"));
    expect(await inProtobuf.list()).toStrictEqual(await inJson.list());
    expect(await inProtobuf.patch("a", "merge", { metadata: { labels: { b: "c" } } })).toStrictEqual(
      await inJson.get("a"),
    );
    for await (const event of inProtobuf.watch()) {
      expect(event).toStrictEqual({ type: "ADDED", object: await inJson.get("a") });
      break;
    }
    const as = "as=PartialObjectMetadata;v=v1;g=meta.orch.io";
    expect(sent[0]?.accept).toBe(`${protobuf};${as},application/json;${as},application/json`);
    expect(sent.map(({ received }) => received?.split(";")[0])).toEqual(Array(4).fill(protobuf));
    await expect(inProtobuf.get("missing")).rejects.toMatchObject({ code: 404, details: { name: "missing" } });
    await inProtobuf.delete("a");
    await inProtobuf.deleteCollection();
  }
});

test("a Table is requested in JSON only", async () => {
  await using server = await startStoredServer({});
  const { client, sent } = recorded(server.client.transport);
  expect((await client.api(configMap, "default").table()).kind).toBe("Table");
  expect(sent).toMatchObject([
    { accept: "application/json;as=Table;v=v1;g=meta.orch.io", received: "application/json" },
  ]);
});

test("[NEG-04] objects of custom types stay in JSON", async () => {
  await using running = await startTestServer();
  await defineWidgets(running.client, { version: {} });
  await running.client.request(widgetsPath, { body: widget("a", {}) });
  const { client, sent } = recorded(running.server.client.transport);
  const type = { group: shopGroup, version: "v1", kind: "Widget", plural: "widgets", namespaced: true };
  expect((await client.resource(type, "default").get("a")).kind).toBe("Widget");
  expect(sent).toMatchObject([{ accept: "application/json", received: "application/json" }]);
});

test("a body that protobuf cannot represent is sent in JSON, so that the server reports its faults", async () => {
  await using server = await startStoredServer({});
  const { client, sent } = recorded(server.client.transport);
  const maps = client.api(configMap, "default");
  const unknown = { metadata: { name: "a" }, colour: "red" };
  await expect(maps.create(unknown, { fieldValidation: "Strict" })).rejects.toThrow('unknown field "colour"');
  const wrong = { metadata: { name: "a" }, data: { x: 1 as unknown as string } };
  await expect(maps.create(wrong)).rejects.toMatchObject({ code: 400 });
  expect(sent.map(({ contentType }) => contentType)).toEqual(["application/json", "application/json"]);
});

function answeredWith(status: number, ...pieces: readonly Buffer[]): Client {
  return answeredClient("protobuf", { status, mediaType: protobuf }, ...pieces);
}

const prefix = Buffer.from("6b387300", "hex");

test.each([
  ["of another prefix", Buffer.from("6b38730109", "hex"), "expected prefix [107 56 115 0]"],
  ["of JSON", Buffer.from('{"kind":"ConfigMap"}'), "expected prefix [107 56 115 0]"],
  ["without bytes", Buffer.alloc(0), "empty data"],
  ["truncated in its length", Buffer.concat([prefix, Buffer.from("0aff", "hex")]), "unexpected EOF"],
  ["with a length of 2 GB", Buffer.concat([prefix, Buffer.from("12ffffffff07", "hex")]), "unexpected EOF"],
])("[PB-05] a response %s is rejected", async (_, bytes, message) => {
  const reading = answeredWith(200, bytes).api(configMap, "default").get("a");
  await expect(reading).rejects.toThrow(ConnectionError);
  await expect(answeredWith(500, bytes).api(configMap, "default").get("a")).rejects.toThrow(
    `the response is not protobuf: `,
  );
  await expect(answeredWith(200, bytes).api(configMap, "default").get("a")).rejects.toThrow(message);
});

test("a stream that breaks off within an event, or announces one of 2 GB, is rejected", async () => {
  const read = async (...pieces: readonly Buffer[]): Promise<void> => {
    for await (const _ of answeredWith(200, ...pieces)
      .api(configMap, "default")
      .watch())
      throw new Error("an event");
  };
  await expect(read(Buffer.from([0, 0]), Buffer.from([0, 9, 1]))).rejects.toThrow("broke off within an event");
  await expect(read(Buffer.from("7fffffff0a", "hex"))).rejects.toThrow("an event is longer than 64 MiB");
});

test("contentType auto uses protobuf for lists after a large body has arrived slowly", async () => {
  const clock = new ManualClock();
  const rate = new TransferRate(clock);
  const receive = async (bytes: number, ms: number): Promise<boolean> => {
    const body = (async function* () {
      await clock.advance(ms);
      yield Buffer.alloc(bytes);
    })();
    for await (const _ of rate.measured({ status: 200, headers: {}, body }).body);
    return rate.isSlow;
  };
  expect(rate.isSlow).toBe(false);
  expect(await receive(1000, 500)).toBe(false);
  expect(await receive(1_000_000, 500)).toBe(true);
  expect(await receive(1_000_000, 1)).toBe(false);
  await using server = await startStoredServer({});
  const { client, sent } = recorded(server.client.transport, "auto");
  await client.api(configMap, "default").list();
  expect(sent).toMatchObject([{ accept: "application/json", received: "application/json" }]);
});

test("a client without a loader rejects contentType protobuf", () => {
  const transport = { send: () => Promise.reject(new Error("no")), close: () => Promise.resolve() };
  expect(() => new Client({ transport, contentType: "protobuf" })).toThrow("contentType protobuf needs loadEncoding");
});

test("a client rejects an unknown contentType, and names the known ones", () => {
  const transport = { send: () => Promise.reject(new Error("no")), close: () => Promise.resolve() };
  const options = { transport, contentType: "bogus" } as unknown as ConstructorParameters<typeof Client>[0];
  expect(() => new Client(options)).toThrow('contentType must be json, protobuf, cbor, auto, not "bogus"');
});
