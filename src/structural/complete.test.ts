import { expect, test } from "vitest";
import { numberText } from "../base/number-text.ts";
import { vocabularies } from "../meta/vocabulary.ts";
import {
  type CompletionRun,
  completeMembers,
  completionOf,
  EmbeddedResourceError,
  NumberRangeError,
} from "./complete.ts";
import { readStructuralSchema } from "./read-schema.ts";

function run(memberDefaults = true): CompletionRun {
  const completeMetadata = (metadata: unknown): unknown => ({ ...(metadata as object), completed: true });
  return {
    memberDefaults,
    dropsMalformed: false,
    keepsNulls: false,
    keepsUnknown: false,
    completeMetadata,
    keyCount: 0,
    needsExactJson: false,
  };
}

function complete(schema: object, value: unknown, state = run()): unknown {
  return completionOf(readStructuralSchema({ ...schema }, vocabularies.kubernetes))(value, state);
}

const text = { type: "string" };
const keepsUnknown = { "x-kubernetes-preserve-unknown-fields": true };

/** The expected values follow from the reference's rules for pruning and defaulting. */
test.each<[string, object, unknown, unknown]>([
  ["unknown members are removed", { properties: { a: text } }, { b: 1, a: "x" }, { a: "x" }],
  ["members of a schema without properties are removed", { type: "object" }, { a: { b: 1 } }, {}],
  [
    "members are sorted by name",
    { properties: { a: text, b: text, c: text } },
    { c: "", b: "", a: "" },
    { a: "", b: "", c: "" },
  ],
  [
    "an absent property gets its default",
    { properties: { a: { ...text, default: "x" }, b: text } },
    { b: "" },
    { a: "x", b: "" },
  ],
  [
    "defaults inside defaults are filled in",
    { properties: { a: { default: {}, properties: { b: { type: "integer", default: 3 } } } } },
    {},
    { a: { b: 3 } },
  ],
  [
    "null is replaced by the default of a property that is not nullable",
    { properties: { a: { default: 1 } } },
    { a: null },
    { a: 1 },
  ],
  [
    "null of a nullable property is kept",
    { properties: { a: { default: 1, nullable: true } } },
    { a: null },
    { a: null },
  ],
  [
    "null of a property that is neither nullable nor has a default is removed",
    { properties: { a: text } },
    { a: null },
    {},
  ],
  ["null of an unknown member that is kept stays", keepsUnknown, { a: null }, { a: null }],
  [
    "values of a map have its schema",
    { additionalProperties: { properties: { a: text } } },
    { x: { a: "", b: 1 } },
    { x: { a: "" } },
  ],
  [
    "a map of any values keeps only what is not inside objects",
    { additionalProperties: true },
    { x: { a: 1 }, y: 2 },
    { x: {}, y: 2 },
  ],
  ["items of a list have its schema", { items: { properties: { a: text } } }, [{ a: "", b: 1 }], [{ a: "" }]],
  ["null items get the default of items", { items: { type: "integer", default: 5 } }, [null, 1], [5, 1]],
  ["objects in a list without a schema of items lose their members", { type: "array" }, [{ a: 1 }, 2], [{}, 2]],
  ["unknown members are kept with their parts", keepsUnknown, { b: { d: [1], c: {} } }, { b: { c: {}, d: [1] } }],
  [
    "properties inside a schema that keeps unknown members are still pruned",
    { ...keepsUnknown, properties: { a: { properties: {} } } },
    { a: { b: 1 }, c: 1 },
    { a: {}, c: 1 },
  ],
  [
    "a schema that keeps unknown members keeps those of the items of its list",
    { ...keepsUnknown, items: { properties: { a: { properties: {} } } } },
    [{ a: { x: 1 }, b: 2 }],
    [{ a: {}, b: 2 }],
  ],
  [
    "the type of an embedded object is kept, and its metadata are completed",
    { "x-kubernetes-embedded-resource": true, type: "object" },
    { kind: "A", apiVersion: "v1", metadata: { name: "x" }, spec: {} },
    { apiVersion: "v1", kind: "A", metadata: { name: "x", completed: true } },
  ],
  ["a value of a wrong type is kept", { properties: { a: text } }, { a: 5 }, { a: 5 }],
  ["an object in the place of a text loses its members", { properties: { a: text } }, { a: { b: 1 } }, { a: {} }],
  ["inherited members do not count as members", { properties: { constructor: text } }, {}, {}],
  [
    "a member with the name of the prototype is an ordinary member",
    keepsUnknown,
    JSON.parse('{"__proto__":1}'),
    JSON.parse('{"__proto__":1}'),
  ],
])("%s", (_, schema, value, expected) => {
  const completed = complete(schema, value);
  expect(completed).toEqual(expected);
  expect(JSON.stringify(completed)).toBe(JSON.stringify(expected));
});

test("without defaults, an absent property stays absent, and null is kept for validation", () => {
  const schema = { properties: { a: { default: 1 }, b: { default: 2 } } };
  expect(complete(schema, { b: null }, run(false))).toEqual({ b: null });
});

test("numbers have the form in which the reference stores them", () => {
  expect(complete(keepsUnknown, { a: numberText("1.0"), b: numberText("1e3"), c: -0 })).toEqual({
    a: 1,
    b: 1000,
    c: 0,
  });
  const state = run();
  expect(complete(keepsUnknown, { a: 2n ** 60n, b: 2n ** 70n }, state)).toEqual({ a: 2n ** 60n, b: 2 ** 70 });
  expect(state.needsExactJson).toBe(true);
  expect(() => complete(keepsUnknown, { a: numberText("1e400") })).toThrow(NumberRangeError);
});

test("malformed types and metadata of API objects are errors, unless they are dropped", () => {
  const schema = { properties: { a: { ...keepsUnknown, "x-kubernetes-embedded-resource": true } } };
  const value = { a: { kind: 1, apiVersion: "v1", metadata: "x", b: 1 } };
  expect(() => complete(schema, value)).toThrow(EmbeddedResourceError);
  const state = { ...run(), dropsMalformed: true, completeMetadata: () => undefined };
  expect(complete(schema, value, state)).toEqual({ a: { apiVersion: "v1", b: 1 } });
});

test("the number of known members of the input does not include those of defaults", () => {
  const state = run();
  const schema = { properties: { a: { default: { b: 1, c: 2 }, ...keepsUnknown }, d: { properties: { e: text } } } };
  complete(schema, { d: { e: "", f: 1 }, g: { h: 1 } }, state);
  expect(state.keyCount).toBe(2);
});

test("the members of an API object do not include its type and metadata", () => {
  const schema = readStructuralSchema({ properties: { kind: text, spec: text, data: text } }, vocabularies.kubernetes);
  const out = { kind: "A" };
  completeMembers(schema, { kind: "B", metadata: {}, spec: "s", data: "d", other: 1 }, out, run());
  expect(Object.entries(out)).toEqual([
    ["kind", "A"],
    ["data", "d"],
    ["spec", "s"],
  ]);
});

test("a key that JavaScript reorders needs the exact writer", () => {
  const state = run();
  complete(keepsUnknown, { b: 1, 10: 2 }, state);
  expect(state.needsExactJson).toBe(true);
});

test("null stays where it is not allowed if validation is to report it, but defaults replace it", () => {
  const schema = { properties: { a: text, b: { ...text, default: "x" }, c: { properties: { d: text } } } };
  const state = { ...run(), keepsNulls: true };
  expect(complete(schema, { a: null, b: null, c: { d: null } }, state)).toEqual({ a: null, b: "x", c: { d: null } });
});
