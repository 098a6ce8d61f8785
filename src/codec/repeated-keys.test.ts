import { expect, test } from "vitest";
import { configMap } from "../api/core/v1/config-map.ts";
import { parseJsonNode } from "./json/json-node.ts";
import { readRepeatedKeys } from "./repeated-keys.ts";

/** Expected values are the reference's responses. */
test.each([
  ["members of maps add up", '{"data":{"a":"1"},"data":{"b":"2"}}', { data: { a: "1", b: "2" } }],
  [
    "members of structs add up",
    '{"metadata":{"name":"b"},"metadata":{"labels":{"x":"y"}}}',
    { metadata: { name: "b", labels: { x: "y" } } },
  ],
  ["null empties a map", '{"data":{"a":"1"},"data":null}', { data: null }],
  ["null leaves a text", '{"metadata":{"name":"b","name":null}}', { metadata: { name: "b" } }],
  [
    "a list is replaced",
    '{"metadata":{"finalizers":["a.b/c","d.e/f"],"finalizers":["x.y/z"]}}',
    { metadata: { finalizers: ["x.y/z"] } },
  ],
  [
    "an item of a list is read over the one before",
    '{"metadata":{"ownerReferences":[{"kind":"Pod","name":"p"}],"ownerReferences":[{"name":"q"}]}}',
    { metadata: { ownerReferences: [{ kind: "Pod", name: "q" }] } },
  ],
])("readRepeatedKeys() merges duplicate keys: %s", (_, text, combined) => {
  expect(readRepeatedKeys(parseJsonNode(text), configMap.schema)).toEqual(combined);
});

test("readRepeatedKeys() returns undefined without duplicate keys", () => {
  const text = '{"data":{"a":"1"},"metadata":{"name":"a","labels":{"name":"b"}},"x":[{"a":1},{"a":2}]}';
  expect(readRepeatedKeys(parseJsonNode(text), configMap.schema)).toBeUndefined();
});
