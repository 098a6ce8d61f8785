import { expect, test } from "vitest";
import { partialMetadata } from "./partial-metadata.ts";
import { cachedMap } from "./testing/cached-map.ts";

test.each<[what: string, metadata: object]>([
  ["labels only", { labels: { app: "web" } }],
  ["braces in strings", { annotations: { x: "}{", y: "{{}" } }],
  ["quotes in strings", { annotations: { x: '"}"', y: '\\"}' } }],
  ["backslashes at the end of strings", { annotations: { x: "\\", y: "}\\\\", z: '\\\\"' } }],
  ["a string that looks like the member metadata", { annotations: { x: '"metadata":{' } }],
  [
    "objects in lists",
    { ownerReferences: [{ name: "a" }, { name: "}" }], managedFields: [{ fieldsV1: { "f:x": {} } }] },
  ],
  ["multi-byte characters", { annotations: { x: "ü€\u{1f600}}", y: "\u2028" } }],
  ["no other members", {}],
])("partialMetadata() returns the whole metadata: with %s", (_what, metadata) => {
  for (const rest of [
    {},
    { data: { metadata: '"metadata":{}', x: "}" } },
    { template: { metadata: { name: "inner" } } },
  ]) {
    const object = cachedMap("a", rest, metadata);
    const whole = JSON.parse(object.bytes.toString("utf8")).metadata;
    expect(JSON.parse(partialMetadata(object, "meta.orch.io/v1"))).toEqual({
      kind: "PartialObjectMetadata",
      apiVersion: "meta.orch.io/v1",
      metadata: whole,
    });
  }
});
