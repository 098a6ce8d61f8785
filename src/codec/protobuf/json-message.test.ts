/** Protobuf written from JSON equals protobuf written from parsed values. */
import { describe, expect, test } from "vitest";
import { newSeed, seededRandom } from "../../base/random.ts";
import { list, map, optional, SchemaCompiler, type StructSchema, struct, text } from "../../schema/index.ts";
import { stringifyJson } from "../json/stringify.ts";
import { builtinSchemas } from "../testing/builtin-schemas.ts";
import { RandomValues } from "../testing/random-value.ts";
import { protobufFields, protobufOfJson } from "./object.ts";

const compiler = new SchemaCompiler(new Map());

describe("protobufOfJson() writes the same bytes as protobufFields()", () => {
  const seed = newSeed();

  test.each([...builtinSchemas.keys()])("of random objects of %s", (type) => {
    const schema = builtinSchemas.get(type) as StructSchema;
    const random = seededRandom(seed);
    for (let round = 0; round < 20; round++) {
      const { object } = compiler.compile(schema).canonical(new RandomValues(random).struct(schema));
      const json = Buffer.from(stringifyJson(object, { exact: true }));
      const expected = protobufFields(object as object, schema).toString("hex");
      expect(protobufOfJson(json, schema).toString("hex"), `seed ${seed}`).toBe(expected);
    }
  });
});

const sample: StructSchema = struct("test/v1.Sample", "", {
  last: optional(text, 3, ""),
  first: optional(text, 1, ""),
  middle: optional(map(list(text)), 2, ""),
});
const ordered: StructSchema = struct("test/v1.Ordered", "", {
  texts: optional(list(text), 4, ""),
  last: optional(text, 3, ""),
  labels: optional(map(text), 2, ""),
  first: optional(text, 1, ""),
});

test("fields are written in the order of their numbers, which may not be the order of the members", () => {
  const object = { texts: ["d", "e"], last: "c".repeat(200), labels: { a: "x", b: "y".repeat(60) }, first: "f" };
  const written = protobufOfJson(Buffer.from(JSON.stringify(object)), ordered);
  expect(written.toString("hex")).toBe(protobufFields(object, ordered).toString("hex"));
  expect(written.subarray(0, 3).toString("latin1")).toBe("\n\u0001f");
});

test.each([
  ["members in another order", '{"first":"a","texts":["b"],"labels":{"c":"d"},"last":"e"}'],
  ["unknown members", '{"texts":["b"],"other":[{"x":1}],"first":"a"}'],
  ["null for members and items", '{"texts":["b",null],"last":null,"labels":{"c":null},"first":"a"}'],
  [
    "escapes, in short and in long texts",
    JSON.stringify({ texts: ['"\\\n', `${"x".repeat(70)}"\u2028`], first: "\ud800" }),
  ],
  [
    "texts at the limit of what is copied byte by byte",
    JSON.stringify({ texts: [47, 48, 49, 127, 128, 129].map((chars) => "x".repeat(chars)) }),
  ],
  ["other characters", JSON.stringify({ texts: ["ä".repeat(30), "😀", "日本"], labels: { ü: "ö" } })],
  ["no members", "{}"],
])("JSON with %s is written as its value is", (_, json) => {
  expect(protobufOfJson(Buffer.from(json), ordered).toString("hex")).toBe(
    protobufFields(JSON.parse(json) as object, ordered).toString("hex"),
  );
});

test("a value that is not of its schema does not change what is written next", () => {
  const wrong = Buffer.from('{"last":"a","middle":{"b":{"c":1}}}');
  expect(() => protobufOfJson(wrong, sample)).toThrow();
  expect(protobufOfJson(Buffer.from('{"last":"a","first":"b"}'), ordered).toString("hex")).toBe(
    protobufFields({ last: "a", first: "b" }, ordered).toString("hex"),
  );
});
