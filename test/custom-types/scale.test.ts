/** Errors of the fields that the Scale of a custom object shows. Expected values are those of the reference. */
import { expect, test } from "vitest";
import { defineWidgets, widget, widgetsPath } from "../support/custom-types.ts";
import { startTestServer } from "../support/test-server.ts";

const subresources = {
  status: {},
  scale: {
    specReplicasPath: ".spec.replicas",
    statusReplicasPath: ".status.replicas",
    labelSelectorPath: ".status.selector",
  },
};
const anything = { type: "object", "x-orch-preserve-unknown-fields": true };
const version = { subresources };

test.each([
  ["CustomResource#3", -1, "Invalid value: -1: should be a non-negative integer"],
  ["CustomResource#4", 2 ** 31, "Invalid value: 2147483648: should be less than or equal to 2147483647"],
  ["CustomResource#5", "x", "Invalid value: 0: .spec.replicas accessor error: x is of the type string, expected int64"],
  [
    "CustomResource#5",
    1.5,
    "Invalid value: 0: .spec.replicas accessor error: 1.5 is of the type float64, expected int64",
  ],
  [
    "CustomResource#5",
    true,
    "Invalid value: 0: .spec.replicas accessor error: true is of the type bool, expected int64",
  ],
])("[%s] an object with %s desired replicas is rejected", async (_, replicas, message) => {
  await using running = await startTestServer();
  const { client } = running;
  await defineWidgets(client, { schema: anything, version });
  const { status, json } = await client.request(widgetsPath, { body: widget("a", { spec: { replicas } }) });
  expect(status).toBe(422);
  expect(json.details.causes).toEqual([{ reason: "FieldValueInvalid", field: ".spec.replicas", message }]);
});

test.each([
  ["x", ".spec.a accessor error: x is of the type string, expected map[string]interface{}"],
  [{ a: [1] }, ".spec.a.b accessor error: [1] is of the type []interface {}, expected map[string]interface{}"],
])("a new object whose desired replicas would be inside the value %j is rejected", async (spec, fault) => {
  await using running = await startTestServer();
  const { client } = running;
  const schema = { ...anything, properties: { spec: { "x-orch-preserve-unknown-fields": true } } };
  const scale = { specReplicasPath: ".spec.a.b", statusReplicasPath: ".status.replicas" };
  await defineWidgets(client, { schema, version: { subresources: { status: {}, scale } } });
  const { status, json } = await client.request(widgetsPath, { body: widget("a", { spec }) });
  expect(status).toBe(422);
  const message = `Invalid value: 0: ${fault}`;
  expect(json.details.causes).toEqual([{ reason: "FieldValueInvalid", field: ".spec.a.b", message }]);
});

test("the Scale of a type can have the path of a member that other objects inherit", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const scale = { specReplicasPath: ".spec.__proto__.replicas", statusReplicasPath: ".status.constructor.length" };
  await defineWidgets(client, { schema: anything, version: { subresources: { scale } } });
  await client.request(widgetsPath, { body: widget("a", { spec: {} }) });
  const body = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "a" }, spec: { replicas: 3 } };
  const { json } = await client.request(`${widgetsPath}/a/scale`, { method: "PUT", body });
  expect(json).toMatchObject({ spec: { replicas: 3 }, status: { replicas: 0 } });
  expect("replicas" in {}).toBe(false);
  const { text } = await client.request(`${widgetsPath}/a`);
  expect(text).toContain('"spec":{"__proto__":{"replicas":3}}');
});

test.each([
  ["CustomResource#6", { replicas: -1 }, "Invalid value: -1: should be a non-negative integer"],
  ["CustomResource#7", { replicas: 2 ** 31 }, "Invalid value: 2147483648: should be less than or equal to 2147483647"],
  [
    "CustomResource#8",
    { selector: 5 },
    'Invalid value: "": .status.selector accessor error: 5 is of the type int64, expected string',
  ],
])("[%s] the status %j is rejected", async (_, status, message) => {
  await using running = await startTestServer();
  const { client } = running;
  await defineWidgets(client, { schema: anything, version });
  const { json } = await client.request(widgetsPath, { body: widget("a", { spec: { replicas: 1 } }) });
  const target = `${widgetsPath}/a/status`;
  const refused = await client.request(target, { method: "PUT", body: { ...json, status } });
  expect(refused.status).toBe(422);
  const [field] = Object.keys(status);
  expect(refused.json.details.causes).toEqual([{ reason: "FieldValueInvalid", field: `.status.${field}`, message }]);
  const accepted = await client.request(target, {
    method: "PUT",
    body: { ...json, status: { replicas: 1, selector: "a=b" } },
  });
  expect(accepted.status).toBe(200);
});
