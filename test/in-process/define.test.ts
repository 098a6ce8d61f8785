import { expect, expectTypeOf, test } from "vitest";
import {
  boolean,
  customResourceDefinition,
  customType,
  enumOf,
  integer,
  listOf,
  type ObjectOfType,
  objectOf,
  optional,
  required,
  text,
} from "../../src/api/index.ts";
import { ManualClock, startServer } from "../../src/app/server.ts";
import type { ApiObject } from "../../src/meta/object-meta.ts";
import { vocabularyNames } from "../../src/meta/vocabulary.ts";

interface Widget extends ApiObject {
  readonly spec: { readonly size?: number; readonly color?: string };
}

function widgets(properties: object, names: object = {}) {
  return {
    metadata: { name: "widgets.shop.example.com" },
    spec: {
      group: "shop.example.com",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget", ...names },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties } } } },
        },
      ],
    },
  };
}

const namespace = { metadata: { name: "shop" } };

test("a server serves a type once define() has resolved, and again after its definition was replaced", async () => {
  await using server = await startServer();
  await server.request("/api/v1/namespaces", { body: namespace });
  const type = await server.define(widgets({ size: { type: "integer", default: 1 } }));
  expect(type).toEqual({
    group: "shop.example.com",
    version: "v1",
    kind: "Widget",
    plural: "widgets",
    namespaced: true,
  });
  const api = server.client.resource<Widget>(type, "shop");
  const created = await api.create({ metadata: { name: "blue" }, spec: { color: "blue" } });
  expect(created.spec).toEqual({ size: 1 });
  await server.define(widgets({ size: { type: "integer" }, color: { type: "string", default: "red" } }));
  expect((await api.get("blue")).spec).toEqual({ color: "red", size: 1 });
  const { types } = await server.client.servedTypes();
  expect(types.find(({ plural }) => plural === "widgets")).toMatchObject({ kind: "Widget", group: "shop.example.com" });
});

test("define() reports names that another type has", async () => {
  await using server = await startServer();
  await server.define(widgets({}));
  const other = widgets({}, { plural: "gadgets" });
  const definition = { ...other, metadata: { name: "gadgets.shop.example.com" } };
  await expect(server.define(definition)).rejects.toThrow(
    /^the names are not accepted: "Widget(?:List)?" is already in use$/,
  );
});

test("define() creates a definition again that is being deleted, also with another scope and with a clock that stands still", async () => {
  await using server = await startServer({ clock: new ManualClock() });
  const definitions = server.client.api(customResourceDefinition);
  for (const scope of ["Namespaced", "Cluster", "Namespaced"]) {
    const { metadata, spec } = widgets({});
    const type = await server.define({ metadata, spec: { ...spec, scope } });
    expect(type.namespaced).toBe(scope === "Namespaced");
    expect((await definitions.get(metadata.name)).metadata.deletionTimestamp).toBeUndefined();
    const widget = { metadata: { name: "blue", namespace: "default" } };
    await server.client.resource<Widget>(type).create(widget as Widget);
    await definitions.delete(metadata.name);
  }
});

test("a fork and a restored snapshot serve the types of their state", async () => {
  await using server = await startServer();
  await server.request("/api/v1/namespaces", { body: namespace });
  const before = server.snapshot();
  const type = await server.define(widgets({ size: { type: "integer" } }));
  await server.client.resource<Widget>(type, "shop").create({ metadata: { name: "blue" }, spec: { size: 3 } });
  await using fork = await server.fork();
  expect((await fork.client.resource<Widget>(type, "shop").get("blue")).spec).toEqual({ size: 3 });
  await server.restore(before);
  await expect(server.client.resource(type, "shop").get("blue")).rejects.toMatchObject({ code: 404 });
});

const gadget = customType({
  group: "shop.example.com",
  version: "v1",
  kind: "Gadget",
  spec: objectOf(
    {
      size: required(integer({ minimum: 1 })),
      color: optional(enumOf("red", "blue"), { default: "red" }),
      parts: listOf(objectOf({ name: required(text({ maxLength: 9 })), count: optional(integer(), { default: 1 }) }), {
        keys: ["name"],
        maxItems: 8,
      }),
    },
    { rules: [{ rule: "self.size < 100 || self.color == 'red'", message: "large gadgets are red" }] },
  ),
  status: { isReady: boolean() },
  columns: [{ name: "Size", type: "integer", jsonPath: ".spec.size" }],
  selectableFields: [".spec.color"],
});
type Gadget = ObjectOfType<typeof gadget>;

test.each(vocabularyNames)(
  "a type that a program declares is served with its rules in the vocabulary %s",
  async (name) => {
    await using server = await startServer({ vocabulary: name });
    await server.request("/api/v1/namespaces", { body: namespace });
    await server.define(gadget);
    const gadgets = server.client.api(gadget, "shop");
    const created = await gadgets.create({ metadata: { name: "a" }, spec: { size: 3, parts: [{ name: "lid" }] } });
    expectTypeOf(created).toEqualTypeOf<Gadget>();
    expect(created.spec).toEqual({ size: 3, color: "red", parts: [{ name: "lid", count: 1 }] });
    await gadgets.updateStatus({ ...created, spec: { size: 9 }, status: { isReady: true } });
    expect(await gadgets.get("a")).toMatchObject({ spec: { size: 3 }, status: { isReady: true } });
    await gadgets.apply("b", { spec: { size: 4, color: "blue", parts: [{ name: "lid" }] } }, { fieldManager: "one" });
    await gadgets.apply("b", { spec: { size: 4, parts: [{ name: "cup" }] } }, { fieldManager: "two" });
    expect((await gadgets.get("b")).spec.parts?.map((part) => part.name)).toEqual(["lid", "cup"]);
    const blue = await gadgets.list({ fieldSelector: "spec.color=blue" });
    expect(blue.items.map(({ metadata }) => metadata.name)).toEqual(["b"]);
    expect((await gadgets.table()).columnDefinitions.map((column) => column.name)).toEqual(["Name", "Size"]);
    await expect(gadgets.create({ metadata: { name: "c" }, spec: { size: 0 } })).rejects.toThrow(
      'Gadget.shop.example.com "c" is invalid: spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1',
    );
    const large = gadgets.create({ metadata: { name: "c" }, spec: { size: 200, color: "blue" } });
    await expect(large).rejects.toThrow("large gadgets are red");
    // @ts-expect-error The spec requires a size.
    await expect(gadgets.create({ metadata: { name: "c" }, spec: {} })).rejects.toThrow("spec.size: Required value");
  },
);
