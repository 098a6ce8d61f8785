import { expect, test } from "vitest";
import type { FieldSet } from "./field-set.ts";
import { reconcileFieldSet } from "./reconcile.ts";
import { specShape } from "./testing/sample.ts";

test.each<[string, FieldSet, FieldSet]>([
  ["entries of a map", { "f:wholeLabels": { "f:a": {} }, "f:text": {} }, { "f:wholeLabels": {}, "f:text": {} }],
  ["fields of a struct, and the struct", { "f:wholePair": { ".": {}, "f:left": {} } }, { "f:wholePair": {} }],
  ["fields of a struct, as its field says", { "f:joinedPair": { "f:left": {} } }, { "f:joinedPair": {} }],
  ["items of a list", { "f:wholeItems": { 'k:{"name":"a"}': { ".": {}, "f:name": {} } } }, { "f:wholeItems": {} }],
  ["members of JSON", { "f:opaque": { "f:a": { "f:b": {} } } }, { "f:opaque": {} }],
])("reconcileFieldSet() replaces %s by the whole if it is atomic", (_, set, expected) => {
  expect(reconcileFieldSet(specShape, set)).toEqual(expected);
});

test.each<[string, FieldSet]>([
  ["atomic values", { "f:wholeLabels": {}, "f:wholeList": {} }],
  [
    "parts of granular values",
    { "f:labels": { "f:a": {} }, "f:partedPair": { "f:left": {} }, "f:texts": { 'v:"a"': {} } },
  ],
  ["members of granular JSON, down to its lists", { "f:deduced": { "f:a": { "f:b": { "f:c": {} } } } }],
  ["parts of items", { "f:items": { 'k:{"name":"a"}': { ".": {}, "f:labels": { "f:a": {} } } } }],
  ["undeclared fields", { "f:unheard": { "f:a": {} } }],
])("reconcileFieldSet() does not change a set with %s", (_, set) => {
  expect(reconcileFieldSet(specShape, set)).toBe(set);
});

test("reconcileFieldSet() does not check nodes that it shares with a computed set", () => {
  const shared = { "f:a": {} };
  const set: FieldSet = { "f:labels": shared, "f:wholeLabels": { "f:a": {} } };
  expect(reconcileFieldSet(specShape, set, { "f:labels": shared })).toEqual({
    "f:labels": shared,
    "f:wholeLabels": {},
  });
  expect(reconcileFieldSet(specShape, set, { "f:labels": shared })["f:labels"]).toBe(shared);
});
