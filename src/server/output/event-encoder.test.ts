import { expect, test } from "vitest";
import { Fields, openEnvelope } from "../../../test/support/protobuf-message.ts";
import type { CachedObject, EventEncoder, EventType } from "../../cache/index.ts";
import { expired } from "../../meta/status-error.ts";
import { openResource } from "../../registry/testing/fixture.ts";
import { storedType } from "../served/document-type.ts";
import {
  encodeBookmark,
  encodeErrorEvent,
  eventEncoder,
  eventFraming,
  eventStreamType,
  insertColumns,
} from "./event-encoder.ts";
import type { Output } from "./output.ts";
import { cachedMap } from "./testing/cached-map.ts";

const json: Output = { mediaType: "application/json", pretty: false };
const protobuf: Output = { mediaType: "application/vnd.orch.protobuf", pretty: false };
const asMetadata = { as: { kind: "PartialObjectMetadata", apiVersion: "meta.orch.io/v1" } } as const;
const asTable = { as: { kind: "Table", apiVersion: "meta.orch.io/v1" } } as const;
const tableForm = { apiVersion: "meta.orch.io/v1", includeObject: "None" } as const;

const object: CachedObject = cachedMap("a", { data: { x: "ü" } });
const value = JSON.parse(object.bytes.toString("utf8"));
const event = (type: EventType) => ({ type, object }) as Parameters<EventEncoder["encode"]>[0];

/** Returns type and object of a protobuf event, whose first four bytes are its length. */
function readFrame(frame: Buffer): { type: string; object: ReturnType<typeof openEnvelope> } {
  expect(frame.readUInt32BE(0)).toBe(frame.length - 4);
  const fields = new Fields(frame.subarray(4));
  return { type: fields.text(1), object: openEnvelope(fields.message(2).bytes(1)) };
}

test.each(["ADDED", "MODIFIED", "DELETED"] as const)(
  "a %s event is a line of JSON with the bytes of the object",
  async (type) => {
    await using fixture = await openResource();
    const encoder = eventEncoder(storedType(fixture.resource), json, undefined);
    const line = encoder.encode(event(type)).toString("utf8");
    expect(line).toBe(`{"type":"${type}","object":${object.bytes.toString("utf8")}}\n`);
  },
);

test("encoders of different forms have different ids, because events of equal ids are shared", async () => {
  await using fixture = await openResource();
  const documentType = storedType(fixture.resource);
  const metaOf = (apiVersion: string) => ({ ...json, as: { ...asMetadata.as, apiVersion } });
  const ids = [
    eventEncoder(documentType, json, undefined).id,
    eventEncoder(documentType, metaOf("meta.orch.io/v1"), undefined).id,
    eventEncoder(documentType, metaOf("meta.k8s.io/v1"), undefined).id,
    eventEncoder(documentType, protobuf, undefined).id,
    eventEncoder(documentType, { ...protobuf, ...asMetadata }, undefined).id,
    eventEncoder(documentType, { ...json, ...asTable }, tableForm).id,
    eventEncoder(documentType, { ...json, ...asTable }, { ...tableForm, includeObject: "Object" }).id,
    eventEncoder(documentType, { ...json, ...asTable }, { ...tableForm, apiVersion: "meta.k8s.io/v1" }).id,
  ];
  expect(new Set(ids).size).toBe(ids.length);
});

test("a protobuf event contains the object in its envelope", async () => {
  await using fixture = await openResource();
  const encoder = eventEncoder(storedType(fixture.resource), protobuf, undefined);
  const { type, object: shown } = readFrame(encoder.encode(event("MODIFIED")));
  expect([type, shown.apiVersion, shown.kind]).toEqual(["MODIFIED", "v1", "ConfigMap"]);
  expect(new Fields(shown.raw).map(2)).toEqual({ x: "ü" });
});

test("events with metadata only are encoded in JSON and in protobuf", async () => {
  await using fixture = await openResource();
  const type = { kind: "PartialObjectMetadata", apiVersion: "meta.orch.io/v1" };
  const inJson = eventEncoder(storedType(fixture.resource), { ...json, ...asMetadata }, undefined).encode(
    event("ADDED"),
  );
  expect(JSON.parse(inJson.toString("utf8"))).toEqual({ type: "ADDED", object: { ...type, metadata: value.metadata } });
  const inProtobuf = eventEncoder(storedType(fixture.resource), { ...protobuf, ...asMetadata }, undefined).encode(
    event("ADDED"),
  );
  const { object: shown } = readFrame(inProtobuf);
  expect(shown).toMatchObject(type);
  expect([new Fields(shown.raw).numbers, new Fields(shown.raw).message(1).text(1)]).toEqual([[1], "a"]);
});

test("insertColumns() changes the first event only, even if an object contains the text that it replaces", async () => {
  await using fixture = await openResource();
  const documentType = storedType(fixture.resource);
  const look = cachedMap("a", { data: { x: '"columnDefinitions":null' } });
  const form = { ...tableForm, includeObject: "Object" } as const;
  const line = eventEncoder(documentType, { ...json, ...asTable }, form).encode({ ...event("ADDED"), object: look });
  const batch = Buffer.concat([line, line]);
  const [first, second] = insertColumns(documentType, batch)
    .toString("utf8")
    .trimEnd()
    .split("\n")
    .map((one) => JSON.parse(one));
  expect(first.object.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(["Name", "Created At"]);
  expect(second.object.columnDefinitions).toBeNull();
  for (const { object: table } of [first, second]) {
    expect(table.rows[0].object.data).toEqual({ x: '"columnDefinitions":null' });
  }
});

test("a bookmark has the type of the watched form and contains only a version", async () => {
  await using fixture = await openResource();
  const documentType = storedType(fixture.resource);
  const marked = (output: Output) => JSON.parse(encodeBookmark(documentType, output, 9).toString("utf8"));
  const metadata = { resourceVersion: "9" };
  expect(marked(json)).toEqual({ type: "BOOKMARK", object: { kind: "ConfigMap", apiVersion: "v1", metadata } });
  expect(marked({ ...json, ...asMetadata }).object).toEqual({
    kind: "PartialObjectMetadata",
    apiVersion: "meta.orch.io/v1",
    metadata,
  });
  expect(marked({ ...json, ...asTable }).object).toEqual({
    kind: "Table",
    apiVersion: "meta.orch.io/v1",
    metadata,
    columnDefinitions: null,
    rows: [],
  });
  for (const [output, kind] of [
    [protobuf, "ConfigMap"],
    [{ ...protobuf, ...asMetadata }, "PartialObjectMetadata"],
  ] as const) {
    const { type, object: shown } = readFrame(encodeBookmark(documentType, output, 9, { mark: "true" }));
    expect([type, shown.kind]).toEqual(["BOOKMARK", kind]);
    const own = new Fields(shown.raw).message(1);
    expect([own.text(6), own.map(12)]).toEqual(["9", { mark: "true" }]);
  }
});

test("an error event contains a Status, in every form", () => {
  const status = expired("too old").toStatus();
  for (const output of [json, { ...json, ...asTable }, { ...json, ...asMetadata }]) {
    expect(JSON.parse(encodeErrorEvent(status, output).toString("utf8"))).toEqual({ type: "ERROR", object: status });
  }
  const { type, object: shown } = readFrame(encodeErrorEvent(status, protobuf));
  expect([type, shown.apiVersion, shown.kind]).toEqual(["ERROR", "v1", "Status"]);
  const fields = new Fields(shown.raw);
  expect([fields.text(3), fields.text(4), fields.number(6)]).toEqual(["too old", "Expired", 410]);
});

test("the Content-Type of a watch has the parameter stream=watch in protobuf, but not in JSON", () => {
  expect(eventStreamType(json)).toBe("application/json");
  expect(eventStreamType(protobuf)).toBe("application/vnd.orch.protobuf;stream=watch");
});

test("each of several joined events becomes a WebSocket message", () => {
  const framing = eventFraming({ mediaType: "application/json", pretty: false });
  const messages = [...framing.messagesIn(Buffer.from('{"a":1}\n{"b":2}\n'))];
  expect(messages.map(String)).toEqual(['{"a":1}\n', '{"b":2}\n']);
});
