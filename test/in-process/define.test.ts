import { expect, test } from "vitest";
import { startServer } from "../../src/app/server.ts";
import type { ApiObject } from "../../src/meta/object-meta.ts";

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
