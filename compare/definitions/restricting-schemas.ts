/** Members of a schema whose schemas restrict values. The value has the members `b`, a text, and `c`, a list of texts. */
import type { Json } from "../suite.ts";

/** Schemas that are not allowed inside `allOf`, `anyOf`, `oneOf` and `not`, and some that are. */
const restrictions: readonly Json[] = [
  {},
  { minProperties: 1, maxProperties: 2, required: ["b"] },
  { type: "object" },
  { title: "a", description: "b", default: {}, nullable: true },
  { additionalProperties: { minLength: 1 } },
  { additionalProperties: true },
  { additionalProperties: false },
  { properties: { b: { minLength: 1, pattern: "[" } } },
  { properties: { b: { type: "string" } } },
  { properties: { x: { minLength: 1 }, y: {} } },
  { properties: { x: { properties: { y: {} } } } },
  { properties: { b: { properties: { y: { minLength: 1 } } } } },
  { properties: { c: { items: { minLength: 1 }, uniqueItems: true } } },
  { properties: { c: { items: { items: { type: "string" } } } } },
  { properties: { c: { items: [{}] } } },
  { properties: { metadata: {} } },
  { properties: { metadata: { properties: { name: { pattern: "a" } } } } },
  { items: { minLength: 1 } },
  { "x-kubernetes-preserve-unknown-fields": true },
  { "x-kubernetes-preserve-unknown-fields": false },
  { "x-kubernetes-embedded-resource": true, "x-kubernetes-int-or-string": true },
  { "x-kubernetes-list-type": "atomic", "x-kubernetes-list-map-keys": ["a"], "x-kubernetes-map-type": "atomic" },
  { $ref: "a" },
  { id: "a", definitions: { a: {} }, uniqueItems: true, externalDocs: { url: "a" }, example: 1 },
  { allOf: [{ anyOf: [{ not: { type: "string", properties: { x: {} } } }] }] },
  { anyOf: [{ type: "integer" }, { type: "string" }] },
];

const keywords = ["allOf", "anyOf", "oneOf"] as const;

function* generate(): Generator<Json> {
  for (const [index, restriction] of restrictions.entries()) {
    const keyword = keywords[index % keywords.length] ?? "allOf";
    yield { [keyword]: [{ required: ["b"] }, restriction] };
    if (index % 3 === 0) yield { not: restriction };
  }
}

/** Members with which a schema restricts its values. */
export const restrictingSchemas: readonly Json[] = [...generate()];
