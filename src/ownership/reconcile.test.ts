import { expect, test } from "vitest";
import type { FieldSet } from "./field-set.ts";
import { reconciled } from "./reconcile.ts";
import { specShape } from "./testing/sample.ts";

test.each<[string, FieldSet, FieldSet]>([
  ["entries of a map", { "f:wholeLabels": { "f:a": {} }, "f:text": {} }, { "f:wholeLabels": {}, "f:text": {} }],
  ["fields of a struct, and the struct", { "f:wholePair": { ".": {}, "f:left": {} } }, { "f:wholePair": {} }],
  ["fields of a struct, as its field says", { "f:joinedPair": { "f:left": {} } }, { "f:joinedPair": {} }],
  ["items of a list", { "f:wholeItems": { 'k:{"name":"a"}': { ".": {}, "f:name": {} } } }, { "f:wholeItems": {} }],
  ["members of JSON", { "f:opaque": { "f:a": { "f:b": {} } } }, { "f:opaque": {} }],
])("owners of %s own the whole, where that has one owner", (_, set, expected) => {
  expect(reconciled(specShape, set)).toEqual(expected);
});

test.each<[string, FieldSet]>([
  ["what has one owner", { "f:wholeLabels": {}, "f:wholeList": {} }],
  [
    "parts of what has several",
    { "f:labels": { "f:a": {} }, "f:partedPair": { "f:left": {} }, "f:texts": { 'v:"a"': {} } },
  ],
  ["members of JSON that has several, down to its lists", { "f:deduced": { "f:a": { "f:b": { "f:c": {} } } } }],
  ["parts of items", { "f:items": { 'k:{"name":"a"}': { ".": {}, "f:labels": { "f:a": {} } } } }],
  ["what nobody knows", { "f:unheard": { "f:a": {} } }],
])("owners of %s own what they owned", (_, set) => {
  expect(reconciled(specShape, set)).toBe(set);
});

test("what a set shares with one that was made of the same shape is as it should be", () => {
  const shared = { "f:a": {} };
  const set: FieldSet = { "f:labels": shared, "f:wholeLabels": { "f:a": {} } };
  expect(reconciled(specShape, set, { "f:labels": shared })).toEqual({ "f:labels": shared, "f:wholeLabels": {} });
  expect(reconciled(specShape, set, { "f:labels": shared })["f:labels"]).toBe(shared);
});
