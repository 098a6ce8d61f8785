import { expect, test } from "vitest";
import { deepFreeze } from "../patch/testing/deep-freeze.ts";
import type { FieldSet } from "./field-set.ts";
import { removeFields } from "./remove.ts";
import { specShape } from "./testing/sample.ts";

const items = [{ name: "a", value: "1", labels: { x: "1", y: "1" } }, { name: "b" }];

test.each<[string, unknown, FieldSet, unknown]>([
  ["nothing", { text: "a" }, {}, { text: "a" }],
  ["fields that the value does not have", { text: "a" }, { "f:flag": {}, "f:labels": { "f:a": {} } }, { text: "a" }],
  ["a field", { text: "a", flag: true }, { "f:text": {} }, { flag: true }],
  [
    "a field with everything in it",
    { text: "a", labels: { a: "1" } },
    { "f:labels": { ".": {}, "f:b": {} } },
    { text: "a" },
  ],
  ["an entry", { labels: { a: "1", b: "1" } }, { "f:labels": { "f:a": {} } }, { labels: { b: "1" } }],
  ["the last entry, which leaves null", { labels: { a: "1" } }, { "f:labels": { "f:a": {} } }, { labels: null }],
  ["an entry of an empty map, which leaves null", { labels: {} }, { "f:labels": { "f:a": {} } }, { labels: null }],
  ["an item of a set", { texts: ["a", "b"] }, { "f:texts": { 'v:"a"': {} } }, { texts: ["b"] }],
  ["the last item of a set, which leaves null", { texts: ["a"] }, { "f:texts": { 'v:"a"': {} } }, { texts: null }],
  ["an item", { items }, { "f:items": { 'k:{"name":"a"}': { ".": {}, "f:name": {} } } }, { items: [{ name: "b" }] }],
  [
    "a part of an item",
    { items },
    { "f:items": { 'k:{"name":"a"}': { "f:value": {}, "f:labels": { "f:x": {} } } } },
    { items: [{ name: "a", labels: { y: "1" } }, { name: "b" }] },
  ],
  [
    "items with equal keys",
    { items: [items[1], items[0], items[1]] },
    { "f:items": { 'k:{"name":"b"}': {} } },
    { items: [items[0]] },
  ],
  [
    "an item by the default of its key",
    { ports: [{ port: 80 }, { port: 81 }] },
    { "f:ports": { 'k:{"port":80,"protocol":"TCP"}': {} } },
    { ports: [{ port: 81 }] },
  ],
  [
    "part of an atomic map, which leaves null",
    { wholeLabels: { a: "1", b: "1" } },
    { "f:wholeLabels": { "f:a": {} } },
    { wholeLabels: null },
  ],
  [
    "part of an atomic list, which leaves null",
    { wholeList: ["a"] },
    { "f:wholeList": { "i:0": {} } },
    { wholeList: null },
  ],
  ["part of a scalar, which keeps the scalar", { text: "a" }, { "f:text": { "f:a": {} } }, { text: "a" }],
  [
    "members of JSON",
    { deduced: { a: { b: 1, c: 1 } } },
    { "f:deduced": { "f:a": { "f:b": {} } } },
    { deduced: { a: { c: 1 } } },
  ],
  ["all fields, which leaves null", { text: "a" }, { "f:text": {} }, null],
])("removeFields() removes %s", (_, value, fields, expected) => {
  expect(removeFields(specShape, deepFreeze(value), fields)).toEqual(expected);
});
