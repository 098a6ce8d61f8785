import { describe, expect, test } from "vitest";
import { type Field, fieldOf, type StructSchema } from "../schema/index.ts";
import { formOf, type MapShape, type Shape, shapeOf } from "./shape.ts";
import { sampleSchema, specShape } from "./testing/sample.ts";

const fields = (shape: Shape | undefined): MapShape["fields"] => shape?.map?.fields ?? new Map();
const at = (name: string): Shape => fields(specShape).get(name) ?? {};

const formsOf = (shape: Shape): readonly string[] =>
  Object.entries(shape).flatMap(([form, one]) => (one === undefined ? [] : [form]));

test("a struct has its fields in the order of their names, and nothing else", () => {
  const pair = at("pair").map;
  expect([...fields(at("ports").list?.items).keys()]).toEqual(["name", "port", "protocol"]);
  expect(pair?.isAtomic).toBe(false);
  expect(pair?.values).toBeUndefined();
});

test("a schema has one shape", () => {
  const spec = (fieldOf(sampleSchema, "spec") as Field).schema as StructSchema;
  expect(shapeOf(spec)).toBe(shapeOf(spec));
});

test("a struct may hold itself", () => {
  const node = at("node");
  expect(fields(node).get("below")?.map?.values).toBe(node);
});

test.each([
  ["text", "text"],
  ["number", "number"],
  ["flag", "boolean"],
  ["amount", "any"],
] as const)("the field %s is a scalar: %s", (name, scalar) => {
  expect(at(name)).toEqual({ scalar });
});

test("an integer or text may be any JSON value, as in the reference", () => {
  const either = at("either");
  expect(either).toMatchObject({ scalar: "any", list: { isAtomic: true } });
  expect(either?.map?.values).toBe(either);
});

describe("lists", () => {
  test.each([
    ["texts", false, []],
    ["items", false, [{ name: "name", default: "" }]],
    // Keys are in the order of their names. Their default is the declared one, or else the empty value if the field is
    // always written.
    [
      "ports",
      false,
      [
        { name: "port", default: 0 },
        { name: "protocol", default: "TCP" },
      ],
    ],
    ["merged", false, [{ name: "name", default: "" }]],
    ["mergedTexts", false, []],
    ["wholeList", true, []],
    ["wholeItems", true, []],
  ])("%s", (name, isAtomic, keys) => {
    const { list } = at(name);
    expect(list?.isAtomic).toBe(isAtomic);
    expect(list?.keys).toEqual(keys);
  });
});

describe("who owns maps and structs", () => {
  test.each([
    ["labels", false],
    ["wholeLabels", true],
    ["pair", false],
    ["wholePair", true],
    ["partedPair", false],
    ["joinedPair", true],
  ])("of %s, one as a whole: %s", (name, isAtomic) => {
    expect(at(name).map?.isAtomic).toBe(isAtomic);
  });

  test("a field that says otherwise has the same members", () => {
    expect([...fields(at("partedPair")).keys()]).toEqual(["left", "right"]);
    expect([...fields(at("joinedPair")).keys()]).toEqual(["left", "right"]);
  });
});

describe("any JSON", () => {
  test("that the server knows of has members with owners, down to its lists", () => {
    const { map, list, scalar } = at("deduced");
    expect([map?.isAtomic, list?.isAtomic, scalar]).toEqual([false, true, "any"]);
    expect(map?.values).toBe(at("deduced"));
    expect(list?.items.map?.isAtomic).toBe(true);
  });

  test("that it does not know of has one owner", () => {
    const { map, list, scalar } = at("opaque");
    expect([map?.isAtomic, list?.isAtomic, scalar]).toEqual([true, true, "any"]);
  });

  test.each([
    ["an object", {}, "map"],
    ["a list", [], "list"],
    ["a text", "a", "scalar"],
    ["a number", 0, "scalar"],
    ["null", null, "map"],
  ])("is taken for what it is: %s", (_, value, form) => {
    expect(formsOf(formOf(at("deduced"), value))).toEqual([form]);
  });
});

test("what is of another form than a field has is taken for what the field has", () => {
  expect(formsOf(formOf(at("labels"), "a"))).toEqual(["map"]);
  expect(formsOf(formOf(at("texts"), {}))).toEqual(["list"]);
  expect(formsOf(formOf(at("text"), [null]))).toEqual(["scalar"]);
  expect(formsOf(formOf({}, 1))).toEqual([]);
});
