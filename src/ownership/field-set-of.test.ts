import { describe, expect, test } from "vitest";
import type { FieldSet } from "./field-set.ts";
import { fieldSetOf, withContainingStructs } from "./field-set-of.ts";
import { shown, specShape } from "./testing/sample.ts";

describe("fieldSetOf()", () => {
  test.each([
    ["nothing", {}, {}],
    ["scalars", { text: "a", number: 0, flag: false }, { "f:flag": {}, "f:number": {}, "f:text": {} }],
    ["scalars of several types", { amount: "1", either: 1 }, { "f:amount": {}, "f:either": {} }],
    [
      "null is owned where it stands",
      { text: null, labels: null, pair: null, texts: null },
      { "f:labels": {}, "f:pair": {}, "f:text": {}, "f:texts": {} },
    ],
    ["entries of maps, not the map", { labels: { b: "1", a: "2" } }, { "f:labels": { "f:a": {}, "f:b": {} } }],
    ["the entry of a map that is null", { labels: { a: null } }, { "f:labels": { "f:a": {} } }],
    ["the map where it is empty", { labels: {}, pair: {} }, { "f:labels": {}, "f:pair": {} }],
    [
      "a map of one owner as a whole",
      { wholeLabels: { a: "1" }, wholePair: { left: "1" } },
      { "f:wholeLabels": {}, "f:wholePair": {} },
    ],
    [
      "a struct whose field says otherwise",
      { partedPair: { left: "1" }, joinedPair: { left: "1" } },
      { "f:joinedPair": {}, "f:partedPair": { "f:left": {} } },
    ],
    [
      "the items of a set",
      { texts: ["b", "a"], numbers: [10, 9] },
      { "f:numbers": { "v:9": {}, "v:10": {} }, "f:texts": { 'v:"a"': {}, 'v:"b"': {} } },
    ],
    ["no list that is empty", { texts: [], items: [] }, {}],
    ["an empty list of one owner", { wholeList: [] }, { "f:wholeList": {} }],
    [
      "items by key, and what they hold",
      { items: [{ name: "a", value: "1" }] },
      { "f:items": { 'k:{"name":"a"}': { ".": {}, "f:name": {}, "f:value": {} } } },
    ],
    [
      "the default of a key, not the key",
      { ports: [{ port: 80 }] },
      { "f:ports": { 'k:{"port":80,"protocol":"TCP"}': { ".": {}, "f:port": {} } } },
    ],
    [
      "lists in items of lists",
      { items: [{ name: "a", ports: [{ port: 1, protocol: "UDP" }] }] },
      {
        "f:items": {
          'k:{"name":"a"}': {
            ".": {},
            "f:name": {},
            "f:ports": { 'k:{"port":1,"protocol":"UDP"}': { ".": {}, "f:port": {}, "f:protocol": {} } },
          },
        },
      },
    ],
    [
      "lists that a patch merges",
      { merged: [{ name: "a" }], mergedTexts: ["x"] },
      { "f:merged": { 'k:{"name":"a"}': { ".": {}, "f:name": {} } }, "f:mergedTexts": { 'v:"x"': {} } },
    ],
    [
      "lists of one owner",
      { wholeList: ["a"], wholeItems: [{ name: "a" }] },
      { "f:wholeItems": {}, "f:wholeList": {} },
    ],
    [
      "items that share their keys, once and as wholes",
      { items: [{ name: "a", value: "1" }, { name: "a" }, { name: "b" }] },
      { "f:items": { 'k:{"name":"a"}': {}, 'k:{"name":"b"}': { ".": {}, "f:name": {} } } },
    ],
    [
      "members of any JSON that the server knows of",
      { deduced: { a: { b: 1 }, c: [1, { d: 1 }], e: {} } },
      { "f:deduced": { "f:a": { ".": {}, "f:b": {} }, "f:c": {}, "f:e": {} } },
    ],
    ["other JSON as a whole", { opaque: { a: { b: 1 } } }, { "f:opaque": {} }],
    [
      "entries that hold others",
      { node: { below: { x: { name: "1" }, y: {} } } },
      { "f:node": { "f:below": { "f:x": { ".": {}, "f:name": {} }, "f:y": {} } } },
    ],
    ["fields that nobody knows", { unheard: { of: 1 } }, { "f:unheard": {} }],
  ])("fieldSetOf() returns the fields of %s", (_, value, expected) => {
    const set = fieldSetOf(specShape, value);
    expect(JSON.stringify(set)).toBe(JSON.stringify(expected));
  });

  test("fieldSetOf() includes own members named like members of Object.prototype", () => {
    expect(shown(fieldSetOf(specShape, { labels: JSON.parse('{"__proto__":"a","constructor":"b"}') }))).toEqual([
      ".labels.__proto__",
      ".labels.constructor",
    ]);
  });
});

test("withContainingStructs() adds struct fields, but no map entries and no list items", () => {
  const set = {
    "f:node": { "f:below": { "f:x": { "f:name": {} } } },
    "f:items": { 'k:{"name":"a"}': { "f:value": {} } },
  };
  expect(withContainingStructs(specShape, set)).toEqual({
    "f:node": { ".": {}, "f:below": { ".": {}, "f:x": { "f:name": {} } } },
    "f:items": { ".": {}, 'k:{"name":"a"}': { "f:value": {} } },
  });
});

describe("fieldSetOf() with a known set", () => {
  const value = { labels: { b: "1" }, items: [{ name: "b", value: "1" }, { name: "a" }], texts: ["x"] };
  const same = JSON.parse(JSON.stringify(fieldSetOf(specShape, value))) as FieldSet;

  test("fieldSetOf() returns the known set itself if it is equal", () => {
    expect(fieldSetOf(specShape, value, same)).toBe(same);
  });

  test("fieldSetOf() reuses the equal parts of the known set", () => {
    const set = fieldSetOf(specShape, { ...value, texts: ["x", "y"] }, same);
    expect(set["f:items"]).toBe(same["f:items"]);
    expect(set["f:texts"]).toEqual({ 'v:"x"': {}, 'v:"y"': {} });
  });

  test.each([
    ["a field less", { ...value, texts: [] }],
    ["another item", { ...value, items: [{ name: "c", value: "1" }, { name: "a" }] }],
    ["items that share their keys", { ...value, items: [{ name: "a" }, { name: "a" }] }],
    ["an entry that holds nothing", { ...value, labels: {} }],
  ])("fieldSetOf() returns the right set if the value differs from the known set by %s", (_, other) => {
    expect(fieldSetOf(specShape, other, same)).toEqual(fieldSetOf(specShape, other));
  });
});
