import { expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app/server.ts";
import type { Api, ResourceType } from "../../src/client/index.ts";
import type { ApiObject } from "../../src/meta/object-meta.ts";

interface Widget extends ApiObject {
  readonly spec: Readonly<Record<string, unknown>>;
}

function definition(properties: object, changes: object = {}) {
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties } } } };
  return {
    metadata: { name: "widgets.shop.example.com" },
    spec: {
      group: "shop.example.com",
      scope: "Cluster",
      names: { plural: "widgets", kind: "Widget" },
      versions: [{ name: "v1", served: true, storage: true, schema, ...changes }],
    },
  };
}

const text = { type: "string" };

async function defined(server: RunningServer, properties: object): Promise<{ type: ResourceType; api: Api<Widget> }> {
  const type = await server.define(definition(properties));
  return { type, api: server.client.resource<Widget>(type) };
}

/** Returns a widget with this name. */
function widget(name: string, spec: object): Widget {
  return { metadata: { name }, spec } as Widget;
}

test("stored objects follow a changed schema: new defaults appear, and removed fields are not shown", async () => {
  await using server = await startServer();
  const { api } = await defined(server, { color: text, size: text });
  await api.create(widget("old", { color: "red", size: "large" }));
  await server.define(definition({ color: text, shape: { ...text, default: "round" } }));
  await api.create(widget("new", { color: "blue" }));
  expect((await api.get("old")).spec).toEqual({ color: "red", shape: "round" });
  const { items } = await api.list();
  expect(items.map(({ spec }) => spec)).toEqual([
    { color: "blue", shape: "round" },
    { color: "red", shape: "round" },
  ]);
  await server.define(definition({ color: text, size: text }));
  expect((await api.get("old")).spec).toEqual({ color: "red", size: "large" });
});

test("every way of writing stores the form of the present schema", async () => {
  await using server = await startServer();
  const shape = { ...text, default: "round" };
  const { api } = await defined(server, { color: text, shape });
  await api.create(widget("a", {}));
  await api.apply("b", { spec: { color: "red" } }, { fieldManager: "test" });
  const stored = await api.get("a");
  await api.update({ ...stored, spec: { color: "blue" } });
  await api.patch("b", "merge", { spec: { shape: null } });
  await server.define(definition({ color: text, shape: text }));
  // The defaults were stored, so they stay although the schema no longer has them.
  expect((await api.get("a")).spec).toEqual({ color: "blue", shape: "round" });
  expect((await api.get("b")).spec).toEqual({ color: "red", shape: "round" });
});

test("an object that has become invalid is readable, and may be updated where it did not change", async () => {
  await using server = await startServer();
  const { api } = await defined(server, { color: text, size: text });
  await api.create(widget("a", { color: "red", size: "large" }));
  await server.define(definition({ color: { ...text, enum: ["blue"] }, size: text }));
  const stored = await api.get("a");
  expect(stored.spec).toEqual({ color: "red", size: "large" });
  const labelled = await api.update({ ...stored, metadata: { ...stored.metadata, labels: { a: "b" } } });
  await expect(api.update({ ...labelled, spec: { color: "green", size: "large" } })).rejects.toMatchObject({
    code: 422,
  });
});

test("a watch continues over a change of columns, and ends with a change of the schema", async () => {
  await using server = await startServer();
  const { api } = await defined(server, { color: text });
  const { resourceVersion } = await api.list();
  const events = api.watch({ resourceVersion })[Symbol.asyncIterator]();
  const columns = [{ name: "Color", type: "string", jsonPath: ".spec.color" }];
  await server.define(definition({ color: text }, { additionalPrinterColumns: columns }));
  await api.create(widget("a", { color: "red" }));
  expect(await events.next()).toMatchObject({ value: { type: "ADDED", object: { metadata: { name: "a" } } } });
  const ended = events.next();
  await server.define(definition({ color: text, size: text }));
  expect(await ended).toMatchObject({ done: true });
});

test("a type whose definition is created again with another scope is a new type", async () => {
  await using server = await startServer();
  const { api, type } = await defined(server, { color: text });
  await api.create(widget("a", {}));
  const path = "/apis/apiextensions.orch.io/v1/customresourcedefinitions/widgets.shop.example.com";
  await server.request(path, { method: "DELETE" });
  await expect.poll(async () => (await server.request(path)).status).toBe(404);
  await expect(api.list()).rejects.toMatchObject({ code: 404 });
  const { spec, metadata } = definition({ color: text });
  const again = await server.define({ metadata, spec: { ...spec, scope: "Namespaced" } });
  expect(again).toEqual({ ...type, namespaced: true });
  expect((await server.client.resource(again).list()).items).toEqual([]);
});
