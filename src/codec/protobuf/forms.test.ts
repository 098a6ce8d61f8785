import { describe, expect, test } from "vitest";
import {
  anyJson,
  boolean,
  bytes,
  duration,
  type FieldSpecs,
  float64,
  inline,
  int32,
  int64,
  intOrString,
  list,
  map,
  microTime,
  optional,
  pointer,
  quantity,
  rawObject,
  required,
  requiredPointer,
  type StructSchema,
  struct,
  text,
  time,
  union,
} from "../../schema/index.ts";
import { hex } from "../testing/protobuf.ts";
import { thrownBy } from "../testing/thrown.ts";
import { decodeProtobuf, protobufFields } from "./object.ts";

const doc = "";

function sample(fields: FieldSpecs): StructSchema {
  return struct("test/v1.Sample", doc, fields);
}

const inner = sample({ name: optional(text, 1, doc), count: pointer(int32, 2, doc) });
const orElse = { name: "test/v1.OrElse", doc, expected: "" };
const innerOrBool = union(
  orElse,
  { name: "Inner", schema: inner, proto: 2 },
  { name: "Allows", schema: boolean, proto: 1 },
);
const innerOrTexts = union(
  orElse,
  { name: "Inner", schema: inner, proto: 1 },
  { name: "Texts", schema: list(text), proto: 2 },
);
const inlineFields = { own: optional(text, 2, doc), ...inline(1, { name: optional(text, 1, doc) }) };
const inlineTwice = { top: optional(text, 1, doc), ...inline(3, inlineFields) };

describe("protobuf forms encode and decode", () => {
  test.each<readonly [what: string, fields: FieldSpecs, value: object, bytes: string]>([
    ["a text", { a: optional(text, 1, doc) }, { a: "hé" }, "0a 03 68 c3 a9"],
    ["a true", { a: pointer(boolean, 3, doc) }, { a: true }, "18 01"],
    ["a false that is set", { a: pointer(boolean, 3, doc) }, { a: false }, "18 00"],
    ["a small integer", { a: pointer(int32, 1, doc) }, { a: 8080 }, "08 90 3f"],
    ["a negative integer of 32 bits", { a: pointer(int32, 1, doc) }, { a: -1 }, "08 ff ff ff ff ff ff ff ff ff 01"],
    ["a negative integer of 64 bits", { a: pointer(int64, 1, doc) }, { a: -1 }, "08 ff ff ff ff ff ff ff ff ff 01"],
    ["2^53 + 1", { a: pointer(int64, 1, doc) }, { a: 2n ** 53n + 1n }, "08 81 80 80 80 80 80 80 10"],
    ["-2^63", { a: pointer(int64, 1, doc) }, { a: -(2n ** 63n) }, "08 80 80 80 80 80 80 80 80 80 01"],
    ["a field with a large number", { a: pointer(int32, 1000, doc) }, { a: 1 }, "c0 3e 01"],
    ["a floating point number", { a: pointer(float64, 1, doc) }, { a: 1.5 }, "09 00 00 00 00 00 00 f8 3f"],
    ["bytes", { a: optional(bytes, 1, doc) }, { a: "AAEC/w==" }, "0a 04 00 01 02 ff"],
    ["a time", { a: pointer(time, 1, doc) }, { a: "2001-09-09T01:46:40Z" }, "0a 08 08 80 94 eb dc 03 10 00"],
    ["the Unix epoch", { a: pointer(time, 1, doc) }, { a: "1970-01-01T00:00:00Z" }, "0a 04 08 00 10 00"],
    [
      "a time before the epoch",
      { a: pointer(time, 1, doc) },
      { a: "1969-12-31T23:59:59Z" },
      "0a 0d 08 ff ff ff ff ff ff ff ff ff 01 10 00",
    ],
    ["no time", { a: optional(time, 1, doc) }, { a: "0001-01-01T00:00:00Z" }, "0a 00"],
    [
      "a time of microseconds",
      { a: pointer(microTime, 1, doc) },
      { a: "2001-09-09T01:46:40.123456Z" },
      "0a 0b 08 80 94 eb dc 03 10 80 94 ef 3a",
    ],
    ["no time of microseconds", { a: optional(microTime, 1, doc) }, { a: "0001-01-01T00:00:00.000000Z" }, "0a 00"],
    ["a duration", { a: optional(duration, 1, doc) }, { a: "1h0m0s" }, "0a 07 08 80 c0 e2 85 e3 68"],
    [
      "a negative duration",
      { a: optional(duration, 1, doc) },
      { a: "-1.5ms" },
      "0a 0b 08 a0 b9 a4 ff ff ff ff ff ff 01",
    ],
    ["a quantity", { a: optional(quantity, 1, doc) }, { a: "100m" }, "0a 06 0a 04 31 30 30 6d"],
    ["an integer of IntOrString", { a: pointer(intOrString, 1, doc) }, { a: 8080 }, "0a 07 08 00 10 90 3f 1a 00"],
    ["a text of IntOrString", { a: pointer(intOrString, 1, doc) }, { a: "25%" }, "0a 09 08 01 10 00 1a 03 32 35 25"],
    ["a raw object", { a: pointer(rawObject, 1, doc) }, { a: { b: 1 } }, "0a 09 0a 07 7b 22 62 22 3a 31 7d"],
    ["a raw value", { a: pointer(anyJson, 1, doc) }, { a: [1] }, "0a 05 0a 03 5b 31 5d"],
    ["an unset raw value", { a: optional(rawObject, 1, doc) }, { a: null }, "0a 00"],
    [
      "an object where it may be a boolean",
      { a: pointer(innerOrBool, 1, doc) },
      { a: { name: "x", count: 5 } },
      "0a 09 08 01 12 05 0a 01 78 10 05",
    ],
    ["a boolean where it may be an object", { a: pointer(innerOrBool, 1, doc) }, { a: false }, "0a 02 08 00"],
    [
      "an object where it may be a list",
      { a: pointer(innerOrTexts, 1, doc) },
      { a: { name: "x", count: 5 } },
      "0a 07 0a 05 0a 01 78 10 05",
    ],
    [
      "a list where it may be an object",
      { a: pointer(innerOrTexts, 1, doc) },
      { a: ["x", "y"] },
      "0a 06 12 01 78 12 01 79",
    ],
    ["a struct", { a: pointer(inner, 1, doc) }, { a: { name: "x", count: 5 } }, "0a 05 0a 01 78 10 05"],
    ["inline fields", inlineFields, { own: "o", name: "x" }, "0a 03 0a 01 78 12 01 6f"],
    [
      "inline fields of inline fields",
      inlineTwice,
      { top: "t", own: "o", name: "x" },
      "0a 01 74 1a 08 0a 03 0a 01 78 12 01 6f",
    ],
    ["texts", { a: optional(list(text), 1, doc) }, { a: ["x", "", "y"] }, "0a 01 78 0a 00 0a 01 79"],
    ["integers", { a: optional(list(int64), 1, doc) }, { a: [1, 300] }, "08 01 08 ac 02"],
    [
      "structs",
      { a: optional(list(inner), 1, doc) },
      { a: [{ name: "x" }, { name: "" }] },
      "0a 03 0a 01 78 0a 02 0a 00",
    ],
    [
      "a map of texts",
      { a: optional(map(text), 1, doc) },
      { a: { k: "v", l: "" } },
      "0a 06 0a 01 6b 12 01 76 0a 05 0a 01 6c 12 00",
    ],
    ["a map of bytes", { a: optional(map(bytes), 1, doc) }, { a: { k: "/w==" } }, "0a 06 0a 01 6b 12 01 ff"],
    [
      "a map of quantities",
      { a: optional(map(quantity), 1, doc) },
      { a: { k: "1Gi" } },
      "0a 0a 0a 01 6b 12 05 0a 03 31 47 69",
    ],
    [
      "a map of lists",
      { a: optional(map(list(text)), 1, doc) },
      { a: { k: ["x", "y"] } },
      "0a 0b 0a 01 6b 12 06 0a 01 78 0a 01 79",
    ],
  ])("encodes and decodes %s", (_, fields, value, expected) => {
    const schema = sample(fields);
    expect(protobufFields(value, schema).toString("hex")).toBe(hex(expected).toString("hex"));
    expect(decodeProtobuf(hex(expected), schema)).toStrictEqual(value);
  });
});

describe("protobufFields() of an unset field", () => {
  test.each<readonly [what: string, fields: FieldSpecs, bytes: string]>([
    ["the zero of a value", { a: optional(text, 1, doc), b: required(int32, 2, doc) }, "0a 00 10 00"],
    ["false", { a: optional(boolean, 1, doc) }, "08 00"],
    ["the zero quantity", { a: optional(quantity, 1, doc) }, "0a 03 0a 01 30"],
    ["the zero duration", { a: optional(duration, 1, doc) }, "0a 02 08 00"],
    ["the zero of IntOrString", { a: optional(intOrString, 1, doc) }, "0a 06 08 00 10 00 1a 00"],
    ["an empty message for a time", { a: optional(time, 1, doc) }, "0a 00"],
    ["the zeros of a struct", { a: optional(inner, 1, doc) }, "0a 02 0a 00"],
    ["the zeros of inline fields", inlineFields, "0a 02 0a 00 12 00"],
    ["nothing for bytes", { a: optional(bytes, 1, doc) }, ""],
    ["nothing for pointers", { a: pointer(text, 1, doc), b: requiredPointer(inner, 2, doc) }, ""],
    ["nothing for collections", { a: required(list(text), 1, doc), b: optional(map(text), 2, doc) }, ""],
  ])("writes %s for an unset field", (_, fields, expected) => {
    expect(protobufFields({}, sample(fields)).toString("hex")).toBe(hex(expected).toString("hex"));
    const nulls = Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
    expect(protobufFields(nulls, sample(fields)).toString("hex")).toBe(hex(expected).toString("hex"));
  });
});

test("protobufFields() writes fields by number and maps by key", () => {
  const fields = { b: optional(text, 2, doc), a: optional(text, 1, doc), m: optional(map(text), 3, doc) };
  const value = { b: "b", a: "a", m: { "9": "", "10": "" } };
  expect(protobufFields(value, sample(fields)).toString("hex")).toBe(
    hex("0a 01 61 12 01 62 1a 06 0a 02 31 30 12 00 1a 05 0a 01 39 12 00").toString("hex"),
  );
});

describe("decodeProtobuf() reads as the reference does:", () => {
  test.each<readonly [what: string, fields: FieldSpecs, bytes: string, value: object]>([
    [
      "fields in any order",
      { a: optional(text, 1, doc), b: optional(text, 2, doc) },
      "12 01 62 0a 00",
      { a: "", b: "b" },
    ],
    ["the last of several values", { a: optional(text, 1, doc) }, "0a 01 78 0a 01 79", { a: "y" }],
    ["a struct in parts", { a: pointer(inner, 1, doc) }, "0a 03 0a 01 78 0a 02 10 05", { a: { name: "x", count: 5 } }],
    ["a quantity in parts", { a: optional(quantity, 1, doc) }, "0a 06 0a 04 31 30 30 6d 0a 00", { a: "100m" }],
    ["a duration in parts", { a: optional(duration, 1, doc) }, "0a 07 08 80 c0 e2 85 e3 68 0a 00", { a: "1h0m0s" }],
    ["an IntOrString in parts", { a: pointer(intOrString, 1, doc) }, "0a 02 08 01 0a 03 1a 01 78", { a: "x" }],
    ["a raw value in parts", { a: pointer(anyJson, 1, doc) }, "0a 03 0a 01 31 0a 00", { a: 1 }],
    [
      "an object in parts where it may be a boolean",
      { a: pointer(innerOrBool, 1, doc) },
      "0a 05 12 03 0a 01 78 0a 04 12 02 10 05",
      { a: { name: "x", count: 5 } },
    ],
    [
      "only the last part of a time",
      { a: optional(time, 1, doc) },
      "0a 02 08 05 0a 02 10 05",
      { a: "1970-01-01T00:00:00Z" },
    ],
    [
      "packed integers among others",
      { a: optional(list(int32), 1, doc) },
      "08 01 0a 03 02 ac 02 08 03",
      { a: [1, 2, 300, 3] },
    ],
    ["packed numbers", { a: optional(list(float64), 1, doc) }, "0a 08 00 00 00 00 00 00 f8 3f", { a: [1.5] }],
    ["a map's entry without a key", { a: optional(map(text), 1, doc) }, "0a 03 12 01 76", { a: { "": "v" } }],
    ["a map's entry without a value", { a: optional(map(text), 1, doc) }, "0a 03 0a 01 6b", { a: { k: "" } }],
    ["an entry of structs without a value", { a: optional(map(inner), 1, doc) }, "0a 03 0a 01 6b", { a: { k: {} } }],
    [
      "the last of several entries",
      { a: optional(map(text), 1, doc) },
      "0a 06 0a 01 6b 12 01 76 0a 06 0a 01 6b 12 01 77",
      { a: { k: "w" } },
    ],
    ["an integer of 64 bits as the lower 32", { a: optional(int32, 1, doc) }, "08 81 80 80 80 10", { a: 1 }],
    ["any integer but zero as true", { a: optional(boolean, 1, doc) }, "08 80 80 80 80 10", { a: true }],
    ["a varint with more bytes than it needs", { a: optional(int32, 1, doc) }, "08 85 80 80 00", { a: 5 }],
    [
      "a time without its nanoseconds",
      { a: optional(time, 1, doc) },
      "0a 08 08 80 94 eb dc 03 10 05",
      { a: "2001-09-09T01:46:40Z" },
    ],
    ["a time of nanoseconds only", { a: optional(time, 1, doc) }, "0a 02 10 05", { a: "1970-01-01T00:00:00Z" }],
    [
      "microseconds without the rest",
      { a: optional(microTime, 1, doc) },
      "0a 05 08 00 10 e7 07",
      { a: "1970-01-01T00:00:00.000000Z" },
    ],
    [
      "nanoseconds before the second",
      { a: optional(microTime, 1, doc) },
      "0a 0d 08 01 10 98 f8 ff ff ff ff ff ff ff 01",
      { a: "1970-01-01T00:00:00.999999Z" },
    ],
    ["a quantity without a text", { a: optional(quantity, 1, doc) }, "0a 00", { a: "0" }],
    ["the text of an IntOrString by its type", { a: optional(intOrString, 1, doc) }, "0a 05 10 05 1a 01 78", { a: 5 }],
    ["a raw value with white space", { a: optional(anyJson, 1, doc) }, "0a 05 0a 03 20 31 20", { a: 1 }],
  ])("decodes %s", (_, fields, input, value) => {
    expect(decodeProtobuf(hex(input), sample(fields))).toStrictEqual(value);
  });

  test("decodeProtobuf() skips unknown fields of every wire type", () => {
    const unknown = [
      "10 96 01",
      "19 00 00 00 00 00 00 00 00",
      "22 02 ff ff",
      "2d 00 00 00 00",
      // A group that contains a group, a string and an integer.
      "33 3b 40 01 3c 4a 01 ff 34",
    ];
    const schema = sample({ a: optional(text, 1, doc) });
    for (const field of unknown) {
      expect(decodeProtobuf(hex(`${field} 0a 01 78 ${field}`), schema)).toStrictEqual({ a: "x" });
    }
  });

  test("decodeProtobuf() reads `__proto__` as an ordinary key", () => {
    const schema = sample({ a: optional(map(text), 1, doc) });
    const { a } = decodeProtobuf(hex("0a 0e 0a 09 5f 5f 70 72 6f 74 6f 5f 5f 12 01 76"), schema) as { a: object };
    expect(Object.entries(a)).toStrictEqual([["__proto__", "v"]]);
  });
});

describe("decodeProtobuf() rejects:", () => {
  test.each<readonly [what: string, fields: FieldSpecs, bytes: string, code: string, message: string]>([
    [
      "an integer where a text belongs",
      { a: optional(text, 1, doc) },
      "08 01",
      "syntax",
      "proto: wrong wireType = 0 for field a",
    ],
    [
      "a text where an integer belongs",
      { a: optional(int32, 1, doc) },
      "0a 01 61",
      "syntax",
      "proto: wrong wireType = 2 for field a",
    ],
    [
      "an integer among texts",
      { a: optional(list(text), 1, doc) },
      "08 01",
      "syntax",
      "proto: wrong wireType = 0 for field a",
    ],
    [
      "32 bits for a number",
      { a: optional(float64, 1, doc) },
      "0d 00 00 00 00",
      "syntax",
      "proto: wrong wireType = 5 for field a",
    ],
    [
      "an integer where a map belongs",
      { a: optional(map(text), 1, doc) },
      "08 01",
      "syntax",
      "proto: wrong wireType = 0 for field a",
    ],
    [
      "a map's key beyond the end of the struct",
      { a: optional(map(text), 1, doc) },
      "0a 02 08 01",
      "syntax",
      "unexpected EOF",
    ],
    [
      "an unknown field that reaches beyond its entry of a map",
      { a: optional(map(text), 1, doc) },
      "0a 02 18 80 01",
      "syntax",
      "unexpected EOF",
    ],
    [
      "the end of a group in an entry of a map",
      { a: optional(map(text), 1, doc) },
      "0a 01 1c",
      "syntax",
      "proto: unexpected end of group",
    ],
    [
      "a text that is no quantity, before what is wrong behind it",
      { a: optional(quantity, 1, doc) },
      "0a 04 0a 01 78 0a",
      "value",
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      "a quantity with a blank at its end",
      { a: optional(quantity, 1, doc) },
      "0a 04 0a 02 31 0a",
      "value",
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    ["field 0", {}, "00 00", "syntax", "proto: illegal tag 0 (wire type 0)"],
    ["a negative field", {}, "f8 ff ff ff ff 01 00", "syntax", "proto: illegal tag -1 (wire type 68719476728)"],
    ["wire type 6", {}, "0e 00", "syntax", "proto: illegal wireType 6"],
    ["the end of a group that was not begun", {}, "0c", "syntax", "proto: wiretype end group for non-group"],
    ["a group without an end", {}, "0b 10 01", "syntax", "unexpected EOF"],
    ["a varint of eleven bytes", {}, "08 ff ff ff ff ff ff ff ff ff ff 01", "syntax", "proto: integer overflow"],
    ["a varint without an end", {}, "08 ff", "syntax", "unexpected EOF"],
    ["a length beyond the end", { a: optional(text, 1, doc) }, "0a 05 61", "syntax", "unexpected EOF"],
    [
      "a length beyond the end of the struct",
      { a: optional(inner, 1, doc) },
      "0a 03 0a 02 78 0a 00",
      "syntax",
      "unexpected EOF",
    ],
    [
      "a length with which the end overflows",
      { a: optional(bytes, 1, doc) },
      "0a f6 ff ff ff ff ff ff ff 7f",
      "syntax",
      "proto: negative length found during unmarshaling",
    ],
    [
      "a length with which the end just does not overflow",
      { a: optional(bytes, 1, doc) },
      "0a f5 ff ff ff ff ff ff ff 7f",
      "syntax",
      "unexpected EOF",
    ],
    ["a length of 2^62", { a: optional(bytes, 1, doc) }, "0a 80 80 80 80 80 80 80 80 40", "syntax", "unexpected EOF"],
    [
      "a negative length",
      { a: optional(bytes, 1, doc) },
      "0a ff ff ff ff ff ff ff ff ff 01",
      "syntax",
      "proto: negative length found during unmarshaling",
    ],
    [
      "a text that is not UTF-8",
      { a: optional(text, 1, doc) },
      "0a 02 c3 28",
      "encoding",
      "invalid UTF-8 in protobuf input",
    ],
    [
      "a number that is none",
      { a: optional(float64, 1, doc) },
      "09 00 00 00 00 00 00 f8 7f",
      "value",
      "NaN has no counterpart in JSON",
    ],
    [
      "a time after year 9999",
      { a: optional(time, 1, doc) },
      "0a 07 08 80 83 d1 ff af 07",
      "value",
      "time of 253402300800 seconds since the epoch is out of range",
    ],
    [
      "another type of IntOrString",
      { a: optional(intOrString, 1, doc) },
      "0a 02 08 02",
      "value",
      "impossible IntOrString.Type 2",
    ],
    [
      "a raw value that is no JSON",
      { a: optional(anyJson, 1, doc) },
      "0a 03 0a 01 7b",
      "syntax",
      "unexpected end of JSON input",
    ],
    ["an empty raw value", { a: optional(anyJson, 1, doc) }, "0a 02 0a 00", "syntax", "unexpected end of JSON input"],
  ])("rejects %s", async (_, fields, input, code, message) => {
    const error = await thrownBy(() => decodeProtobuf(hex(input), sample(fields)));
    expect({ code: error.code, message: error.message }).toStrictEqual({ code, message });
  });

  test("decodeProtobuf() accepts the replacement character itself", () => {
    expect(decodeProtobuf(hex("0a 03 ef bf bd"), sample({ a: optional(text, 1, doc) }))).toStrictEqual({ a: "\ufffd" });
  });
});

/** Expected values are the reference's. */
describe("decodeProtobuf() of an entry of a map", () => {
  const schema = sample({ a: optional(map(text), 1, doc), b: optional(text, 2, doc) });

  test.each([
    ["may have values of any wire type", "0a 06 0d 01 61 11 01 62", { a: { a: "b" } }],
    [
      "is read on beyond its end, and what follows it is read again",
      "0a 03 0a 01 61 12 01 62",
      { a: { a: "" }, b: "b" },
    ],
    ["may hold a key that ends behind it", "0a 02 0a 03 12 01 62", { a: { "\u0012\u0001b": "" }, b: "b" }],
    ["may have fields without a number", "0a 03 02 01 00", { a: { "": "" } }],
  ])("an entry of a map %s", (_, input, expected) => {
    expect(decodeProtobuf(hex(input), schema)).toStrictEqual(expected);
  });

  test("decodeProtobuf() rejects map entries whose bytes would be read again and again", async () => {
    // Each of many entries has a value that extends over all following bytes.
    const entries = 20_000;
    const parts = Array.from({ length: entries }, (_, index) => {
      const rest = (entries - 1 - index) * 6;
      return Buffer.from([0x0a, 0x04, 0x12, (rest & 0x7f) | 0x80, ((rest >> 7) & 0x7f) | 0x80, rest >> 14]);
    });
    const ofBytes = sample({ a: optional(map(bytes), 1, doc) });
    const error = await thrownBy(() => decodeProtobuf(Buffer.concat(parts), ofBytes));
    expect(error.message).toBe("unexpected EOF");
  });
});

test("decodeProtobuf() accepts a packed field whose last element extends beyond it", () => {
  const schema = sample({ a: optional(list(int64), 1, doc) });
  expect(decodeProtobuf(hex("0a 02 05 80 01"), schema)).toStrictEqual({ a: [5, 128] });
});
