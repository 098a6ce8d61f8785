import { expect, test } from "vitest";
import { vocabularies } from "../meta/vocabulary.ts";
import { readStructuralSchema } from "./read-schema.ts";
import { unknownFields } from "./unknown-fields.ts";

function find(schema: object, object: object): readonly string[] {
  return unknownFields(readStructuralSchema({ ...schema }, vocabularies.kubernetes), { ...object });
}

test("unknown fields are reported by their paths, sorted", () => {
  const inner = { type: "object", properties: { a: { type: "string" } } };
  const schema = { properties: { list: { items: inner }, map: { additionalProperties: inner }, spec: inner } };
  const object = {
    kind: "A",
    metadata: { anything: 1 },
    spec: { b: 1 },
    other: {},
    map: { x: { c: 1 } },
    list: [{ a: "" }, { d: { e: 1 } }],
  };
  expect(find(schema, object)).toEqual(["list[1].d", "map.x.c", "other", "spec.b"]);
});

test("fields that the schema keeps are not reported, but those of known properties inside them are", () => {
  const schema = { "x-kubernetes-preserve-unknown-fields": true, properties: { spec: { properties: {} } } };
  expect(find(schema, { other: { a: 1 }, spec: { b: 1 } })).toEqual(["spec.b"]);
});

test("at most a hundred fields are reported", () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, 1]));
  expect(find({}, { spec: many, ...many })).toHaveLength(100);
});
