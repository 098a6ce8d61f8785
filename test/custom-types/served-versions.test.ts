/** The parts of a definition that describe one version: its columns, its Scale, its fields for selectors and its deprecation. */
import { expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app/server.ts";
import { shopGroup, widget, widgetDefinition, widgetsPath } from "../support/custom-types.ts";

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

async function serverOf(...versions: readonly object[]): Promise<RunningServer> {
  const server = await startServer();
  const { metadata, spec } = widgetDefinition();
  const [version] = spec.versions;
  await server.define({ metadata, spec: { ...spec, versions: versions.map((one) => ({ ...version, ...one })) } });
  return server;
}

async function get(server: RunningServer, target: string, accept = "application/json"): Promise<Json> {
  return await (await server.request(target, { headers: { accept } })).json();
}

const value = { type: "string" };
const spec = {
  type: "object",
  properties: {
    color: value,
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
