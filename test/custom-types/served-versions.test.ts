/** The parts of a definition that describe one version: its columns, its Scale, its fields for selectors and its deprecation. */
import { describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app/server.ts";
import { shopGroup, widget, widgetDefinition, widgetsPath } from "../support/custom-types.ts";

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** Replaces the versions of the definition. */
async function redefine(server: RunningServer, ...versions: readonly object[]): Promise<void> {
  const { metadata, spec } = widgetDefinition();
  const [version] = spec.versions;
  await server.define({ metadata, spec: { ...spec, versions: versions.map((one) => ({ ...version, ...one })) } });
}

async function serverOf(...versions: readonly object[]): Promise<RunningServer> {
  const server = await startServer();
  await redefine(server, ...versions);
  return server;
}

async function get(server: RunningServer, target: string, accept = "application/json"): Promise<Json> {
  return await (await server.request(target, { headers: { accept } })).json();
}

const value = { type: "string" };
const spec = {
  type: "object",
  properties: {
    color: { ...value, nullable: true },
    count: { type: "integer" },
    weight: { type: "number" },
    isNew: { type: "boolean" },
    at: value,
  },
};
const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };

test("cells have the type of their column, and are empty for values of another type", async () => {
  const columns = ["string", "integer", "number", "boolean", "date"].flatMap((type) =>
    Object.keys(spec.properties).map((name) => ({ name: `${type} ${name}`, type, jsonPath: `.spec.${name}` })),
  );
  await using server = await serverOf({ schema, additionalPrinterColumns: columns });
  const content = { color: "red", count: 3, weight: 1.5, isNew: true, at: "2020-01-01T00:00:00Z" };
  await server.request(widgetsPath, { body: widget("a", { spec: content }) });
  const table = await get(server, widgetsPath, "application/json;as=Table;g=meta.orch.io;v=v1");
  const names = table.columnDefinitions.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["Name", ...columns.map(({ name }) => name)]);
  const age = expect.stringMatching(/^\d+y/);
  const cells = [
    ["red", "3", "1.5", "true", "2020-01-01T00:00:00Z"],
    [null, 3, 1, null, null],
    [null, 3, 1.5, null, null],
    [null, null, null, true, null],
    ["<invalid>", null, null, null, age],
  ];
  expect(table.rows[0].cells).toEqual(["a", ...cells.flat()]);
  // Beyond 2^53, `JSON.parse` rounds.
  const body = JSON.stringify(widget("b", { spec: { color: null, count: 0 } })).replace("0", "12345678901234567");
  await server.request(widgetsPath, { body, headers: { "content-type": "application/json" } });
  const accept = "application/json;as=Table;g=meta.orch.io;v=v1";
  const text = await (await server.request(`${widgetsPath}/b`, { headers: { accept } })).text();
  expect(text).toContain('"cells":["b","<no value>","12345678901234567",null,null,null,null,12345678901234567,null,');
});

test("a Table has the cells of changed columns, in each version, also of objects that have been shown before", async () => {
  const version = (name: string, storage: boolean, ...paths: readonly string[]): object => {
    const columns = paths.map((path) => ({ name: path, type: "string", jsonPath: `.spec.${path}` }));
    return { name, storage, schema, additionalPrinterColumns: columns };
  };
  await using server = await serverOf(version("v1", true, "color"), version("v2", false, "at"));
  await server.request(widgetsPath, { body: widget("a", { spec: { color: "red", at: "sea" } }) });
  const tables = async (): Promise<Json> => {
    const paths = [widgetsPath, `${widgetsPath}/a`, widgetsPath.replace("/v1/", "/v2/")];
    const shown = paths.map(async (path) => await get(server, path, "application/json;as=Table;g=meta.orch.io;v=v1"));
    return (await Promise.all(shown)).map(({ rows: [row] }: Json) => row.cells);
  };
  expect(await tables()).toEqual([
    ["a", "red"],
    ["a", "red"],
    ["a", "sea"],
  ]);
  await redefine(server, version("v1", true, "at", "color"), version("v2", false, "color"));
  expect(await tables()).toEqual([
    ["a", "sea", "red"],
    ["a", "sea", "red"],
    ["a", "red"],
  ]);
});

test("a Scale shows the replicas and the selector at the paths of the definition", async () => {
  const number = { type: "integer" };
  const status = { type: "object", properties: { ready: number, selector: value } };
  const openAPIV3Schema = {
    type: "object",
    properties: { spec: { type: "object", properties: { wanted: number } }, status },
  };
  const scale = {
    specReplicasPath: ".spec.wanted",
    statusReplicasPath: ".status.ready",
    labelSelectorPath: ".status.selector",
  };
  await using server = await serverOf({ schema: { openAPIV3Schema }, subresources: { status: {}, scale } });
  await server.request(widgetsPath, { body: widget("a", { spec: { wanted: 3 }, status: { ready: 9 } }) });
  expect(await get(server, `${widgetsPath}/a/scale`)).toMatchObject({ spec: { replicas: 3 }, status: { replicas: 0 } });
  const headers = { "content-type": "application/merge-patch+json" };
  const body = { spec: { wanted: 8 }, status: { ready: 2, selector: "app=web" } };
  await server.request(`${widgetsPath}/a/status`, { method: "PATCH", headers, body });
  expect(await get(server, `${widgetsPath}/a/scale`)).toMatchObject({
    spec: { replicas: 3 },
    status: { replicas: 2, selector: "app=web" },
  });
  await server.request(`${widgetsPath}/a/scale`, { method: "PATCH", headers, body: { spec: { replicas: 5 } } });
  expect(await get(server, `${widgetsPath}/a`)).toMatchObject({
    spec: { wanted: 5 },
    status: { ready: 2, selector: "app=web" },
  });
});

test("only the fields that the definition names can be selected", async () => {
  await using server = await serverOf({ schema, selectableFields: [{ jsonPath: ".spec.color" }] });
  for (const color of ["red", "blue"]) await server.request(widgetsPath, { body: widget(color, { spec: { color } }) });
  const { items } = await get(server, `${widgetsPath}?fieldSelector=spec.color%3Dblue`);
  expect(items.map(({ metadata }: Json) => metadata.name)).toEqual(["blue"]);
  expect(await get(server, `${widgetsPath}?fieldSelector=spec.at%3Dx`)).toMatchObject({
    code: 400,
    message: "field label not supported: spec.at",
  });
});

test("changed selectable fields of a version that is not stored select the objects that have been selected before", async () => {
  const stored = {
    name: "v1",
    schema: { openAPIV3Schema: { type: "object", properties: { spec: { ...spec, title: "v1" } } } },
  };
  const served = (...paths: readonly string[]): object => {
    return { name: "v2", storage: false, schema, selectableFields: paths.map((jsonPath) => ({ jsonPath })) };
  };
  await using server = await serverOf(stored, served(".spec.color"));
  await server.request(widgetsPath, { body: widget("a", { spec: { color: "red", at: "sea" } }) });
  const selected = async (selector: string): Promise<readonly string[]> => {
    const path = widgetsPath.replace("/v1/", "/v2/");
    const { items } = await get(server, `${path}?fieldSelector=${encodeURIComponent(selector)}`);
    return items.map(({ metadata }: Json) => metadata.name);
  };
  expect(await selected("spec.color=red")).toEqual(["a"]);
  await redefine(server, stored, served(".spec.at", ".spec.color"));
  expect(await selected("spec.at=sea,spec.color=red")).toEqual(["a"]);
  expect(await selected("spec.color=blue")).toEqual([]);
});

test("the warning of a deprecated version recommends the most stable version that is served", async () => {
  const version = (name: string, rest: object = {}): object => ({ name, storage: false, ...rest });
  await using server = await serverOf(
    version("v1alpha1", { deprecated: true }),
    version("v1beta1", { deprecated: true }),
    version("v1beta2"),
    version("v1", { storage: true }),
    version("v2", { served: false }),
    version("v3", { deprecated: true }),
  );
  const warningOf = async (name: string): Promise<string> =>
    String((await server.request(`/apis/${shopGroup}/${name}/widgets`)).headers["warning"]);
  const recommended = (name: string): string =>
    `299 - "${shopGroup}/${name} Widget is deprecated; use ${shopGroup}/v1 Widget"`;
  expect(await warningOf("v1alpha1")).toBe(recommended("v1alpha1"));
  expect(await warningOf("v1beta1")).toBe(recommended("v1beta1"));
  expect(await warningOf("v3")).toBe(`299 - "${shopGroup}/v3 Widget is deprecated"`);
  expect(await warningOf("v1beta2")).toBe("undefined");
});

describe("a write in a version that is not stored", () => {
  const letters = { type: "string", maxLength: 3 };
  const storedSpec = { type: "object", required: ["a"], properties: { a: letters } };
  const servedSpec = {
    type: "object",
    required: ["mode"],
    properties: { a: value, mode: letters, count: { type: "integer", maximum: 5 } },
    "x-orch-validations": [{ rule: "!has(self.count) || self.count != 3" }],
  };
  const schemaOf = (properties: object): object => ({ openAPIV3Schema: { type: "object", properties } });
  const versions = [
    {
      name: "v1",
      schema: schemaOf({ spec: storedSpec, status: { type: "object", properties: { text: value } } }),
      subresources: { status: {} },
    },
    {
      name: "v2",
      storage: false,
      schema: schemaOf({ spec: servedSpec, status: { type: "object", properties: { text: letters, more: letters } } }),
      subresources: { status: {} },
    },
  ];
  const path = widgetsPath.replace("/v1/", "/v2/");
  const inServed = (name: string, content: object): object => ({
    ...widget(name, { spec: content }),
    apiVersion: `${shopGroup}/v2`,
  });
  const merge = { "content-type": "application/merge-patch+json" };
  const causesOf = ({ details }: Json): readonly string[] =>
    details.causes.map(({ field, message }: Json) => `${field}: ${message}`);

  test.each([
    ["a text that is too long", { a: "x", mode: "long" }, "spec.mode: Too long: may not be more than 3 bytes"],
    ["a missing field", { a: "y" }, "spec.mode: Required value"],
    ["a value of another type", { mode: 4 }, /^spec\.mode: .* must be of type string: "integer"$/],
    ["a number that is too large", { mode: "x", count: 6 }, /^spec\.count: .* should be less than or equal to 5$/],
    ["a value that a rule forbids", { mode: "x", count: 3 }, /^spec: .*failed rule: /],
  ])("is rejected by the schema of its version: %s", async (_, content, cause) => {
    await using server = await serverOf(...versions);
    const created = await server.request(path, { body: inServed("a", content) });
    expect(created.status).toBe(422);
    expect(causesOf(await created.json())[0]).toMatch(cause);

    await server.request(widgetsPath, { body: widget("b", { spec: { a: "x" } }) });
    const body = { spec: { mode: null, ...content } };
    const patched = await server.request(`${path}/b`, { method: "PATCH", headers: merge, body });
    expect(patched.status).toBe(422);
    expect(causesOf(await patched.json())[0]).toMatch(cause);
  });

  test("is not checked by the schema of the stored version, which loses the fields that it does not have", async () => {
    await using server = await serverOf(...versions);
    const created = await server.request(path, { body: inServed("a", { mode: "x", a: "long", count: 5 }) });
    expect([created.status, ((await created.json()) as Json).spec]).toEqual([201, { a: "long" }]);
    const noStored = await server.request(path, { body: inServed("b", { mode: "x" }) });
    expect([noStored.status, ((await noStored.json()) as Json).spec]).toEqual([201, {}]);
    expect((await get(server, `${widgetsPath}/a`)).spec).toEqual({ a: "long" });
  });

  test("raises the generation if only fields change that the stored version does not have", async () => {
    await using server = await serverOf(...versions);
    await server.request(widgetsPath, { body: widget("a", { spec: { a: "x" } }) });
    const body = { spec: { mode: "m" } };
    const patched = await server.request(`${path}/a`, { method: "PATCH", headers: merge, body });
    expect(((await patched.json()) as Json).metadata.generation).toBe(2);
  });

  test("changes the status only at its subresource if its version has one, and nothing else there", async () => {
    const open = { openAPIV3Schema: { type: "object", "x-orch-preserve-unknown-fields": true } };
    await using server = await serverOf(
      { name: "v1", schema: open },
      { name: "v2", storage: false, schema: open, subresources: { status: {} } },
    );
    const body = { spec: { a: 2 }, status: { s: 2 } };
    const contentAfter = async (target: string): Promise<Json> => {
      const answer = await server.request(target, { method: "PATCH", headers: merge, body });
      const { spec, status } = (await answer.json()) as Json;
      return [answer.status, spec, status];
    };
    await server.request(widgetsPath, { body: widget("a", { spec: { a: 1 }, status: { s: 1 } }) });
    expect(await contentAfter(`${path}/a/status`)).toEqual([200, { a: 1 }, { s: 2 }]);
    await server.request(widgetsPath, { body: widget("b", { spec: { a: 1 }, status: { s: 1 } }) });
    expect(await contentAfter(`${path}/b`)).toEqual([200, { a: 2 }, { s: 1 }]);
    await server.request(widgetsPath, { body: widget("c", { spec: { a: 1 }, status: { s: 1 } }) });
    expect(await contentAfter(`${widgetsPath}/c`)).toEqual([200, { a: 2 }, { s: 2 }]);
    expect((await contentAfter(`${widgetsPath}/c/status`))[0]).toBe(404);
    const created = await server.request(path, {
      body: { ...widget("d", { status: { s: 1 } }), apiVersion: `${shopGroup}/v2` },
    });
    expect(((await created.json()) as Json).status).toBe(undefined);
  });

  test("to the scale is checked by the schema of its version, and keeps only fields of this version", async () => {
    const numbers = (limits: object, more: object): object => ({
      type: "object",
      properties: { n: { type: "integer", ...limits }, ...more },
    });
    const scale = { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" };
    const subresources = { status: {}, scale };
    await using server = await serverOf(
      {
        name: "v1",
        schema: schemaOf({ spec: numbers({ maximum: 20 }, { x: value }), status: numbers({}, {}) }),
        subresources,
      },
      {
        name: "v2",
        storage: false,
        schema: schemaOf({ spec: numbers({ minimum: 5, maximum: 30 }, {}), status: numbers({}, {}) }),
        subresources,
      },
    );
    await server.request(widgetsPath, { body: widget("a", { spec: { n: 10, x: "x" } }) });
    const scaleTo = async (target: string, replicas: number): Promise<number> => {
      const body = { spec: { replicas } };
      return (await server.request(`${target}/a/scale`, { method: "PATCH", headers: merge, body })).status;
    };
    expect(await scaleTo(path, 31)).toBe(422);
    expect(await scaleTo(path, 4)).toBe(422);
    expect(await scaleTo(widgetsPath, 4)).toBe(200);
    expect((await get(server, `${widgetsPath}/a`)).spec).toEqual({ n: 4, x: "x" });
    expect(await scaleTo(path, 25)).toBe(200);
    expect((await get(server, `${widgetsPath}/a`)).spec).toEqual({ n: 25 });
    expect(await scaleTo(widgetsPath, 21)).toBe(422);
  });

  test("is checked by the status of its version only if it writes the status", async () => {
    await using server = await serverOf(...versions);
    await server.request(path, { body: inServed("a", { mode: "x", a: "x" }) });
    const body = { spec: { mode: "y" }, status: { more: "long" } };
    const status = await server.request(`${path}/a/status`, { method: "PATCH", headers: merge, body });
    expect(status.status).toBe(422);
    expect(causesOf(await status.json())[0]).toBe("status.more: Too long: may not be more than 3 bytes");
    expect((await server.request(`${path}/a`, { method: "PATCH", headers: merge, body })).status).toBe(200);
  });
});

test("the bookmark that ends the initial events has an empty list with items and without metadata", async () => {
  await using server = await serverOf({ schema });
  const query =
    "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1";
  const events = await (await server.request(`${widgetsPath}?${query}`)).text();
  const [, blueprint = ""] = /initial-events-list-blueprint":"([^"]*)"/.exec(events) ?? [];
  expect(Buffer.from(blueprint, "base64").toString().trim()).toBe(
    `{"apiVersion":"${shopGroup}/v1","items":[],"kind":"WidgetList"}`,
  );
});

test("the address of an OpenAPI document and its ETag change with the schema", async () => {
  await using server = await serverOf({ schema });
  const key = `apis/${shopGroup}/v1`;
  const addressOf = async (): Promise<string> => (await get(server, "/openapi/v3")).paths[key].serverRelativeURL;
  const before = await addressOf();
  const etag = String((await server.request(before)).headers["etag"]);
  const definition = widgetDefinition({ spec: { ...spec, properties: { ...spec.properties, shape: value } } });
  await server.define(definition);
  const after = await addressOf();
  expect(after).not.toBe(before);
  const answer = await server.request(after, { headers: { "if-none-match": etag } });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('"shape"');
});
