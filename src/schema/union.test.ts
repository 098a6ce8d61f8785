import { describe, expect, test } from "vitest";
import { invalidField } from "../meta/field-error.ts";
import { SchemaCompiler } from "./compiled.ts";
import { optional, pointer, required, struct } from "./field.ts";
import { OpenApiDefinitions, type OpenApiDialect } from "./openapi.ts";
import { rulesFor } from "./rules.ts";
import { boolean, int32, list, namedJson, text, union } from "./types.ts";

const part = struct("p/v1.Part", "A part.", {
  size: required(int32, 1, "How large."),
  name: optional(text, 2, "Which."),
});
const type = { name: "p/v1.PartOr", doc: "A part or else.", expected: "a part or else expected" };
const object = { name: "Part", schema: part, proto: 1 };
const partOrBool = union(type, object, { name: "Allows", schema: boolean, proto: 2 });
const partOrList = union(type, object, { name: "Parts", schema: list(part), proto: 2 });
const holder = struct("p/v1.Holder", "Holds.", {
  maybe: pointer(partOrBool, 1, "A part, or whether."),
  some: pointer(partOrList, 2, "A part, or parts."),
  any: pointer(namedJson("p/v1.Any", "Anything."), 3, "Anything."),
});

describe("a union", () => {
  const compiled = new SchemaCompiler(new Map()).compile(holder);

  test.each<[object, object]>([
    [{ maybe: true }, { maybe: true }],
    [{ maybe: false }, { maybe: false }],
    [{ maybe: { name: "" } }, { maybe: { size: 0 } }],
    [{ some: { size: 3, name: "a" } }, { some: { size: 3, name: "a" } }],
    [{ some: [{}, { name: "b", size: 1 }] }, { some: [{ size: 0 }, { size: 1, name: "b" }] }],
    [{ maybe: null, some: null }, {}],
    [{ any: [1, { a: null }] }, { any: [1, { a: null }] }],
  ])("decode() reads the union %j as %j", (input, expected) => {
    expect(compiled.decode(input).object).toStrictEqual(expected);
    expect(compiled.canonical(expected).object).toStrictEqual(expected);
  });

  test.each<[object, string]>([
    [{ maybe: 1 }, "a part or else expected"],
    [{ maybe: [] }, "a part or else expected"],
    [{ some: true }, "a part or else expected"],
    [{ some: { size: "x" } }, "json: cannot unmarshal string into Go struct field Part.some of type int32"],
  ])("decode() rejects the union %j", (input, message) => {
    expect(() => compiled.decode(input)).toThrow(message);
  });

  test("decode() counts the known keys inside a union", () => {
    expect(compiled.decode({ maybe: { size: 1, other: 2 }, some: [{ size: 1 }, { other: 2 }] }).keyCount).toBe(4);
  });

  test("validate() applies the rules of the form that a value has", () => {
    const rules = rulesFor(part, {
      validate: ({ size }, at) => at.report(invalidField(`${at.path()}.size`, size, "no")),
    });
    const checked = new SchemaCompiler(new Map([rules])).compile(holder);
    const paths = (input: object) => checked.validate(checked.decode(input).object).map(({ path }) => path);
    expect(paths({ maybe: {}, some: [{}, {}] })).toEqual(["maybe.size", "some[0].size", "some[1].size"]);
    expect(paths({ maybe: true, some: {} })).toEqual(["some.size"]);
  });
});

test("OpenAPI defines a union by name and description only", () => {
  const dialect: OpenApiDialect = {
    version: "2.0",
    definitionName: (name) => name,
    extensionName: (stem) => `x-${stem}`,
    kindsOf: () => [],
  };
  const definitions = new OpenApiDefinitions(dialect);
  definitions.reference(holder);
  const made = definitions.take();
  expect(made["p/v1.PartOr"]).toEqual({ description: "A part or else." });
  expect(made["p/v1.Any"]).toEqual({ description: "Anything." });
  expect(made["p/v1.Holder"]?.properties?.["maybe"]).toEqual({
    description: "A part, or whether.",
    $ref: "#/definitions/p/v1.PartOr",
  });
});
