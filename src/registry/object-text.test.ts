import { expect, test } from "vitest";
import type { ApiObject, ManagedFieldsEntry } from "../meta/object-meta.ts";
import { parseSharingFieldSets, stringifySharingFieldSets } from "./object-text.ts";

const entry = (
  manager: string,
  fieldsV1: Record<string, unknown>,
  rest: ManagedFieldsEntry = {},
): ManagedFieldsEntry => ({
  manager,
  operation: "Update",
  apiVersion: "v1",
  time: "2025-01-01T00:00:00Z",
  fieldsType: "FieldsV1",
  fieldsV1,
  ...rest,
});

const owned = { "f:data": { ".": {}, 'f:"fieldsV1":{"': {}, "f:ä": {} }, "f:metadata": { "f:labels": { "f:a": {} } } };
const status = { "f:status": { 'k:{"type":"}]}"}': { ".": {}, "f:type": {} } } };

function object(managedFields: readonly ManagedFieldsEntry[] | undefined, rest: object = {}): ApiObject {
  const metadata = { name: "web", labels: { a: "ä" }, ...(managedFields ? { managedFields: [...managedFields] } : {}) };
  return { kind: "Sample", apiVersion: "v1", metadata, ...rest };
}

const entries = [entry("one", owned), entry("two", status, { subresource: "status" })];
const looksLikeOwners = JSON.stringify({ managedFields: [{ fieldsV1: { a: 1 } }] });

const objects: readonly (readonly [string, ApiObject])[] = [
  ["without owners", object(undefined, { data: { a: "b" } })],
  ["with one", object([entry("one", owned)], { data: { a: "日本" } })],
  ["with several", object(entries)],
  ["of which an owner has nothing", object([entry("none", {}), ...entries])],
  ["of which an entry has no set", object([{ manager: "odd", operation: "Update" }, ...entries])],
  [
    "with texts that look like owners",
    {
      ...object(entries, { data: { a: looksLikeOwners, b: '"fieldsV1":{' } }),
      metadata: { ...object(entries).metadata, annotations: { managedFields: looksLikeOwners, fieldsV1: "{" } },
    },
  ],
  ["that holds another with owners", object(entries, { spec: { template: object(entries) } })],
  ["that has none, but holds one that has", object(undefined, { spec: { template: object(entries) } })],
  [
    "of which an entry has no set, and that holds one that has",
    object([{ manager: "odd", operation: "Update" }], { spec: { template: object([entry("one", owned)]) } }),
  ],
  ["that holds sets elsewhere", object(entries, { spec: { fieldsV1: { a: { b: 1 } }, list: [{ fieldsV1: owned }] } })],
];

test.each(objects)("parsing and stringifying an object %s returns the same text", (_, original) => {
  const text = JSON.stringify(original);
  for (let turn = 0; turn < 2; turn++) {
    const read = parseSharingFieldSets(Buffer.from(text), false);
    expect(read).toEqual(original);
    expect(stringifySharingFieldSets(read, false)).toBe(text);
  }
  expect(stringifySharingFieldSets(original, false)).toBe(text);
});

test("parseSharingFieldSets() returns the same field set for objects with equal managers", () => {
  const [one, other] = ["a", "b"].map((name) => {
    const sample = object(entries);
    return parseSharingFieldSets(
      Buffer.from(JSON.stringify({ ...sample, metadata: { ...sample.metadata, name } })),
      false,
    );
  });
  expect(one?.metadata.managedFields?.[0]?.fieldsV1).toBe(other?.metadata.managedFields?.[0]?.fieldsV1);
  expect(one?.metadata.managedFields?.[0]).not.toBe(other?.metadata.managedFields?.[0]);
});

test("stringifySharingFieldSets() writes the changed parts of an object with shared field sets", () => {
  const read = parseSharingFieldSets(Buffer.from(JSON.stringify(object(entries))), false);
  const [first = {}, second = {}] = read.metadata.managedFields ?? [];
  const managedFields = [{ ...first, time: "2026-01-01T00:00:00Z" }, entry("three", { "f:spec": {} }), second];
  const changed = { ...read, metadata: { ...read.metadata, labels: { b: "c" }, managedFields }, data: { a: "b" } };
  expect(JSON.parse(stringifySharingFieldSets(changed, false))).toEqual(changed);
});

test("parseSharingFieldSets() keeps integers that a plain JSON parser would round", () => {
  const text = JSON.stringify(object(entries, { spec: { replicas: 1 } })).replace(":1}", ":9007199254740993}");
  const read = parseSharingFieldSets(Buffer.from(text), true);
  expect(stringifySharingFieldSets(read, true)).toBe(text);
});
