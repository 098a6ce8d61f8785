/** Types, allowed values, and limits of numbers and texts. */
import type { SchemaCase } from "../schema-case.ts";

/** A value of each type. */
const oneOfEach = ["a", "", 1, -1, 1.5, true, false, [], ["a"], {}, { a: 1 }, 9007199254740993n, 1e300];

export const scalarCases: readonly SchemaCase[] = [
  ...["string", "integer", "number", "boolean"].map((type) => ({
    name: `${type}Type`,
    schema: { type },
    values: oneOfEach,
  })),
  { name: "arrayType", schema: { type: "array", items: { type: "string" } }, values: oneOfEach },
  {
    name: "objectType",
    schema: { type: "object", additionalProperties: { type: "string" } },
    values: [...oneOfEach, { a: "x", "b.c": 2, "d/e": {}, "": 3 }],
  },
  { name: "noType", schema: { "x-kubernetes-preserve-unknown-fields": true }, values: oneOfEach },
  { name: "intOrString", schema: { "x-kubernetes-int-or-string": true }, values: oneOfEach },
  {
    name: "intOrStringLimits",
    schema: {
      "x-kubernetes-int-or-string": true,
      anyOf: [{ type: "integer" }, { type: "string" }],
      pattern: "^[0-9]+%$",
      maximum: 10,
    },
    values: ["5%", "5", 10, 11, 1.5, true, "%"],
  },
  {
    name: "intOrStringAllOf",
    schema: {
      "x-kubernetes-int-or-string": true,
      allOf: [{ anyOf: [{ type: "integer" }, { type: "string" }] }, { minimum: 2, minLength: 2 }],
    },
    values: ["5%", "5", 1, 2, true, []],
  },
  {
    name: "nullable",
    schema: { type: "string", nullable: true, minLength: 2 },
    values: [null, "a", "ab", 1],
  },
  { name: "nullableEnum", schema: { type: "string", nullable: true, enum: ["a", null] }, values: [null, "a", "b"] },
  {
    name: "nullItems",
    schema: { type: "array", items: { type: "string" } },
    values: [[null], ["a", null, 1]],
  },
  {
    name: "nullTypes",
    schema: {
      type: "array",
      items: { type: "object", properties: { a: { type: "integer" } }, required: ["a"] },
    },
    values: [[null], [{}, null, { a: "x" }]],
  },
  {
    name: "nullableItems",
    schema: { type: "array", items: { type: "string", nullable: true } },
    values: [[null, "a", 1]],
  },
  {
    name: "nullInts",
    schema: { type: "array", items: { "x-kubernetes-int-or-string": true } },
    values: [[null, "a", 1, 1.5]],
  },
  {
    name: "nullPreserved",
    schema: { type: "array", items: { "x-kubernetes-preserve-unknown-fields": true } },
    values: [[null, "a", 1]],
  },
  {
    name: "stringEnum",
    schema: { type: "string", enum: ["a", "b c", 'd"e', ""] },
    values: ["a", "", "x", 'd"e', 65, true, ["a"]],
  },
  { name: "integerEnum", schema: { type: "integer", enum: [1, 2, 3] }, values: [1, 4, 1.5, "1", 9007199254740993n] },
  {
    name: "numberEnum",
    schema: { type: "number", enum: [1, 2.5, 1e21] },
    values: [1, 1.5, 2.5, 2, 3, 1e21, 1e300, "x"],
  },
  { name: "booleanEnum", schema: { type: "boolean", enum: [true] }, values: [true, false, 1] },
  {
    name: "mixedEnum",
    schema: { "x-kubernetes-int-or-string": true, enum: ["A", 5, "<b>", 0] },
    values: ["A", 5, 65, 66, "5", "<b>", "c", 0, -1],
  },
  {
    name: "objectEnum",
    schema: {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      enum: [{ b: 1, a: "<x>" }, { list: [1, "2"] }, {}],
    },
    values: [{ a: "<x>", b: 1 }, { list: [1, "2"] }, {}, { list: [1, 2] }, { a: null, b: [true, 1.5, { c: "d" }] }, []],
  },
  {
    name: "arrayEnum",
    schema: { type: "array", items: { type: "string" }, enum: [["a", "b"], []] },
    values: [["a", "b"], [], ["b", "a"], "a", [1]],
  },
  { name: "minimum", schema: { type: "integer", minimum: 2 }, values: [1, 2, 3, -9007199254740993n, 1.5, "a"] },
  { name: "maximum", schema: { type: "integer", maximum: 2 }, values: [1, 2, 3, 9007199254740993n, 2.5] },
  { name: "exclusiveMinimum", schema: { type: "integer", minimum: 2, exclusiveMinimum: true }, values: [1, 2, 3] },
  { name: "exclusiveMaximum", schema: { type: "integer", maximum: 2, exclusiveMaximum: true }, values: [1, 2, 3] },
  { name: "exclusiveOnly", schema: { type: "integer", exclusiveMaximum: true, exclusiveMinimum: true }, values: [1] },
  {
    name: "floatBounds",
    schema: { type: "number", minimum: 1.5, maximum: 2.5 },
    values: [1, 1.2, 1.5, 2, 2.5, 2.6, 3, 1000000, 1e21, 0.00001],
  },
  {
    name: "floatBoundsExclusive",
    schema: { type: "number", minimum: 1.5, maximum: 2.5, exclusiveMinimum: true, exclusiveMaximum: true },
    values: [1, 1.5, 2, 2.5, 3, 1.6],
  },
  { name: "floatBoundsOfIntegers", schema: { type: "integer", minimum: 1.5, maximum: 2.5 }, values: [0, 1, 2, 3] },
  { name: "largeBound", schema: { type: "number", maximum: 1e19 }, values: [1, 1.5, 1e18] },
  {
    name: "largeBounds",
    schema: { type: "number", minimum: 1000000, maximum: 10000000 },
    values: [1, 1.5, 20000000, 20000000.5],
  },
  {
    name: "bigBounds",
    schema: { type: "integer", maximum: 9007199254740992 },
    values: [9007199254740992n, 9007199254740993n],
  },
  {
    name: "multipleOf",
    schema: { type: "integer", multipleOf: 3 },
    values: [0, 3, 4, -3, -4, 9007199254740993n, 9007199254740992n],
  },
  { name: "multipleOfFloat", schema: { type: "number", multipleOf: 0.5 }, values: [1, 1.5, 1.25, -0.5] },
  { name: "multipleOfTenth", schema: { type: "number", multipleOf: 0.1 }, values: [0.3, 0.35, 1.1, 123456.7] },
  { name: "multipleOfFraction", schema: { type: "number", multipleOf: 2.5 }, values: [5, 6, 2.5, 7.5, 2.6] },
  {
    name: "numberLimits",
    schema: { type: "integer", minimum: 10, maximum: 5, multipleOf: 4 },
    values: [7, 8, 3, 12],
  },
  {
    name: "nearIntegers",
    schema: { type: "integer" },
    values: [1.0000000001, 1.00000001, -1.0000000001, 1e16, 1.5e300, 0.0000000001],
  },
  ...["int32", "int64", "float", "double", "uint32", "unknown"].map((format) => ({
    name: `${format}Format`,
    schema: { type: format.startsWith("f") || format.startsWith("d") ? "number" : "integer", format },
    values: [1, 1.5, 3000000000, -1, 1e39, "a", true],
  })),
  {
    name: "minLength",
    schema: { type: "string", minLength: 2 },
    values: ["", "a", "ab", "\u{1f600}", "\u{1f600}\u{1f600}", 1],
  },
  {
    name: "maxLength",
    schema: { type: "string", maxLength: 2 },
    values: ["", "ab", "abc", "\u{1f600}\u{1f600}", "\u{1f600}bc", "\u00e9\u00e9\u00e9"],
  },
  { name: "pattern", schema: { type: "string", pattern: "^a+$" }, values: ["a", "aaa", "b", "a\nb", "", 'q"<>&'] },
  { name: "unanchored", schema: { type: "string", pattern: "b\\d" }, values: ["ab1c", "abc"] },
  { name: "unicodePattern", schema: { type: "string", pattern: "^\\p{Greek}{2}$" }, values: ["\u03b1\u03b2", "ab"] },
  {
    name: "textLimits",
    schema: { type: "string", minLength: 3, maxLength: 5, pattern: "^[a-z]+$", enum: ["abcd", "xyz"] },
    values: ["abcd", "xyz", "ab", "abcdef", "ABCD", "ABCDEFG", "abcx", 3],
  },
  { name: "zeroLength", schema: { type: "string", maxLength: 0 }, values: ["", "a"] },
  {
    name: "limitsOfOtherTypes",
    schema: { type: "string", minimum: 5, maxItems: 1, maxProperties: 1 },
    values: ["a", 1, [1, 2], {}],
  },
];
