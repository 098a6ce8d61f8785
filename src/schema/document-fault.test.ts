/** Expected errors are those of the reference for the same values in built-in kinds. */
import { expect, test } from "vitest";
import { SchemaCompiler } from "./compiled.ts";
import { type DocumentNode, int32, list, map, optional, quantity, struct, text } from "./index.ts";

const part = struct("p/v1.Part", "A part.", {
  name: optional(text, 1, "Name."),
  size: optional(int32, 2, "Size."),
  amount: optional(quantity, 3, "Amount."),
});
const whole = struct("p/v1.Whole", "A whole.", {
  first: optional(part, 1, "The first."),
  labels: optional(map(text), 2, "Labels."),
  parts: optional(list(part), 3, "Others."),
});
const schema = new SchemaCompiler(new Map()).compile(whole);

/** Returns the document as a JSON reader returns it. */
function documentOf(value: unknown): DocumentNode {
  if (Array.isArray(value)) return { kind: "array", items: value.map(documentOf) };
  if (typeof value !== "object" || value === null) return value as DocumentNode;
  const members = Object.entries(value).map(([key, member]) => ({ key, value: documentOf(member) }));
  return { kind: "object", members };
}

test.each<[string, object, string | undefined]>([
  ["nothing if everything fits", { labels: { a: "b" }, other: 1 }, undefined],
  [
    "the first value in the order of the document",
    { parts: [{ size: "x" }], labels: 1, first: [] },
    "json: cannot unmarshal string into Go struct field Part.parts.size of type int32",
  ],
  [
    "the first value of a map",
    { labels: { b: 1, a: [] }, first: 1 },
    "json: cannot unmarshal number into Go struct field Whole.labels of type string",
  ],
  [
    "the field after a nested struct with its own path",
    { first: { name: "x" }, labels: [] },
    "json: cannot unmarshal array into Go struct field Whole.labels of type map[string]string",
  ],
  [
    "a quantity that cannot be read before values of wrong types",
    { labels: 1, first: { name: 2, amount: "?" }, parts: 3 },
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  ],
])("faultOf() reports %s", (_title, document, expected) => {
  expect(schema.faultOf(documentOf(document))?.message).toBe(expected);
});

test("faultOf() reports the first value of a repeated key before what follows it", () => {
  const document: DocumentNode = {
    kind: "object",
    members: [
      { key: "labels", value: true },
      { key: "first", value: 1 },
      { key: "labels", value: { kind: "object", members: [] } },
    ],
  };
  const message = "json: cannot unmarshal bool into Go struct field Whole.labels of type map[string]string";
  expect(schema.faultOf(document)?.message).toBe(message);
});

test("faultOf() reports the later value of a repeated key if the first one fits", () => {
  const document: DocumentNode = {
    kind: "object",
    members: [
      { key: "labels", value: null },
      { key: "labels", value: 5 },
      { key: "first", value: 1 },
    ],
  };
  const message = "json: cannot unmarshal number into Go struct field Whole.labels of type map[string]string";
  expect(schema.faultOf(document)?.message).toBe(message);
});
