/** Clients of a custom type while its definition is deleted and created again, and requests at its paths. */
import { expect, test } from "vitest";
import { defineWidgets, definitionsPath, shopGroup, widget, widgetsPath } from "../support/custom-types.ts";
import { expectFailure } from "../support/expect-status.ts";
import { startTestServer } from "../support/test-server.ts";
import { eventually } from "../support/until.ts";
import { warningsOf } from "../support/warnings.ts";
import type { WireClient } from "../support/wire-client.ts";
import { isGone } from "../support/writes.ts";

const definition = `${definitionsPath}/widgets.${shopGroup}`;
const path = `${widgetsPath}/a`;
const mergePatch = { "content-type": "application/merge-patch+json" };

async function isTerminating(client: WireClient): Promise<boolean> {
  const { json } = await client.request(definition);
  return json.status.conditions.some((one: { type: string }) => one.type === "Terminating");
}

test("while a definition is being deleted, its objects can be changed and deleted, but not created", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await defineWidgets(client);
  await client.request(widgetsPath, { body: widget("a", {}, { finalizers: ["example.com/wait"] }) });
  await client.request(definition, { method: "DELETE" });
  await eventually(() => isTerminating(client), "the definition is being deleted");
  expectFailure(await client.request(widgetsPath, { body: widget("b") }), {
    code: 405,
    reason: "MethodNotAllowed",
    message: "create not allowed while custom resource definition is terminating",
    details: { group: shopGroup, kind: "widgets" },
  });
  const { json: types } = await client.request(`/apis/${shopGroup}/v1`);
  expect(types.resources[0].verbs).toEqual(["delete", "deletecollection", "get", "list", "watch"]);
  const changed = await client.request(path, { method: "PATCH", headers: mergePatch, body: { spec: { a: 1 } } });
  expect(changed.json.spec).toEqual({ a: 1 });
  await client.request(path, { method: "PATCH", headers: mergePatch, body: { metadata: { finalizers: null } } });
  await eventually(async () => {
    await running.clock.advance(1000);
    return await isGone(client, definition);
  }, "the definition is gone");
  expect(await client.request(widgetsPath)).toMatchObject({ status: 404, text: "404 page not found\n" });
});

test("a type that is created again with another scope has none of its earlier objects", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await defineWidgets(client);
  await client.request(widgetsPath, { body: widget("a") });
  await client.request(definition, { method: "DELETE" });
  await eventually(async () => {
    await running.clock.advance(1000);
    return await isGone(client, definition);
  }, "the definition is gone");
  await defineWidgets(client, { scope: "Cluster" });
  expect((await client.request(`/apis/${shopGroup}/v1/widgets`)).json.items).toEqual([]);
  expect(await client.request(path)).toMatchObject({ status: 404, text: "404 page not found\n" });
  expect((await client.request(`/apis/${shopGroup}/v1/widgets`, { body: widget("a") })).status).toBe(201);
});

test("a type keeps its accepted name if its definition requests another name of the same type", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await defineWidgets(client);
  const names = { singular: "widgets" };
  await client.request(definition, { method: "PATCH", headers: mergePatch, body: { spec: { names } } });
  const isRejected = async (): Promise<boolean> =>
    (await client.request(definition)).json.status.conditions[0].status === "False";
  await eventually(isRejected, "the name is rejected");
  const { status } = (await client.request(definition)).json;
  expect(status.conditions).toMatchObject([
    { type: "NamesAccepted", status: "False", reason: "SingularConflict", message: '"widgets" is already in use' },
    { type: "Established", status: "True" },
  ]);
  expect(status.acceptedNames.singular).toBe("widget");
});

test("discovery lists the verbs and subresources of custom types in the order of the reference", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
  await defineWidgets(client, { version: { subresources: { status: {}, scale } } });
  const { json } = await client.request(`/apis/${shopGroup}/v1`);
  expect(json.resources.map(({ name, verbs }: { name: string; verbs: string[] }) => [name, ...verbs])).toEqual([
    ["widgets", "delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"],
    ["widgets/status", "get", "patch", "update"],
    ["widgets/scale", "get", "patch", "update"],
  ]);
});

test.each([
  ["GET", `/apis/${shopGroup}/v9/widgets`],
  ["GET", `/apis/${shopGroup}/v9`],
  ["GET", `/apis/${shopGroup}/v1/gadgets`],
  ["DELETE", `/apis/${shopGroup}/v1/widgets`],
])("%s %s is no path of a custom type", async (method, target) => {
  await using running = await startTestServer();
  const { client } = running;
  await defineWidgets(client);
  expect(await client.request(target, { method })).toMatchObject({ status: 404, text: "404 page not found\n" });
});

test("requests for unknown subresources and methods name the custom type", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await defineWidgets(client);
  expectFailure(await client.request(`${path}/status`), {
    code: 404,
    reason: "NotFound",
    message: `widgets.${shopGroup} "a" not found`,
    details: { name: "a", group: shopGroup, kind: "widgets" },
  });
  expectFailure(await client.request(path, { method: "OPTIONS" }), {
    code: 405,
    reason: "MethodNotAllowed",
    message: ` is not supported on resources of kind "widgets.${shopGroup}"`,
    details: { group: shopGroup, kind: "widgets" },
  });
});

test("every response for a deprecated version has a warning, also for a missing subresource", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await defineWidgets(client, { version: { deprecated: true, deprecationWarning: "use another version" } });
  for (const target of [widgetsPath, path, `${path}/scale`]) {
    expect(warningsOf(await client.request(target))).toEqual(["use another version"]);
  }
});

test("[CustomResource#1, CustomResource#2] an object of a custom type must name its kind and version", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await defineWidgets(client);
  const metadata = { name: "a" };
  const post = async (body: object): Promise<string> => (await client.request(widgetsPath, { body })).json.message;
  expect(await post({ metadata })).toBe(
    `the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing in '{"metadata":{"name":"a"}}' ({"metadata":{"name":"a"}})`,
  );
  expect(await post({ kind: "Widget", metadata })).toBe(
    `the API version in the data () does not match the expected API version (${shopGroup}/v1)`,
  );
  expect(await post({ ...widget("a"), kind: "Gadget" })).toBe(
    `Gadget.${shopGroup} "a" is invalid: kind: Invalid value: "Gadget": must be Widget`,
  );
  await client.request(widgetsPath, { body: widget("a") });
  const body = { kind: "Gadget", apiVersion: "x/v1" };
  expect((await client.request(path, { method: "PATCH", headers: mergePatch, body })).json.message).toBe(
    `Gadget.x "a" is invalid: [kind: Invalid value: "Gadget": must be Widget, apiVersion: Invalid value: "x/v1": must be ${shopGroup}/v1]`,
  );
});

test("a Scale of an object without replicas can be written, but not read", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
  await defineWidgets(client, { version: { subresources: { scale } } });
  await client.request(widgetsPath, { body: widget("a") });
  expectFailure(await client.request(`${path}/scale`), {
    code: 500,
    reason: "InternalError",
    message: 'Internal error occurred: the spec replicas field ".spec.replicas" does not exist',
    details: { causes: [{ message: 'the spec replicas field ".spec.replicas" does not exist' }] },
  });
  const patch = async (replicas: number): Promise<string | undefined> => {
    const body = { spec: { replicas } };
    return (await client.request(`${path}/scale`, { method: "PATCH", headers: mergePatch, body })).json.message;
  };
  expect(await patch(-1)).toBe(
    `Widget.${shopGroup} "a" is invalid: .spec.replicas: Invalid value: -1: should be a non-negative integer`,
  );
  expect(await patch(3)).toBeUndefined();
  expect((await client.request(path)).json.spec).toEqual({ replicas: 3 });
});

test("a Table of a type without columns shows names and ages", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await defineWidgets(client);
  await client.request(widgetsPath, { body: widget("a") });
  const accept = "application/json;as=Table;g=meta.orch.io;v=v1";
  const { json } = await client.request(widgetsPath, { headers: { accept } });
  expect(json.columnDefinitions.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
    ["Name", "string"],
    ["Age", "date"],
  ]);
  expect(json.rows[0].cells).toEqual(["a", "0s"]);
});
