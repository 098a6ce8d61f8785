import { describe, expect, test } from "vitest";
import {
  byteString,
  type CborInput,
  cbor,
  cborDocument,
  pairs,
  readCbor,
  readCborDocuments,
  tagged,
} from "../support/cbor-items.ts";
import { createMap, mapsPath } from "../support/config-maps.ts";
import { defineWidgets, shopGroup, widgetsPath } from "../support/custom-types.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import type { WireRequest, WireResponse } from "../support/wire-client.ts";

const accept = { accept: "application/cbor" };
const send = { "content-type": "application/cbor" };
const both = { ...accept, ...send };
const gate = { flags: ["--feature-gates=CBORServingAndStorage=true"] };
const typesWithoutGate = "application/json, application/yaml, application/vnd.orch.protobuf";

function mapBody(name: string, rest: Record<string, CborInput> = {}): Buffer {
  return cborDocument({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, ...rest });
}

function widgetBody(name: string, rest: Record<string, CborInput> = {}): Buffer {
  return cborDocument({ apiVersion: `${shopGroup}/v1`, kind: "Widget", metadata: { name }, ...rest });
}

async function post(
  server: TestServer,
  path: string,
  body: Buffer,
  headers: WireRequest["headers"] = both,
): Promise<WireResponse> {
  return await server.client.request(path, { method: "POST", headers, body });
}

describe("CBOR without its feature gate", () => {
  test("[CBOR-01, CBOR-04] requests and responses in CBOR are rejected", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const read = await client.request(mapsPath, { headers: accept });
    expect(read.status).toBe(406);
    expect(read.json.message).toMatch(
      new RegExp(
        `^406: Not Acceptable\n\nAvailable representations: ${typesWithoutGate}, application/json;stream=watch`,
      ),
    );
    const written = await post(running, mapsPath, mapBody("a"), send);
    expect([written.status, written.json.message]).toEqual([
      415,
      `the body of the request was in an unknown format - accepted media types include: ${typesWithoutGate}`,
    ]);
    const headers = { "content-type": "application/apply-patch+cbor" };
    const applied = await client.request(`${mapsPath}/a?fieldManager=m`, {
      method: "PATCH",
      headers,
      body: mapBody("a"),
    });
    expect([applied.status, applied.json.message]).toEqual([415, "415: Unsupported Media Type"]);
  });
});

describe("CBOR with its feature gate", () => {
  test("[CBOR-02] an object is created, read, listed, replaced and deleted in CBOR", async () => {
    await using running = await startTestServer(gate);
    const { client } = running;
    const body = mapBody("a", {
      data: { x: byteString("ü"), longer: "2" },
      binaryData: { b: tagged(22, byteString("hi")) },
    });
    const created = await post(running, mapsPath, body);
    expect([created.status, created.headers["content-type"]]).toEqual([201, "application/cbor"]);
    const json = (await client.request(`${mapsPath}/a`)).json;
    expect(json).toMatchObject({ data: { x: "ü", longer: "2" }, binaryData: { b: "aGk=" } });

    const object = readCbor(created.bytes);
    expect(object).toEqual({ ...json, binaryData: { b: { tag: 22, value: "hi" } } });
    expect(Object.keys(object)).toEqual(["data", "kind", "metadata", "apiVersion", "binaryData"]);
    const got = await client.request(`${mapsPath}/a`, { headers: accept });
    expect(got.bytes.equals(created.bytes)).toBe(true);
    const dataBytes = pairs([
      [byteString("x"), byteString("ü")],
      [byteString("longer"), byteString("2")],
    ]);
    expect(got.bytes.includes(Buffer.concat([byteString("data"), dataBytes]))).toBe(true);

    const list = readCbor((await client.request(mapsPath, { headers: accept })).bytes);
    const { kind: _kind, apiVersion: _version, ...item } = object;
    expect(list).toMatchObject({ kind: "ConfigMapList", apiVersion: "v1", items: [item] });
    expect(Object.keys(list)).toEqual(["kind", "items", "metadata", "apiVersion"]);

    const replaced = await client.request(`${mapsPath}/a`, { method: "PUT", headers: both, body: mapBody("a") });
    expect([replaced.status, readCbor(replaced.bytes).data]).toEqual([200, undefined]);
    const options = cborDocument({ kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid: "other" } });
    const kept = await client.request(`${mapsPath}/a`, { method: "DELETE", headers: both, body: options });
    expect([kept.status, readCbor(kept.bytes).reason]).toEqual([409, "Conflict"]);
    const deleted = await client.request(`${mapsPath}/a`, { method: "DELETE", headers: both, body: cbor({}) });
    expect([deleted.status, readCbor(deleted.bytes)]).toMatchObject([200, { kind: "Status", status: "Success" }]);
  });

  test("[CBOR-02] objects of custom types, their metadata and their scale are sent in CBOR", async () => {
    await using running = await startTestServer(gate);
    const { client } = running;
    const paths = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
    await defineWidgets(client, { version: { subresources: { scale: paths } } });
    const half = Buffer.from("f93e00", "hex");
    const body = widgetBody("a", {
      spec: { replicas: 3, ratio: half, text: byteString("t"), none: null, list: [1, -1] },
    });
    const created = await post(running, widgetsPath, body);
    expect([created.status, created.headers["content-type"]]).toEqual([201, "application/cbor"]);
    const spec = { replicas: 3, ratio: 1.5, text: "t", none: null, list: [1, -1] };
    expect(readCbor(created.bytes)).toMatchObject({ kind: "Widget", spec });
    expect(created.bytes.includes(Buffer.concat([byteString("ratio"), half]))).toBe(true);
    expect((await client.request(`${widgetsPath}/a`)).json.spec).toEqual(spec);
    const scale = await client.request(`${widgetsPath}/a/scale`, { headers: accept });
    expect(readCbor(scale.bytes)).toMatchObject({ kind: "Scale", spec: { replicas: 3 } });
    const metadata = `${accept.accept};as=PartialObjectMetadataList;g=meta.orch.io;v=v1`;
    const list = readCbor((await client.request(widgetsPath, { headers: { accept: metadata } })).bytes);
    expect(list).toMatchObject({ kind: "PartialObjectMetadataList", items: [{ metadata: { name: "a" } }] });
  });

  test("[CBOR-02] errors of an endpoint are sent in CBOR, and those of the router are not", async () => {
    await using running = await startTestServer(gate);
    const { client } = running;
    const missing = await client.request(`${mapsPath}/nope`, { headers: accept });
    expect([missing.status, missing.headers["content-type"]]).toEqual([404, "application/cbor"]);
    expect(readCbor(missing.bytes)).toMatchObject({ kind: "Status", code: 404, details: { name: "nope" } });
    const unknown = await client.request("/api/v1/nothing", { headers: accept });
    expect([unknown.status, unknown.headers["content-type"]]).toEqual([404, "application/json"]);
    const table = await client.request(mapsPath, {
      headers: { accept: `${accept.accept};as=Table;g=meta.orch.io;v=v1` },
    });
    expect([table.status, table.json.message]).toEqual([
      406,
      `only the following media types are accepted: ${typesWithoutGate}, application/cbor`,
    ]);
    const resources = await client.request("/api/v1", { headers: accept });
    expect(readCbor(resources.bytes)).toMatchObject({ kind: "APIResourceList", groupVersion: "v1" });
    expect((await client.request("/api", { headers: accept })).status).toBe(406);
  });

  test.each(["h1", "h2"] as const)(
    "[CBOR-03] a watch in CBOR is a sequence of documents, each with one event (%s)",
    async (protocol) => {
      await using running = await startTestServer({ ...gate, protocol });
      const { client, clock } = running;
      await createMap(client, "a", { data: { x: "1" } });
      const stream = await client.open(`${mapsPath}?watch=1&timeoutSeconds=60`, { headers: accept });
      expect([stream.status, stream.headers["content-type"]]).toEqual([200, "application/cbor-seq"]);
      const { metadata } = (await client.request(`${mapsPath}/a`)).json;
      await client.request(`${mapsPath}/a`, { method: "DELETE" });
      const chunks: Buffer[] = [];
      const events = (): unknown[] => [...readCborDocuments(Buffer.concat(chunks))];
      for await (const chunk of stream.body) {
        chunks.push(chunk);
        if (events().length === 2) await clock.advance(60_000);
      }
      const object = { kind: "ConfigMap", apiVersion: "v1", metadata, data: { x: "1" } };
      expect(events()).toMatchObject([
        { type: "ADDED", object },
        { type: "DELETED", object: { metadata: { uid: metadata.uid } } },
      ]);
      const start = Buffer.concat([
        Buffer.from("d9d9f7a2", "hex"),
        byteString("type"),
        byteString("ADDED"),
        byteString("object"),
      ]);
      expect(Buffer.concat(chunks).subarray(0, start.length + 3)).toEqual(
        Buffer.concat([start, Buffer.from("d9d9f7", "hex")]),
      );
    },
  );

  test("[CBOR-03] a client that accepts only the media type of the sequence is rejected, as in the reference", async () => {
    await using running = await startTestServer(gate);
    const headers = { accept: "application/cbor-seq" };
    const answer = await running.client.request(`${mapsPath}?watch=1`, { headers });
    expect([answer.status, answer.json.message]).toEqual([
      406,
      `only the following media types are accepted: ${typesWithoutGate}, application/cbor`,
    ]);
    const mixed = { accept: "application/cbor-seq, application/cbor" };
    const watch = await running.client.request(`${mapsPath}?watch=1&timeoutSeconds=-1`, { headers: mixed });
    expect([watch.status, watch.headers["content-type"]]).toEqual([200, "application/cbor-seq"]);
  });

  test("[CBOR-04] an apply in CBOR makes the manager the owner of the fields", async () => {
    await using running = await startTestServer(gate);
    const { client } = running;
    const headers = { ...accept, "content-type": "application/apply-patch+cbor" };
    const body = mapBody("a", { data: { x: "1" } });
    const applied = await client.request(`${mapsPath}/a?fieldManager=me`, { method: "PATCH", headers, body });
    expect(applied.status).toBe(201);
    const { metadata, data } = readCbor(applied.bytes);
    expect(data).toEqual({ x: "1" });
    const fieldsV1 = { "f:data": { "f:x": {} } };
    expect(metadata.managedFields).toMatchObject([{ manager: "me", operation: "Apply", fieldsV1 }]);
    const again = await client.request(`${mapsPath}/a?fieldManager=me`, { method: "PATCH", headers, body });
    expect(readCbor(again.bytes).metadata.resourceVersion).toBe(metadata.resourceVersion);
    const repeated = pairs([
      ["data", {}],
      ["data", {}],
    ]);
    const rejected = await client.request(`${mapsPath}/a?fieldManager=me`, {
      method: "PATCH",
      headers,
      body: repeated,
    });
    expect([rejected.status, readCbor(rejected.bytes).message]).toEqual([
      400,
      'error decoding YAML: cbor: found duplicate map key "data" at map element index 1',
    ]);
  });

  test("[NEG-12] patches other than apply have no CBOR form", async () => {
    await using running = await startTestServer(gate);
    const { client } = running;
    await createMap(client, "a");
    for (const type of ["json-patch", "merge-patch", "strategic-merge-patch"]) {
      const headers = { "content-type": `application/${type}+cbor` };
      const answer = await client.request(`${mapsPath}/a`, { method: "PATCH", headers, body: cbor({}) });
      expect([answer.status, answer.json.message]).toEqual([415, "415: Unsupported Media Type"]);
    }
  });

  test("[CBOR-02] a patch of an unknown type gets its error in JSON, because the router rejects it", async () => {
    await using running = await startTestServer(gate);
    const patch = async (contentType: string, body: string): Promise<readonly unknown[]> => {
      const headers = { ...accept, "content-type": contentType };
      const { client } = running;
      const answer = await client.request(`${mapsPath}/a`, { method: "PATCH", headers, body: Buffer.from(body) });
      return [answer.status, answer.headers["content-type"], answer.json.message];
    };
    // Recorded from the reference.
    for (const type of ["application/merge-patch+cbor", "application/cbor", "text/plain"]) {
      expect(await patch(type, "{}")).toEqual([415, "application/json", "415: Unsupported Media Type"]);
      expect(await patch(type, "")).toEqual([
        406,
        "application/json",
        "406: Not Acceptable\n\nAvailable representations: ",
      ]);
    }
  });

  test("strict field validation reports the first unknown field of a built-in object, and all of a custom one", async () => {
    await using running = await startTestServer(gate);
    await defineWidgets(running.client, { spec: { type: "object", properties: { size: { type: "integer" } } } });
    const map = mapBody("a", { one: 1, two: 2 });
    const strict = await post(running, `${mapsPath}?fieldValidation=Strict`, map);
    const prefix = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error:';
    expect([strict.status, readCbor(strict.bytes).message]).toEqual([
      400,
      `${prefix} cbor: found unknown field at map element index 3`,
    ]);
    const warned = await post(running, `${mapsPath}?fieldValidation=Warn`, map);
    expect([warned.status, warned.headers["warning"]]).toEqual([
      201,
      '299 - "cbor: found unknown field at map element index 3"',
    ]);
    const custom = await post(
      running,
      `${widgetsPath}?fieldValidation=Strict`,
      widgetBody("a", { spec: { size: 1, colour: 2 } }),
    );
    expect([custom.status, readCbor(custom.bytes).message]).toMatchObject([
      400,
      expect.stringContaining('unknown field "spec.colour"'),
    ]);
  });

  test("the API description lists the media types of CBOR", async () => {
    await using running = await startTestServer(gate);
    const { paths } = (await running.client.request("/openapi/v2")).json;
    const { get } = paths[mapsPath.replace("default", "{namespace}")];
    expect(get.produces.slice(3)).toEqual([
      "application/cbor",
      "application/json;stream=watch",
      "application/vnd.orch.protobuf;stream=watch",
      "application/cbor-seq",
    ]);
    expect(paths["/api/v1/nodes/{name}"].patch.consumes.at(-1)).toBe("application/apply-patch+cbor");
  });
});
