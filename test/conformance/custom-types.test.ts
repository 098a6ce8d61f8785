import { describe, expect, test } from "vitest";
import { apply, applyObject } from "../support/apply.ts";
import {
  anyObject,
  defineWidgets,
  definitionsPath,
  redefineWidgets,
  shopGroup,
  widget,
  widgetDefinition,
  widgetsPath,
} from "../support/custom-types.ts";
import { expectFailure } from "../support/expect-status.ts";
import { startTestServer } from "../support/test-server.ts";
import { warningsOf } from "../support/warnings.ts";

const protobuf = "application/vnd.orch.protobuf";
const path = `${widgetsPath}/a`;

describe("formats of custom types", () => {
  test("[NEG-03] an object of a custom type is not sent in protobuf, but its metadata are", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await defineWidgets(client);
    await client.request(widgetsPath, { body: widget("a") });
    for (const target of [path, widgetsPath]) {
      const answer = await client.request(target, { headers: { accept: protobuf } });
      expect(answer.status).toBe(406);
      expect(answer.headers["content-type"]).toBe(protobuf);
      expect(answer.text).toContain(
        `only the following media types are accepted: application/json, application/yaml, ${protobuf}`,
      );
    }
    const accept = `${protobuf};as=PartialObjectMetadata;g=meta.orch.io;v=v1`;
    expect(await client.request(path, { headers: { accept } })).toMatchObject({ status: 200 });
  });

  test("[NEG-04] a client that accepts protobuf and JSON gets custom types in JSON", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await defineWidgets(client);
    await client.request(widgetsPath, { body: widget("a") });
    for (const target of [path, widgetsPath]) {
      const answer = await client.request(target, { headers: { accept: `${protobuf}, application/json` } });
      expect(answer.headers["content-type"]).toBe("application/json");
    }
    const { json } = await client.request(widgetsPath);
    expect(json).toMatchObject({ kind: "WidgetList", metadata: { continue: "" } });
    expect(json.items).toMatchObject([{ apiVersion: `${shopGroup}/v1`, kind: "Widget", metadata: { name: "a" } }]);
  });

  test("[NEG-08] a custom type has no strategic merge patches", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await defineWidgets(client, { version: { subresources: { status: {} } } });
    await client.request(widgetsPath, { body: widget("a") });
    const headers = { "content-type": "application/strategic-merge-patch+json" };
    for (const target of [path, `${path}/status`, `${widgetsPath}/missing`]) {
      expectFailure(await client.request(target, { method: "PATCH", headers, body: {} }), {
        code: 415,
        reason: "UnsupportedMediaType",
        message:
          "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml",
      });
    }
  });
});

describe("fields of custom types", () => {
  test("[FV-04] unknown fields are kept where the schema preserves them, and dropped elsewhere", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const nested = { type: "object", properties: { a: { type: "string" } } };
    await defineWidgets(client, { spec: { ...anyObject, properties: { nested } } });
    const spec = { other: { deep: [1, { x: null }] }, nested: { a: "1", b: "2" } };
    const created = await client.request(widgetsPath, { body: widget("a", { spec, more: 1 }) });
    expect(warningsOf(created)).toEqual(['unknown field "more"', 'unknown field "spec.nested.b"']);
    const kept = { other: { deep: [1, { x: null }] }, nested: { a: "1" } };
    expect((await client.request(path)).json.spec).toEqual(kept);
    expectFailure(await client.request(`${widgetsPath}?fieldValidation=Strict`, { body: widget("b", { spec }) }), {
      code: 400,
      reason: "BadRequest",
      message:
        'Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "spec.nested.b"',
    });
  });

  test("[FV-04] unknown fields in the metadata of an embedded object are dropped and reported last", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const embedded = { ...anyObject, "x-orch-embedded-resource": true };
    await defineWidgets(client, { spec: { type: "object", properties: { embedded } } });
    const inner = { apiVersion: "v1", kind: "A", metadata: { name: "x", no: 1, labels: {} }, any: 1 };
    const created = await client.request(widgetsPath, { body: widget("a", { spec: { embedded: inner, z: 1 } }) });
    expect(warningsOf(created)).toEqual(['unknown field "spec.z"', 'unknown field "spec.embedded.metadata.no"']);
    expect(created.json.spec.embedded).toEqual({ ...inner, metadata: { name: "x" } });
    const wrong = widget("b", { spec: { embedded: { ...inner, metadata: { name: 1 } } } });
    expect((await client.request(widgetsPath, { body: wrong })).json.message).toContain(
      "spec.embedded.metadata: Invalid value: ",
    );
  });
});

// oxlint-disable-next-line typescript/no-explicit-any
function fieldsOf(object: any, manager: string): unknown {
  const { managedFields } = object.metadata;
  return managedFields.find((entry: { manager: string }) => entry.manager === manager)?.fieldsV1;
}

describe("owners of the fields of custom types", () => {
  const keyed = {
    type: "array",
    "x-orch-list-type": "map",
    "x-orch-list-map-keys": ["port", "protocol"],
    items: {
      type: "object",
      required: ["port", "protocol"],
      properties: { port: { type: "integer" }, protocol: { type: "string" }, name: { type: "string" } },
    },
  };

  test("[SSA-24] all keys together identify an item", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await defineWidgets(client, { spec: { type: "object", properties: { ports: keyed } } });
    const item = (port: number, protocol: string): object => ({ port, protocol, name: `${protocol}-${port}` });
    await applyObject(client, path, "one", widget("a", { spec: { ports: [item(1, "TCP")] } }));
    const both = await applyObject(client, path, "two", widget("a", { spec: { ports: [item(1, "UDP")] } }));
    expect(both.spec.ports).toEqual([item(1, "TCP"), item(1, "UDP")]);
    expect(Object.keys((fieldsOf(both, "two") as never)["f:spec"]["f:ports"])).toEqual([
      'k:{"port":1,"protocol":"UDP"}',
    ]);
    const conflict = { port: 1, protocol: "TCP", name: "other" };
    expect((await apply(client, path, "two", widget("a", { spec: { ports: [conflict] } }))).status).toBe(409);
  });

  test("[SSA-24] keys need the list type map", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const set = { ...keyed, "x-orch-list-type": "set" };
    const body = widgetDefinition({ spec: { type: "object", properties: { ports: set } } });
    const answer = await client.request(definitionsPath, { body });
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json.details.causes).toContainEqual({
      reason: "FieldValueInvalid",
      message: 'Invalid value: "set": must be map if x-orch-list-map-keys is non-empty',
      field: "spec.validation.openAPIV3Schema.properties[spec].properties[ports].x-orch-list-type",
    });
  });

  test("[SSA-28] without a schema, each key has its owner, and a list is owned as a whole", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await defineWidgets(client, { schema: anyObject });
    await applyObject(client, path, "one", widget("a", { spec: { map: { a: { b: 1 } }, list: [{ name: "x" }] } }));
    const merged = await applyObject(client, path, "two", widget("a", { spec: { map: { a: { c: 1 } } } }));
    expect(merged.spec).toEqual({ map: { a: { b: 1, c: 1 } }, list: [{ name: "x" }] });
    const map = (key: string): object => ({ ".": {}, "f:a": { ".": {}, [key]: {} } });
    expect(fieldsOf(merged, "one")).toEqual({ "f:spec": { ".": {}, "f:list": {}, "f:map": map("f:b") } });
    expect(fieldsOf(merged, "two")).toEqual({ "f:spec": { ".": {}, "f:map": map("f:c") } });
    const list = widget("a", { spec: { list: [{ name: "y" }] } });
    const conflict = await apply(client, path, "two", list);
    expect(conflict.status).toBe(409);
    expect(conflict.json.details.causes).toEqual([
      { reason: "FieldManagerConflict", message: 'conflict with "one"', field: ".spec.list" },
    ]);
  });

  const map = (type: string): object => ({
    type: "object",
    properties: { data: { type: "object", "x-orch-map-type": type, additionalProperties: { type: "string" } } },
  });

  test("[SSA-29] a map that becomes atomic belongs to the owners of its entries, so other managers conflict", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await defineWidgets(client, { spec: map("granular") });
    await applyObject(client, path, "one", widget("a", { spec: { data: { a: "1" } } }));
    await redefineWidgets(client, { spec: map("atomic") });
    const conflict = await apply(client, path, "two", widget("a", { spec: { data: { b: "1" } } }));
    expect(conflict.status, conflict.text).toBe(409);
    expect(conflict.json.details.causes).toEqual([
      { reason: "FieldManagerConflict", message: 'conflict with "one"', field: ".spec.data" },
    ]);
  });

  test("[SSA-30] a map that becomes granular has no owners of its entries, so other managers do not conflict", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await defineWidgets(client, { spec: map("atomic") });
    await applyObject(client, path, "one", widget("a", { spec: { data: { a: "1" } } }));
    await redefineWidgets(client, { spec: map("granular") });
    const changed = await applyObject(client, path, "two", widget("a", { spec: { data: { a: "2" } } }));
    expect(changed.spec.data).toEqual({ a: "2" });
  });
});

describe("[CONV-17] a definition is rejected", () => {
  const definition = widgetDefinition();
  const [version] = definition.spec.versions;

  test.each<[string, object, string]>([
    ["without a scope", { scope: undefined }, "spec.scope"],
    ["without a schema", { versions: [{ ...version, schema: undefined }] }, "spec.versions[0].schema.openAPIV3Schema"],
    [
      "with a schema that is not structural",
      { versions: [{ ...version, schema: { openAPIV3Schema: { type: "object", properties: { spec: {} } } } }] },
      "spec.validation.openAPIV3Schema.properties[spec].type",
    ],
    ["that preserves all unknown fields", { preserveUnknownFields: true }, "spec.preserveUnknownFields"],
  ])("%s", async (_, change, field) => {
    await using running = await startTestServer();
    const { client } = running;
    const body = { ...definition, spec: { ...definition.spec, ...change } };
    const answer = await client.request(definitionsPath, { body });
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json.details.causes.map((cause: { field: string }) => cause.field)).toContain(field);
  });
});
