/** Updates of stored objects that are not valid. Parts that did not change stay allowed. */
import type { ObjectCase, SchemaCase } from "../schema-case.ts";

const text = { type: "string", maxLength: 2 };
const item = { type: "object", properties: { name: { type: "string" }, a: text, b: text }, required: ["name"] };
const typeFields = { apiVersion: { type: "string" }, kind: { type: "string" }, metadata: { type: "object" } };

export const updateCases: readonly SchemaCase[] = [
  {
    name: "updatedObject",
    schema: {
      type: "object",
      properties: { a: text, b: text, c: { type: "object", properties: { d: text, e: text }, required: ["e"] } },
      required: ["b"],
    },
    updates: [
      { old: { a: "long" }, value: { a: "long" } },
      { old: { a: "long" }, value: { a: "other" } },
      { old: { a: "long", b: "x" }, value: { a: "long", b: "y" } },
      { old: { a: "long", b: "x" }, value: { a: "long", b: "longer" } },
      { old: { a: "long" }, value: { a: "long", c: { e: "x" } } },
      { old: { c: { d: "long" } }, value: { b: "x", c: { d: "long" } } },
      { old: { c: { d: "long" } }, value: { b: "x", c: { d: "longer" } } },
      { old: { c: { d: "long" } }, value: { b: "x", c: { d: "long", e: "longer" } } },
      { old: { a: 5 }, value: { a: 5, b: "x" } },
      { old: { a: 5 }, value: { a: 6, b: "x" } },
      { old: {}, value: { a: "long", b: "x" } },
      { old: "x", value: "x" },
      { old: "x", value: "y" },
      { old: "x", value: { a: "long" } },
    ],
  },
  {
    name: "updatedMapList",
    schema: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      maxItems: 3,
      items: item,
    },
    updates: [
      { old: [{ name: "x", a: "long" }], value: [{ name: "x", a: "long" }, { name: "y" }] },
      { old: [{ name: "x", a: "long" }], value: [{ name: "y" }, { name: "x", a: "long", b: "b" }] },
      { old: [{ name: "x", a: "long" }], value: [{ name: "y", a: "long" }] },
      { old: [{ name: "x", a: "long" }], value: [{ name: "x", a: "other" }] },
      {
        old: [
          { name: "x", a: "long" },
          { name: "y", b: "long" },
        ],
        value: [
          { name: "y", b: "long" },
          { name: "x", a: "long" },
        ],
      },
      { old: [1, 2, 3, 4].map((n) => ({ name: String(n) })), value: [4, 3, 2, 1].map((n) => ({ name: String(n) })) },
      { old: [1, 2, 3, 4].map((n) => ({ name: String(n) })), value: [5, 3, 2, 1].map((n) => ({ name: String(n) })) },
      {
        old: [{ name: "x" }, { name: "x", a: "long" }],
        value: [{ name: "x" }, { name: "x", a: "long" }, { name: "z" }],
      },
      { old: [{ name: "x" }, { name: "x" }], value: [{ name: "z" }, { name: "z" }] },
      { old: [{ a: "long" }], value: [{ a: "long" }] },
      { old: [{ a: "long" }], value: [{ a: "long" }, { name: "y" }] },
    ],
  },
  {
    name: "updatedTwoKeys",
    schema: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name", "port"],
      items: {
        type: "object",
        properties: { name: { type: "string" }, port: { type: "integer" }, a: text },
        required: ["name", "port"],
      },
    },
    updates: [
      {
        old: [{ name: "x", port: 1, a: "long" }],
        value: [
          { name: "x", port: 1, a: "long" },
          { name: "y", port: 1 },
        ],
      },
      { old: [{ name: "x", port: 1, a: "long" }], value: [{ name: "x", port: 2, a: "long" }] },
      { old: [{ name: "x", port: "1", a: "long" }], value: [{ name: "x", port: 1, a: "long" }] },
    ],
  },
  {
    name: "updatedSet",
    schema: { type: "array", "x-kubernetes-list-type": "set", items: text },
    updates: [
      { old: ["long"], value: ["long"] },
      { old: ["long"], value: ["long", "x"] },
      { old: ["x", "x"], value: ["x", "x", "y", "y"] },
      { old: ["x"], value: ["x", "x"] },
    ],
  },
  {
    name: "updatedAtomic",
    schema: { type: "array", items: item },
    updates: [
      { old: [{ name: "x", a: "long" }], value: [{ name: "x", a: "long" }] },
      { old: [{ name: "x", a: "long" }], value: [{ name: "x", a: "long" }, { name: "y" }] },
      { old: [{ a: "x" }], value: [{ a: "x" }] },
    ],
  },
  {
    name: "updatedMap",
    schema: { type: "object", additionalProperties: text, minProperties: 2 },
    updates: [
      { old: { x: "long" }, value: { x: "long" } },
      { old: { x: "long" }, value: { x: "long", y: "a" } },
      { old: { x: "long" }, value: { y: "long", z: "a" } },
    ],
  },
  {
    name: "updatedCombination",
    schema: {
      type: "object",
      properties: { a: text, b: text },
      anyOf: [{ required: ["a"] }, { properties: { b: { minLength: 2 } }, required: ["b"] }],
    },
    updates: [
      { old: { b: "x" }, value: { b: "x" } },
      { old: { b: "x" }, value: { b: "y" } },
      { old: { b: "long" }, value: { b: "long", a: "x" } },
    ],
  },
  {
    name: "updatedPreserved",
    schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { a: text }, required: ["b"] },
    updates: [
      { old: { a: "long" }, value: { a: "long" } },
      { old: { a: "long", c: 1 }, value: { a: "long", c: 1 } },
      { old: { a: "long", c: 1 }, value: { a: "long", c: 2, b: 1 } },
    ],
  },
  {
    name: "updatedNull",
    schema: { type: "object", properties: { a: { type: "string", nullable: true, enum: ["x"] } } },
    updates: [
      { old: { a: null }, value: { a: null } },
      { old: { a: "x" }, value: { a: null } },
    ],
  },
  {
    name: "updatedEmbedded",
    schema: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
    updates: [
      { old: { apiVersion: "v1" }, value: { apiVersion: "v1" } },
      { old: { apiVersion: "v1", kind: "a b" }, value: { apiVersion: "v1", kind: "a b", metadata: { name: "x" } } },
    ],
  },
];

const spec = { type: "object", properties: { a: text, b: text } };

export const objectCases: readonly ObjectCase[] = [
  {
    name: "requiredSpec",
    schema: { type: "object", properties: { spec }, required: ["spec", "other"] },
    values: [{}, { spec: {} }, { spec: { a: "long" } }],
    updates: [
      { old: {}, value: {} },
      { old: { spec: { a: "long" } }, value: { spec: { a: "long", b: "x" } } },
    ],
  },
  {
    name: "combinedRoot",
    schema: {
      type: "object",
      properties: { spec, extra: { type: "string" } },
      anyOf: [{ required: ["spec"] }, { required: ["extra"] }],
      not: { required: ["extra", "spec"] },
      maxProperties: 4,
    },
    values: [{}, { spec: {} }, { spec: {}, extra: "x" }],
  },
  {
    name: "limitedMetadata",
    schema: {
      type: "object",
      properties: {
        ...typeFields,
        metadata: { type: "object", properties: { name: { type: "string", maxLength: 1, pattern: "^x" } } },
        spec,
      },
    },
    values: [{ spec: {} }, { spec: { a: "long" } }],
    updates: [{ old: { spec: { a: "long" } }, value: { spec: { a: "long" } } }],
  },
  {
    name: "limitedKind",
    schema: {
      type: "object",
      properties: { kind: { type: "string", enum: ["Other"] }, apiVersion: { type: "string", maxLength: 2 }, spec },
    },
    values: [{}],
    updates: [{ old: {}, value: { spec: { a: "x" } } }],
  },
  {
    name: "rootMap",
    schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { spec } },
    values: [{ other: 1, spec: { a: 1 } }],
  },
  {
    name: "statuses",
    schema: {
      type: "object",
      properties: {
        spec,
        status: {
          type: "object",
          properties: { a: text, set: { type: "array", items: text, "x-kubernetes-list-type": "set" }, b: text },
          required: ["b"],
          anyOf: [{ required: ["a"] }, { required: ["set"] }],
        },
      },
    },
    statuses: [
      { old: {}, value: { status: {} } },
      { old: { spec: { a: "long" } }, value: { status: { a: "long", b: "x" } } },
      { old: { status: { a: "long", b: "x" } }, value: { status: { a: "long", b: "y" } } },
      { old: {}, value: { status: { b: "x", set: ["a", "a"] } } },
      { old: { status: { b: "x", set: ["a", "a"] } }, value: { status: { b: "y", set: ["b", "b"] } } },
      { old: {}, value: { status: "x" } },
      { old: {}, value: {} },
    ],
  },
];
