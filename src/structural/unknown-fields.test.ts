import { expect, test } from "vitest";
import { vocabularies } from "../meta/vocabulary.ts";
import { readStructuralSchema } from "./read-schema.ts";
import { unknownFields } from "./unknown-fields.ts";

function find(schema: object, object: object): readonly string[] {
  return unknownFields(readStructuralSchema({ ...schema }, vocabularies.kubernetes), { ...object }).paths;
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

test("the metadata of objects inside the object are returned with their paths", () => {
  const inner = { "x-kubernetes-embedded-resource": true, properties: { spec: {} } };
  const schema = readStructuralSchema({ properties: { list: { items: inner } } }, vocabularies.kubernetes);
  const object = { metadata: { a: 1 }, list: [{ kind: "A", metadata: { b: 1 }, other: 1 }] };
  const { paths, metadata } = unknownFields(schema, object);
  expect(paths).toEqual(["list[0].other"]);
  expect([...metadata]).toEqual([["list[0].metadata", { b: 1 }]]);
});

test("at most a hundred fields are reported", () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, 1]));
  expect(find({}, { spec: many, ...many })).toHaveLength(100);
});
