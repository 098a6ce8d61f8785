import { expect, test } from "vitest";
import { optional, type StructSchema, struct, text } from "../../schema/index.ts";
import { hex } from "../testing/protobuf.ts";
import { thrownBy } from "../testing/thrown.ts";
import { contentLanguage, envelopeHead, envelopeTail, openEnvelope } from "./envelope.ts";
import { encodeProtobuf } from "./object.ts";

const named: StructSchema = struct("test/v1.Named", "", {
  kind: optional(text, 0, ""),
  apiVersion: optional(text, 0, ""),
  name: optional(text, 1, ""),
});

/** Type `v1 Pod`, content `0a 01 78`. */
const sample = "6b 38 73 00  0a 09 0a 02 76 31 12 03 50 6f 64  12 03 0a 01 78";

test("openEnvelope() returns the type and the object", () => {
  expect(openEnvelope(hex(`${sample} 1a 00 22 00`))).toStrictEqual({
    apiVersion: "v1",
    kind: "Pod",
    content: hex("0a 01 78"),
    contentEncoding: "",
    contentType: "",
  });
});

test("encodeProtobuf() writes kind and apiVersion only into the envelope, with empty encoding and type", () => {
  const object = { kind: "Pod", apiVersion: "v1", name: "x" };
  expect(encodeProtobuf(object, named).toString("hex")).toBe(hex(`${sample} 1a 00 22 00`).toString("hex"));
});

test("an envelope can be written in pieces", () => {
  const content = hex("0a 01 78 12 01 79");
  const pieces = [envelopeHead({ kind: "Pod", apiVersion: "v1" }, content.length), content, envelopeTail];
  expect(openEnvelope(Buffer.concat(pieces)).content.equals(content)).toBe(true);
});

test("encodeProtobuf() makes room for lengths of more than one byte", () => {
  const object = { kind: "Pod", apiVersion: "v1", name: "x".repeat(100_000) };
  const { content } = openEnvelope(encodeProtobuf(object, named));
  expect(content.subarray(0, 5).toString("hex")).toBe(hex("0a a0 8d 06 78").toString("hex"));
  expect(content.length).toBe(100_004);
});

test.each<readonly [what: string, bytes: string, expected: object]>([
  [
    "an envelope with omitted members, which become empty",
    "6b 38 73 00 1a 00",
    { apiVersion: "", kind: "", contentType: "" },
  ],
  [
    "a content type",
    `${sample} 22 10 ${Buffer.from("application/json").toString("hex")}`,
    { contentType: "application/json" },
  ],
  ["a content encoding", `${sample} 1a 04 67 7a 69 70`, { contentEncoding: "gzip" }],
])("openEnvelope() accepts %s", (_, bytes, expected) => {
  expect(openEnvelope(hex(bytes))).toMatchObject(expected);
});

const wrongPrefix = "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]";

test.each([
  ["", "empty data"],
  ["6b 38 73", wrongPrefix],
  ["6b 38 73 01 0a 00", wrongPrefix],
  [Buffer.from('{"kind":"Pod"}').toString("hex"), wrongPrefix],
  ["6b 38 73 00", "empty body"],
  ["6b 38 73 00 0a 05 0a", "unexpected EOF"],
  ["6b 38 73 00 10 01", "proto: wrong wireType = 0 for field raw"],
])("openEnvelope() rejects %j: %s", async (bytes, message) => {
  expect((await thrownBy(() => openEnvelope(hex(bytes)))).message).toBe(message);
});

test.each([
  ["", "protobuf"],
  ["application/vnd.orch.protobuf", "protobuf"],
  ["application/vnd.kubernetes.protobuf", "protobuf"],
  ["application/json", "json"],
])("contentLanguage() of the type %j is %s", (contentType, language) => {
  expect(contentLanguage({ contentEncoding: "", contentType })).toBe(language);
});

test.each([
  ["gzip", "", 'unknown content encoding "gzip"'],
  ["", "text/xml", 'unknown content type "text/xml"'],
])("contentLanguage() rejects the encoding %j with the type %j", async (contentEncoding, contentType, message) => {
  expect((await thrownBy(() => contentLanguage({ contentEncoding, contentType }))).message).toBe(message);
});
