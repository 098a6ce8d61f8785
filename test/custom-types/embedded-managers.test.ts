/** Managed fields of objects inside custom objects. Expected values are those of the reference. */
import { expect, test } from "vitest";
import { defineWidgets, widget, widgetsPath } from "../support/custom-types.ts";
import { startTestServer } from "../support/test-server.ts";

const embedded = { type: "object", "x-orch-embedded-resource": true, "x-orch-preserve-unknown-fields": true };
const entry = { manager: "a", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: {} };

test.each([
  ["ManagedFields#1", { operation: "Other" }, "operation", 'Invalid value: "Other": must be `Apply` or `Update`'],
  ["ManagedFields#1", { operation: "" }, "operation", 'Invalid value: "": must be `Apply` or `Update`'],
  ["ManagedFields#2", { fieldsType: "FieldsV2" }, "fieldsType", 'Invalid value: "FieldsV2": must be `FieldsV1`'],
])("[%s] managed fields of an embedded object with %j are rejected", async (_, change, field, message) => {
  await using running = await startTestServer();
  const { client } = running;
  await defineWidgets(client, { spec: embedded });
  const objectWith = (managedFields: readonly object[]): object =>
    widget("a", { spec: { apiVersion: "v1", kind: "A", metadata: { managedFields } } });
  const { status, json } = await client.request(widgetsPath, { body: objectWith([{ ...entry, ...change }]) });
  expect(status).toBe(422);
  expect(json.details.causes).toEqual([
    { reason: "FieldValueInvalid", message, field: `spec.metadata.managedFields[0].${field}` },
  ]);
  expect((await client.request(widgetsPath, { body: objectWith([entry]) })).status).toBe(201);
});
