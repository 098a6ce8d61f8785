import { expect, test } from "vitest";
import type { CachedObject } from "../../cache/index.ts";
import { ChunkCollector } from "./chunk-collector.ts";
import type { ListForm } from "./list-form.ts";
import { listText } from "./list-text.ts";
import type { Output } from "./output.ts";
import { cachedMap } from "./testing/cached-map.ts";

const json: Output = { mediaType: "application/json", pretty: false };
const indented: Output = { mediaType: "application/json", pretty: true };
const yaml: Output = { mediaType: "application/yaml", pretty: false };

const envelope = { kind: "ConfigMapList", apiVersion: "v1", metadata: { resourceVersion: "7" } };

/** A list of objects, without `kind` and `apiVersion`. */
const items: ListForm = {
  envelope,
  itemsName: "items",
  hasItemTypes: false,
  item: ({ bytes }) => {
    const start = '{"kind":"ConfigMap","apiVersion":"v1",'.length;
    return { head: "{", bytes, start, end: bytes.length, tail: "" };
  },
};

/** A Table, whose rows are computed for the response. */
const rows: ListForm = {
  envelope: { kind: "Table", apiVersion: "meta.orch.io/v1", metadata: {}, columnDefinitions: [{ name: "Name" }] },
  itemsName: "rows",
  hasItemTypes: false,
  item: ({ key }) => {
    const bytes = Buffer.from("not this: null, nor this");
    return { head: `{"cells":["${key}"],"object":`, bytes, start: 10, end: 14, tail: "}" };
  },
};

function written(form: ListForm, output: Output, objects: readonly CachedObject[]): string {
  const chunks = new ChunkCollector();
  const text = listText(form, output);
  text.begin(chunks, objects.length);
  for (const [index, object] of objects.entries()) text.item(chunks, object, index === 0);
  text.end(chunks, objects.length === 0);
  return Buffer.concat([...chunks.takeAll()]).toString("utf8");
}

const lists = [
  { what: "no items", objects: [] },
  { what: "one item", objects: [cachedMap("a")] },
  {
    what: "several items",
    objects: [
      cachedMap("a", { data: { x: "two\nlines", y: "" } }),
      cachedMap("b"),
      cachedMap("c", { data: { z: "{\n" } }),
    ],
  },
];

function expected(form: ListForm, objects: readonly CachedObject[]): object {
  const values = objects.map((object) => {
    if (form === rows) return { cells: [object.key], object: null };
    const { kind: _kind, apiVersion: _apiVersion, ...rest } = JSON.parse(object.bytes.toString("utf8"));
    return rest;
  });
  return { ...form.envelope, [form.itemsName]: values };
}

test.each(lists)("a list in JSON is one line: $what", ({ objects }) => {
  for (const form of [items, rows]) {
    expect(written(form, json, objects)).toBe(`${JSON.stringify(expected(form, objects))}\n`);
  }
});

test.each(lists)("an indented list equals JSON.stringify() of the whole list: $what", ({ objects }) => {
  for (const form of [items, rows]) {
    expect(written(form, indented, objects)).toBe(JSON.stringify(expected(form, objects), null, 2));
  }
});

test("a list in YAML contains its items and its other members sorted by name", () => {
  expect(written(items, yaml, [cachedMap("a", { data: { x: "1" } }), cachedMap("b")])).toBe(`apiVersion: v1
items:
- data:
    x: "1"
  metadata:
    name: a
    namespace: default
    resourceVersion: "7"
    uid: uid-of-a
- metadata:
    name: b
    namespace: default
    resourceVersion: "7"
    uid: uid-of-b
kind: ConfigMapList
metadata:
  resourceVersion: "7"
`);
  expect(written(items, yaml, [])).toBe(`apiVersion: v1
items: []
kind: ConfigMapList
metadata:
  resourceVersion: "7"
`);
  expect(written(rows, yaml, [cachedMap("a")])).toBe(`apiVersion: meta.orch.io/v1
columnDefinitions:
- name: Name
kind: Table
metadata: {}
rows:
- cells:
  - default/a
  object: null
`);
});
