import { describe, expect, test } from "vitest";
import { type Field, fieldOf, type StructSchema } from "../schema/index.ts";
import { formOf, type MapShape, type Shape, shapeOf } from "./shape.ts";
import { sampleSchema, specShape } from "./testing/sample.ts";

const fields = (shape: Shape | undefined): MapShape["fields"] => shape?.map?.fields ?? new Map();
const at = (name: string): Shape => fields(specShape).get(name) ?? {};

const formsOf = (shape: Shape): readonly string[] =>
  Object.entries(shape).flatMap(([form, one]) => (one === undefined ? [] : [form]));

test("shapeOf() of a struct contains its fields in the order of their names, and no other members", () => {
  const pair = at("pair").map;
  expect([...fields(at("ports").list?.items).keys()]).toEqual(["name", "port", "protocol"]);
  expect(pair?.isAtomic).toBe(false);
  expect(pair?.values).toBeUndefined();
});

test("shapeOf() returns the same shape for the same schema", () => {
  const spec = (fieldOf(sampleSchema, "spec") as Field).schema as StructSchema;
  expect(shapeOf(spec)).toBe(shapeOf(spec));
});

test("shapeOf() accepts a recursive struct", () => {
  const node = at("node");
  expect(fields(node).get("below")?.map?.values).toBe(node);
});

test.each([
  ["text", "text"],
  ["number", "number"],
  ["flag", "boolean"],
  ["amount", "any"],
] as const)("shapeOf() of the field %s is the scalar %s", (name, scalar) => {
  expect(at(name)).toEqual({ scalar });
});

test("shapeOf() of an integer or text is any JSON, as in the reference", () => {
  const either = at("either");
  expect(either).toMatchObject({ scalar: "any", list: { isAtomic: true } });
  expect(either?.map?.values).toBe(either);
});

describe("shapes of lists", () => {
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
  ])("shapeOf() of the list %s is atomic: %s", (name, isAtomic, keys) => {
    const { list } = at(name);
    expect(list?.isAtomic).toBe(isAtomic);
    expect(list?.keys).toEqual(keys);
  });
});

describe("shapes of maps and structs", () => {
  test.each([
    ["labels", false],
    ["wholeLabels", true],
    ["pair", false],
    ["wholePair", true],
    ["partedPair", false],
    ["joinedPair", true],
  ])("shapeOf() of the field %s is atomic: %s", (name, isAtomic) => {
    expect(at(name).map?.isAtomic).toBe(isAtomic);
  });

  test("shapeOf() of a field with its own granularity has the members of its struct", () => {
    expect([...fields(at("partedPair")).keys()]).toEqual(["left", "right"]);
    expect([...fields(at("joinedPair")).keys()]).toEqual(["left", "right"]);
  });
});

describe("shapes of any JSON", () => {
  test("shapeOf() of JSON that the server interprets is granular down to its lists", () => {
    const { map, list, scalar } = at("deduced");
    expect([map?.isAtomic, list?.isAtomic, scalar]).toEqual([false, true, "any"]);
    expect(map?.values).toBe(at("deduced"));
    expect(list?.items.map?.isAtomic).toBe(true);
  });

  test("shapeOf() of JSON that the server does not interpret is atomic", () => {
    const { map, list, scalar } = at("opaque");
    expect([map?.isAtomic, list?.isAtomic, scalar]).toEqual([true, true, "any"]);
  });

  test.each([
    ["an object", {}, "map"],
    ["a list", [], "list"],
    ["a text", "a", "scalar"],
    ["a number", 0, "scalar"],
    ["null", null, "map"],
  ])("formOf() of any JSON returns the form of %s", (_, value, form) => {
    expect(formsOf(formOf(at("deduced"), value))).toEqual([form]);
  });
});

test("formOf() returns the form of the field for a value of another form", () => {
  expect(formsOf(formOf(at("labels"), "a"))).toEqual(["map"]);
  expect(formsOf(formOf(at("texts"), {}))).toEqual(["list"]);
  expect(formsOf(formOf(at("text"), [null]))).toEqual(["scalar"]);
  expect(formsOf(formOf({}, 1))).toEqual([]);
});
