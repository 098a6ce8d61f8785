import { expect, test } from "vitest";
import { partialMetadata } from "./partial-metadata.ts";
import { cachedMap } from "./testing/cached-map.ts";

test.each<[what: string, metadata: object]>([
  ["nothing of note", { labels: { app: "web" } }],
  ["braces in texts", { annotations: { x: "}{", y: "{{}" } }],
  ["quotes in texts", { annotations: { x: '"}"', y: '\\"}' } }],
  ["backslashes at the end of texts", { annotations: { x: "\\", y: "}\\\\", z: '\\\\"' } }],
  ["the mark itself", { annotations: { x: '"metadata":{' } }],
  [
    "objects in lists",
    { ownerReferences: [{ name: "a" }, { name: "}" }], managedFields: [{ fieldsV1: { "f:x": {} } }] },
  ],
  ["characters of several bytes", { annotations: { x: "ü€\u{1f600}}", y: "\u2028" } }],
  ["nothing behind it", {}],
])("the metadata is cut out as a whole: with %s", (_what, metadata) => {
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
