import { expect, test } from "vitest";
import type { ApiObject } from "../meta/object-meta.ts";
import {
  areSameObject,
  equalsStored,
  expiryOf,
  presentUnwritten,
  restamp,
  StoredFormat,
  schemaMarkBytes,
} from "./object-format.ts";

const format = new StoredFormat({ kind: "ConfigMap", apiVersion: "v1" }, () => ({ labels: {}, fields: [] }));
const encodeStored = format.encode.bind(format);
const presentStored = format.present.bind(format);

const object = {
  kind: "ConfigMap",
  apiVersion: "v1",
  metadata: { name: "a", namespace: "default", uid: "u-1", creationTimestamp: "2025-01-01T00:00:00Z" },
  data: { x: '"uid":"other"', y: '"resourceVersion":"7"' },
} as unknown as ApiObject;

const text = (bytes: Buffer): string => bytes.toString("utf8");

test("encode() stores the time of expiry without changing the object", () => {
  const expiryMs = Date.UTC(2025, 0, 1) + 0.5;
  for (const exact of [false, true]) {
    const value = encodeStored(object, exact, expiryMs);
    const lasting = encodeStored(object, exact);
    expect(expiryOf(value)).toBe(expiryMs);
    expect(expiryOf(lasting)).toBeUndefined();
    expect(presentStored(value, 7)).toEqual(presentStored(lasting, 7));
    expect(presentUnwritten(value, "")).toEqual(presentUnwritten(lasting, ""));
    expect(equalsStored(presentStored(lasting, 7).bytes, value)).toBe(true);
  }
});

test("present() inserts the revision after the UID", () => {
  const { bytes, needsExactJson } = presentStored(encodeStored(object, false), 42);
  expect(needsExactJson).toBe(false);
  expect(text(bytes)).toBe(
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"default","uid":"u-1","resourceVersion":"42","creationTimestamp":"2025-01-01T00:00:00Z"},"data":{"x":"\\"uid\\":\\"other\\"","y":"\\"resourceVersion\\":\\"7\\""}}',
  );
});

test("present() writes the bytes into memory from the caller's allocator", () => {
  const given: Buffer[] = [];
  const { bytes } = presentStored(encodeStored(object, false), 42, (length) => {
    given.push(Buffer.alloc(length));
    return given[0] as Buffer;
  });
  expect(given).toEqual([bytes]);
  expect(bytes).toBe(given[0]);
  expect(text(bytes)).toBe(text(presentStored(encodeStored(object, false), 42).bytes));
});

test("encode() does not store the resourceVersion that the client sent", () => {
  const sent = { ...object, metadata: { ...object.metadata, resourceVersion: "41" } };
  expect(encodeStored(sent, false).equals(encodeStored(object, false))).toBe(true);
});

test("present() finds the UID even if a label contains the same text", () => {
  const metadata = { name: '"uid":"no', uid: "u-1", labels: { a: '"uid":"x"' } };
  const { bytes } = presentStored(encodeStored({ ...object, metadata }, false), 1);
  expect(JSON.parse(text(bytes)).metadata).toEqual({ ...metadata, resourceVersion: "1" });
});

test("encode() keeps integers that a plain JSON parser would round, and marks the value as exact", () => {
  const large = { ...object, data: undefined, big: 2n ** 60n } as unknown as ApiObject;
  const { bytes, needsExactJson } = presentStored(encodeStored(large, true), 1);
  expect(needsExactJson).toBe(true);
  expect(text(bytes)).toContain('"big":1152921504606846976');
});

test("presentUnwritten() shows the resourceVersion that the client sent, if any", () => {
  const value = encodeStored(object, false);
  expect(JSON.parse(text(presentUnwritten(value, "").bytes))).toEqual(object);
  const shown = JSON.parse(text(presentUnwritten(value, 'a"ü').bytes)) as ApiObject;
  expect(shown.metadata.resourceVersion).toBe('a"ü');
  expect(Object.keys(shown.metadata)).toEqual(expect.arrayContaining(["uid", "resourceVersion"]));
});

test.each([
  [7, 12_345],
  [12_345, 7],
])("restamp() replaces the resourceVersion: %i, %i", (first, second) => {
  const { bytes } = presentStored(encodeStored(object, false), first);
  expect(text(restamp(bytes, second))).toBe(text(presentStored(encodeStored(object, false), second).bytes));
});

test("equalsStored() ignores the resourceVersion", () => {
  const value = encodeStored(object, false);
  for (const revision of [1, 12_345]) expect(equalsStored(presentStored(value, revision).bytes, value)).toBe(true);
  const { bytes } = presentStored(value, 1);
  for (const metadata of [
    { ...object.metadata, name: "b" },
    { ...object.metadata, creationTimestamp: "2025-01-01T00:00:01Z" },
    { ...object.metadata, labels: { a: "b" } },
  ]) {
    expect(equalsStored(bytes, encodeStored({ ...object, metadata }, false))).toBe(false);
  }
  expect(equalsStored(bytes, encodeStored({ ...object, data: { x: "1" } } as ApiObject, false))).toBe(false);
});

test("areSameObject() compares only the UIDs", () => {
  const stored = (metadata: object): Buffer =>
    encodeStored({ ...object, metadata: { ...object.metadata, ...metadata } }, false);
  expect(areSameObject(stored({}), stored({ labels: { a: '"uid":"u-2"' } }))).toBe(true);
  expect(areSameObject(stored({}), stored({ uid: "u-2" }))).toBe(false);
  expect(areSameObject(stored({}), stored({ uid: "u-11" }))).toBe(false);
});

test.each([
  ["another format version", "0200", "a value of unknown form: 0200"],
  ["an unknown encoding", "0110", "a value of unknown form: 0110"],
  ["no bytes", "", "a value of unknown form: "],
  ["no object", "0100", "a value that is not a whole object"],
  ["no uid", `0100${Buffer.from('{"kind":"ConfigMap"}').toString("hex")}`, "a value that is not a whole object"],
  [
    "an incomplete object",
    `0100${Buffer.from('{"metadata":{"uid":"u-1"').toString("hex")}`,
    "a value that is not a whole object",
  ],
])("present() reports a stored value with %s as corrupt", (_what, hex, message) => {
  expect(() => presentStored(Buffer.from(hex, "hex"), 1)).toThrow(
    expect.objectContaining({ code: "corrupt", message: expect.stringContaining(message) }),
  );
});

const head = '{"kind":"ConfigMap","apiVersion":"v1","metadata":';

test.each<[string, object]>([
  ["no kind and no version", {}],
  ["no kind", { apiVersion: "v1" }],
  ["no version", { kind: "ConfigMap" }],
  ["the version before the kind", { apiVersion: "v1", kind: "ConfigMap" }],
  ["another kind and version", { kind: "Other", apiVersion: "v9" }],
  ["a number as its kind", { kind: 7, apiVersion: null }],
])("encode() stores the kind and version of the resource if the object has %s", (_what, type) => {
  const { metadata, data } = object as ApiObject & { readonly data: object };
  for (const exact of [false, true]) {
    const value = encodeStored({ ...type, metadata, data } as unknown as ApiObject, exact);
    expect(text(value.subarray(2))).toBe(text(encodeStored(object, exact).subarray(2)));
    expect(text(value.subarray(2)).startsWith(head)).toBe(true);
  }
});

test.each<[string, string]>([
  ["no kind and no version", '{"metadata":{"uid":"u-1"},"data":{"a":"b"}}'],
  ["no kind", '{"apiVersion":"v1","metadata":{"uid":"u-1"},"data":{"a":"b"}}'],
  ["no version", '{"kind":"ConfigMap","metadata":{"uid":"u-1"},"data":{"a":"b"}}'],
  ["a version that is null", '{"kind":"ConfigMap","apiVersion":null,"metadata":{"uid":"u-1"},"data":{"a":"b"}}'],
])("present() restores the kind and version of a value that was stored with %s", (_what, json) => {
  const { bytes } = presentStored(Buffer.concat([Buffer.from([1, 0]), Buffer.from(json)]), 7);
  expect(text(bytes)).toBe(`${head}{"uid":"u-1","resourceVersion":"7"},"data":{"a":"b"}}`);
});

test("present() keeps integers that a plain JSON parser would round when it restores the kind", () => {
  const json = '{"apiVersion":"v1","metadata":{"uid":"u-1"},"data":9007199254740993}';
  const { bytes, needsExactJson } = presentStored(Buffer.concat([Buffer.from([1, 1]), Buffer.from(json)]), 7);
  expect(text(bytes)).toBe(`${head}{"uid":"u-1","resourceVersion":"7"},"data":9007199254740993}`);
  expect(needsExactJson).toBe(true);
});

test("present() keeps the version of an object if versions have different fields", () => {
  const index = (): { labels: object; fields: [] } => ({ labels: {}, fields: [] });
  const mark = Buffer.alloc(8, 1);
  const formatOf = (apiVersion: string, keepsVersions: boolean): StoredFormat =>
    new StoredFormat({ kind: "Thing", apiVersion }, index as ConstructorParameters<typeof StoredFormat>[1], {
      keepsVersions,
      mark: () => (apiVersion === "example.com/v1" ? mark : Buffer.alloc(8, 2)),
      reshape: (shown) => ({ object: { ...shown, spec: "reshaped" } as ApiObject, needsExactJson: false }),
    });
  const stored = { kind: "Thing", apiVersion: "example.com/v1", metadata: { uid: "u-1" }, spec: "old" } as ApiObject;
  const value = formatOf("example.com/v1", true).encode(stored, false);
  const shown = (format: StoredFormat): unknown => JSON.parse(text(format.present(value, 7).bytes));
  const metadata = { uid: "u-1", resourceVersion: "7" };
  expect(shown(formatOf("example.com/v2", true))).toEqual({ ...stored, metadata });
  expect(shown(formatOf("example.com/v2", false))).toEqual({
    ...stored,
    apiVersion: "example.com/v2",
    metadata,
    spec: "reshaped",
  });
});

test("a value that was stored with another schema is reshaped, and one with the present schema is not", () => {
  const reshaped: ApiObject[] = [];
  const withSchema = (mark: string): StoredFormat =>
    new StoredFormat({ kind: "ConfigMap", apiVersion: "v1" }, () => ({ labels: {}, fields: [] }), {
      keepsVersions: false,
      mark: () => Buffer.from(mark.padEnd(schemaMarkBytes)),
      reshape: (one) => {
        reshaped.push(one);
        return { object: { ...one, reshapedBy: mark } as unknown as ApiObject, needsExactJson: false };
      },
    });
  const expiryMs = Date.UTC(2025, 0, 1);
  for (const expiry of [undefined, expiryMs]) {
    const value = withSchema("one").encode(object, false, expiry);
    expect(expiryOf(value)).toBe(expiry);
    expect(withSchema("one").present(value, 7)).toEqual(presentStored(encodeStored(object, false), 7));
    expect(reshaped).toEqual([]);
    const shown = JSON.parse(text(withSchema("two").present(value, 7).bytes)) as object;
    expect(shown).toMatchObject({ reshapedBy: "two", metadata: { uid: "u-1", resourceVersion: "7" } });
    expect(reshaped.splice(0)).toEqual([object]);
  }
});

test("a value that an older release stored without a mark is reshaped", () => {
  const reshape = (one: ApiObject): { object: ApiObject; needsExactJson: boolean } => ({
    object: { ...one, data: {} } as unknown as ApiObject,
    needsExactJson: false,
  });
  const mark = (): Buffer => Buffer.alloc(schemaMarkBytes);
  const index = (): { labels: object; fields: string[] } => ({ labels: {}, fields: [] });
  const marked = new StoredFormat({ kind: "ConfigMap", apiVersion: "v1" }, index as never, {
    keepsVersions: false,
    mark,
    reshape,
  });
  expect(JSON.parse(text(marked.present(encodeStored(object, false), 7).bytes)).data).toEqual({});
});
