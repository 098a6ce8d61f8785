/** Schemas that are combined. */
import type { SchemaCase } from "../schema-case.ts";

const port = { type: "object", properties: { a: { type: "string" }, b: { type: "integer" }, c: { type: "boolean" } } };
const objects = [{}, { a: "x" }, { b: 5 }, { a: "x", b: 5 }, { a: "xyz", b: 50, c: true }, { a: 1 }, "x", 7];
const texts = ["a", "ab", "abc", "abcd", "x1", "", 1];

export const combinationCases: readonly SchemaCase[] = [
  { name: "anyOfRequired", schema: { ...port, anyOf: [{ required: ["a"] }, { required: ["b"] }] }, values: objects },
  { name: "oneOfRequired", schema: { ...port, oneOf: [{ required: ["a"] }, { required: ["b"] }] }, values: objects },
  { name: "allOfRequired", schema: { ...port, allOf: [{ required: ["a"] }, { required: ["b"] }] }, values: objects },
  { name: "notRequired", schema: { ...port, not: { required: ["a"] } }, values: objects },
  {
    name: "anyOfProperties",
    schema: {
      ...port,
      anyOf: [
        { properties: { a: { minLength: 2 }, b: { minimum: 10 } }, required: ["c"] },
        { properties: { b: { minimum: 6 } }, required: ["b"] },
        { properties: { a: { pattern: "^z" } }, required: ["a", "b", "c"] },
      ],
    },
    values: objects,
  },
  {
    name: "oneOfProperties",
    schema: {
      ...port,
      oneOf: [
        { properties: { a: { maxLength: 2 } } },
        { properties: { b: { multipleOf: 10 } }, required: ["b"] },
        { not: { required: ["c"] } },
      ],
    },
    values: objects,
  },
  {
    name: "anyOfTexts",
    schema: { type: "string", anyOf: [{ minLength: 3 }, { pattern: "\\d" }, { enum: ["a"] }] },
    values: texts,
  },
  {
    name: "oneOfTexts",
    schema: { type: "string", oneOf: [{ minLength: 2 }, { minLength: 3 }, { enum: ["a", "b"] }] },
    values: texts,
  },
  {
    name: "allOfTexts",
    schema: { type: "string", allOf: [{ minLength: 2 }, { maxLength: 3 }, { pattern: "^a" }] },
    values: texts,
  },
  {
    name: "sameErrors",
    schema: { type: "string", minLength: 2, allOf: [{ minLength: 2 }, { minLength: 2 }] },
    values: texts,
  },
  { name: "notText", schema: { type: "string", not: { enum: ["a", "ab"] } }, values: texts },
  { name: "notNot", schema: { type: "string", not: { not: { minLength: 2 } } }, values: texts },
  {
    name: "deepCombinations",
    schema: {
      type: "string",
      allOf: [
        { anyOf: [{ minLength: 3 }, { oneOf: [{ pattern: "a" }, { pattern: "b" }] }] },
        { not: { enum: ["abc"] } },
      ],
    },
    values: texts,
  },
  {
    name: "allAtOnce",
    schema: {
      type: "string",
      maxLength: 2,
      enum: ["a", "ab"],
      anyOf: [{ minLength: 9 }, { pattern: "q" }],
      oneOf: [{ minLength: 8 }, { pattern: "r" }],
      allOf: [{ minLength: 7 }, { pattern: "s" }],
      not: { pattern: "[a-z]" },
    },
    values: texts,
  },
  {
    name: "anyOfNumbers",
    schema: { type: "number", anyOf: [{ minimum: 10, multipleOf: 4 }, { maximum: 2 }] },
    values: [1, 5, 11, 12, 2.5, "x"],
  },
  {
    name: "anyOfItems",
    schema: {
      type: "array",
      items: { type: "integer" },
      anyOf: [{ minItems: 2, items: { minimum: 3 } }, { maxItems: 0 }],
    },
    values: [[], [1], [3, 4], [1, 2, 3], "x"],
  },
  {
    name: "combinationsInItems",
    schema: { type: "array", items: { type: "string", anyOf: [{ minLength: 3 }, { pattern: "^x" }] } },
    values: [
      ["abc", "a", "x"],
      ["a", "b"],
    ],
  },
  {
    name: "requiredInItems",
    schema: {
      type: "array",
      items: { ...port, oneOf: [{ required: ["a"] }, { required: ["b"] }, { required: ["c"] }] },
    },
    values: [[{}, { a: "x" }, { a: "x", b: 1 }, { b: 1, c: true }]],
  },
  {
    name: "combinationsOfNull",
    schema: {
      type: "array",
      items: { type: "string", nullable: true, anyOf: [{ minLength: 3 }, { pattern: "^x" }], enum: ["abc"] },
    },
    values: [[null, "abc"]],
  },
  {
    name: "uniqueItems",
    schema: { type: "array", items: { type: "integer" }, allOf: [{ minItems: 2 }] },
    values: [[1], [1, 1]],
  },
];
