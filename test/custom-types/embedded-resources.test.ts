/** API objects inside of objects of a custom type, with numbers whose spelling is not canonical. */
import { expect, test } from "vitest";
import { anyObject, defineWidgets, widget, widgetsPath } from "../support/custom-types.ts";
import { startTestServer } from "../support/test-server.ts";

const template = { ...anyObject, "x-orch-embedded-resource": true };
const spec = { type: "object", properties: { size: { type: "number" }, template } };
const prefix = 'Widget in version "v1" cannot be handled as a Widget: spec.template';

/** Inner objects, and the message of the reference v1.32.13. */
const rejected: readonly (readonly [string, string])[] = [
  ['{"apiVersion":"v1","kind":5.0}', ".kind: Invalid value: 5: must be a string"],
  ['{"apiVersion":"v1","kind":[1.0,1e3,"x"]}', '.kind: Invalid value: []interface {}{1, 1000, "x"}: must be a string'],
  [
    '{"apiVersion":"v1","kind":"A","metadata":{"labels":{"a":1.0}}}',
    '.metadata: Invalid value: map[string]interface {}{"labels":map[string]interface {}{"a":1}}: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
  ],
  [
    '{"apiVersion":"v1","kind":"A","metadata":5.0}',
    ".metadata: Invalid value: 5: json: cannot unmarshal number into Go value of type v1.ObjectMeta",
  ],
];

function bodyWith(inner: string): string {
  return JSON.stringify(widget("a", { spec: "SPEC" })).replace('"SPEC"', `{"size":1.0,"template":${inner}}`);
}

test.each(rejected)("an inner object %s beside the number 1.0 is rejected with its field", async (inner, message) => {
  await using running = await startTestServer();
  await defineWidgets(running.client, { spec });
  const { status, json } = await running.client.request(widgetsPath, { body: bodyWith(inner) });
  expect(status).toBe(400);
  expect(json.message).toBe(`${prefix}${message}`);
});

test("an inner object may spell an integer of its metadata as 1.0", async () => {
  await using running = await startTestServer();
  await defineWidgets(running.client, { spec });
  const inner = '{"apiVersion":"v1","kind":"A","metadata":{"generation":1.0}}';
  const { status, json } = await running.client.request(widgetsPath, { body: bodyWith(inner) });
  expect(status).toBe(201);
  expect(json.spec).toEqual({ size: 1, template: { apiVersion: "v1", kind: "A", metadata: { generation: 1 } } });
});
