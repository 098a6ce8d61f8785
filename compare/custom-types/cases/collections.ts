/** Lists, maps, objects, and API objects in them. */
import type { SchemaCase } from "../schema-case.ts";

const text = { type: "string" };
const integer = { type: "integer" };
const port = { type: "object", properties: { name: text, port: integer, protocol: text }, required: ["port"] };

function mapList(...keys: readonly string[]): object {
  return {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": keys,
    items: { ...port, required: keys },
  };
}

export const collectionCases: readonly SchemaCase[] = [
  {
    name: "itemCounts",
    schema: { type: "array", items: text, minItems: 1, maxItems: 2 },
    values: [[], ["a"], ["a", "b", "c"], [1, 2, 3]],
  },
  { name: "minOverMax", schema: { type: "array", items: text, minItems: 3, maxItems: 1 }, values: [["a", "b"]] },
  {
    name: "propertyCounts",
    schema: { type: "object", additionalProperties: text, minProperties: 1, maxProperties: 2 },
    values: [{}, { a: "1" }, { a: "1", b: "2", c: "3" }, { a: 1, b: 2, c: 3 }],
  },
  {
    name: "maps",
    schema: { type: "object", additionalProperties: { type: "object", additionalProperties: integer } },
    values: [{ a: { b: 1 } }, { a: { b: "x" } }, { a: 1 }, { "a.b": { "c[0]": true } }],
  },
  { name: "anyMap", schema: { type: "object", additionalProperties: true }, values: [{ a: 1, b: { c: 2 } }, 1] },
  {
    name: "required",
    schema: { type: "object", required: ["b", "a", "c"], properties: { a: text, b: text, c: text } },
    values: [{}, { a: "x" }, { a: "x", b: "y", c: "z" }, { b: 1 }],
  },
  {
    name: "nested",
    schema: {
      type: "object",
      properties: {
        list: { type: "array", items: port, maxItems: 2 },
        map: { type: "object", additionalProperties: { type: "array", items: { ...port, maxProperties: 1 } } },
        deep: {
          type: "object",
          properties: {
            a: {
              type: "object",
              properties: { b: { type: "object", properties: { c: integer }, required: ["c"] } },
              required: ["b"],
            },
          },
        },
      },
    },
    values: [
      { list: [{ port: 1 }, { port: "x" }, {}] },
      { map: { a: [{ port: 1, name: "n" }], "b.c": ["x", {}] } },
      { deep: { a: {} } },
      { deep: { a: { b: {} } } },
      { deep: { a: { b: { c: "x" } } } },
      { deep: "x", list: "y", map: "z" },
      { deep: { a: [] }, list: [1, "2", [3]] },
    ],
  },
  {
    name: "preserved",
    schema: {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { a: integer },
      required: ["a"],
    },
    values: [{ a: 1, b: { c: 1 } }, { b: 1 }, { a: "x", b: [] }],
  },
  {
    name: "set",
    schema: { type: "array", items: text, "x-kubernetes-list-type": "set" },
    values: [["a", "b"], ["a", "a"], ["a", "b", "a", "a", "b"], [], [1, 1, "1"]],
  },
  {
    name: "setOfNumbers",
    schema: { type: "array", items: { type: "number" }, "x-kubernetes-list-type": "set" },
    values: [
      [1, 1.5, 1.5, 1],
      [1, 2],
    ],
  },
  {
    name: "setOfObjects",
    schema: {
      type: "array",
      "x-kubernetes-list-type": "set",
      items: { type: "object", "x-kubernetes-map-type": "atomic", properties: { a: text, b: integer } },
    },
    values: [
      [
        { a: "x", b: 1 },
        { b: 1, a: "x" },
      ],
      [{ a: "x" }, { a: "x", b: 1 }],
      [{}, {}],
    ],
  },
  {
    name: "setOfLists",
    schema: {
      type: "array",
      "x-kubernetes-list-type": "set",
      items: { type: "array", "x-kubernetes-list-type": "atomic", items: text },
    },
    values: [
      [["a"], ["a"]],
      [["a"], ["b"], []],
      [[], []],
    ],
  },
  {
    name: "mapOneKey",
    schema: mapList("name"),
    values: [
      [{ name: "a" }, { name: "a" }, { name: "b" }, { name: "a" }],
      [{ name: "a" }, {}],
      [{}, {}],
      ["x", { name: "a" }],
      [{ name: 1 }, { name: 1 }],
    ],
  },
  {
    name: "mapTwoKeys",
    schema: mapList("port", "protocol"),
    values: [
      [
        { port: 1, protocol: "TCP" },
        { port: 1, protocol: "UDP" },
      ],
      [
        { port: 1, protocol: "TCP" },
        { protocol: "TCP", port: 1, name: "x" },
      ],
      [{ port: 1 }, { port: 1 }],
      [{}, {}],
      [{ port: 1, protocol: "TCP" }, 5, true],
      [[], {}],
    ],
  },
  {
    name: "listTypesInside",
    schema: {
      type: "object",
      properties: {
        lists: {
          type: "array",
          items: {
            type: "object",
            properties: { set: { type: "array", items: text, "x-kubernetes-list-type": "set" } },
          },
        },
      },
    },
    values: [{ lists: [{ set: ["a", "a"] }, { set: ["b"] }, { set: ["c", "c"] }] }, { lists: [{ set: "x" }] }],
  },
  {
    name: "listTypesInMap",
    schema: {
      type: "object",
      additionalProperties: { type: "array", items: integer, "x-kubernetes-list-type": "set" },
    },
    values: [{ "a.b": [1, 1] }, { a: [1, 2], b: [3, 3, "3"] }],
  },
  {
    name: "setInMapList",
    schema: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: {
        type: "object",
        properties: { name: text, set: { type: "array", items: text, "x-kubernetes-list-type": "set" } },
        required: ["name"],
      },
    },
    values: [
      [
        { name: "a", set: ["x", "x"] },
        { name: "a", set: [] },
      ],
    ],
  },
  {
    name: "embedded",
    schema: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
    values: [
      { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } },
      {},
      { kind: "" },
      { apiVersion: "", kind: "x y" },
      { apiVersion: "a/b/c", kind: "Pod" },
      { apiVersion: "v1", kind: "Pod", metadata: { name: "a/b", namespace: "A" } },
      { apiVersion: "v1", kind: "Pod", metadata: { labels: { "a b": "c" }, annotations: { "/": "" } } },
      { apiVersion: "v1", kind: "Pod", metadata: { generateName: "a_", finalizers: ["x"], generation: -1 } },
      { apiVersion: 1, kind: "Pod" },
      { apiVersion: "v1", kind: ["Pod"] },
      { apiVersion: "v1", kind: "Pod", metadata: "x" },
      { apiVersion: "v1", kind: "Pod", metadata: { name: 1 } },
      { apiVersion: "v1", kind: "Pod", metadata: { labels: { a: 1 } } },
      { apiVersion: "v1", kind: "Pod", metadata: null },
      { apiVersion: "v1", kind: "Pod", metadata: { name: "a", other: 1, creationTimestamp: "x" } },
      "x",
    ],
  },
  {
    name: "embeddedWithSchema",
    schema: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      required: ["spec"],
      properties: {
        apiVersion: { type: "string", enum: ["v1"] },
        kind: { type: "string", pattern: "^P" },
        metadata: { type: "object", properties: { name: { type: "string", maxLength: 3 } }, required: ["name"] },
        spec: { type: "object", properties: { a: integer } },
      },
    },
    values: [
      { apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec: { a: 1 } },
      { apiVersion: "v2", kind: "Node", metadata: { name: "abcd" }, spec: { a: "x" } },
      { apiVersion: "v1", kind: "Pod", metadata: {} },
      { spec: {} },
    ],
  },
  {
    name: "embeddedItems",
    schema: {
      type: "array",
      items: {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        "x-kubernetes-preserve-unknown-fields": true,
        properties: {
          inner: {
            type: "object",
            additionalProperties: {
              type: "object",
              "x-kubernetes-embedded-resource": true,
              "x-kubernetes-preserve-unknown-fields": true,
            },
          },
        },
      },
    },
    values: [
      [{}],
      [{ apiVersion: "v1", kind: "A", inner: { "b.c": {} } }],
      [{ apiVersion: "v1", kind: "A", inner: { b: { apiVersion: "v1", kind: 5 } } }],
    ],
  },
];
